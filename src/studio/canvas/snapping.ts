/** Edges and centres that a moved box clings to. */
import type { Box, Rectangle } from "../preview.js";

/** Distance within which a box is drawn to a line. Preview pixels. */
export const REACH = 5;

/** Lines that a box may cling to: vertical ones by their x, horizontal ones by their y. */
export interface Lines {
	readonly x: readonly number[];
	readonly y: readonly number[];
	/** The other boxes that are upright: gaps between them may be repeated. */
	readonly boxes: readonly Box[];
}

/** Those of the slide (edges, margins, centre), of its safe area, and of the other boxes that are upright. */
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

/** Where a box goes, and the line that drew it there. */
export interface Snap {
	readonly shift: number;
	readonly line: number;
}

/** Whether one of some positions is on a line: which it is. */
export const lineAt = (
	positions: readonly number[],
	lines: readonly number[],
): number | undefined =>
	lines.find((line) => positions.some((position) => Math.abs(line - position) < 0.051));

/**
 * The nearest line for any of some positions.
 * @param positions of the box's edges and centre on one axis
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
