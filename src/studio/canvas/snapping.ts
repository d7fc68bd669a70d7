/** Edges and centres that a moved box snaps to. */
import type { Box, Rectangle } from "../preview.js";

/** Maximum distance for snapping. Preview pixels. */
export const REACH = 5;

/** Lines to snap to: x of the vertical ones, y of the horizontal ones. */
export interface Lines {
	readonly x: readonly number[];
	readonly y: readonly number[];
	/** The other upright boxes: gaps between them are snapped to as well. */
	readonly boxes: readonly Box[];
}

/** The lines of the slide (edges, margins, centre), its safe area and the other upright boxes. */
export function linesOf(
	size: { readonly width: number; readonly height: number },
	others: readonly Box[],
	safe?: Rectangle,
): Lines {
	const margin = 20;
	const x = [0, margin, size.width / 2, size.width - margin, size.width];
	const y = [0, margin, size.height / 2, size.height - margin, size.height];
	if (safe) {
		x.push(safe.x, safe.x + safe.width);
		y.push(safe.y, safe.y + safe.height);
	}
	const boxes = others.filter(({ rotation }) => rotation === 0);
	for (const box of boxes) {
		x.push(box.x, box.x + box.width / 2, box.x + box.width);
		y.push(box.y, box.y + box.height / 2, box.y + box.height);
	}
	return { x, y, boxes };
}

/** The shift of a box, and the line it snaps to. */
export interface Snap {
	readonly shift: number;
	readonly line: number;
}

/** The first line at one of the positions. */
export const lineAt = (
	positions: readonly number[],
	lines: readonly number[],
): number | undefined =>
	lines.find((line) => positions.some((position) => Math.abs(line - position) < 0.051));

/**
 * The nearest line to any of the positions.
 * @param positions edges and centre of the box on one axis
 */
export function nearest(positions: readonly number[], lines: readonly number[]): Snap | undefined {
	let best: Snap | undefined;
	for (const position of positions) {
		for (const line of lines) {
			const shift = line - position;
			if (Math.abs(shift) <= REACH && (!best || Math.abs(shift) < Math.abs(best.shift)))
				best = { shift, line };
		}
	}
	return best;
}
