import type { Box } from "./box.js";
import { appendArc, centerOf } from "./ellipse.js";
import { CLOSE, LINE, MOVE, type Outline } from "./outline.js";
import type { Stroke } from "./stroke.js";

/** Length and width of an arrowhead, in stroke widths. */
const HEAD_LENGTH = 4;
const HEAD_WIDTH = 4;

interface Ends {
	readonly x1: number;
	readonly y1: number;
	readonly x2: number;
	readonly y2: number;
}

/**
 * The line in a box: from the middle of the left side to the middle of the right side, or from top
 * to bottom if the box is taller than wide.
 * @param mirrored whether the line runs from right to left; a vertical line does not change
 */
function lineEnds(box: Box, mirrored: boolean): Ends {
	const { x, y } = centerOf(box);
	if (box.height > box.width) return { x1: x, y1: box.y, x2: x, y2: box.y + box.height };
	const right = box.x + box.width;
	return mirrored ? { x1: right, y1: y, x2: box.x, y2: y } : { x1: box.x, y1: y, x2: right, y2: y };
}

/** A line to be stroked. */
export function lineOutline(box: Box, mirrored = false): Outline {
	const { x1, y1, x2, y2 } = lineEnds(box, mirrored);
	return [MOVE, x1, y1, LINE, x2, y2];
}

/**
 * An arrow as one outline to be filled with the stroke's colour. Shaft, dashes and head are one
 * area, so that a transparent colour shows no seam and no overlap. The tip is at the end of the
 * line. If the line is shorter than the head, the head becomes smaller.
 * @param stroke its dashes must have passed dashFault, because their number determines the time
 */
export function arrowOutline(box: Box, stroke: Stroke, mirrored = false): Outline {
	const { x1, y1, x2, y2 } = lineEnds(box, mirrored);
	const length = Math.hypot(x2 - x1, y2 - y1);
	if (!(length > 0 && stroke.width > 0)) return [];
	const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
	const head = Math.min(HEAD_LENGTH * stroke.width, length);
	const shaft = length - head;
	const outline: number[] = [];
	/** Corners by their position along the line and at right angles to it. */
	const corners = (...points: number[]) => {
		for (let i = 0; i < points.length; i += 2) {
			const [along, across] = [points[i]!, points[i + 1]!];
			outline.push(
				i === 0 ? MOVE : LINE,
				x1 + ux * along - uy * across,
				y1 + uy * along + ux * across,
			);
		}
		outline.push(CLOSE);
	};
	const half = stroke.width / 2;
	const [on, off] = stroke.dash ?? [length, length];
	const extra = stroke.cap === "square" ? half : 0;
	const turn = Math.atan2(uy, ux);
	// Dashes extend a little into the head, up to where it is wider than they are, so that no gap
	// shows.
	const cut = shaft + half;
	for (let at = 0; at < cut && shaft > 0; at += on + off) {
		const to = Math.min(at + on, cut);
		if (stroke.cap === "round") capsule(at, to);
		else
			corners(
				at - extra,
				-half,
				Math.min(to + extra, cut),
				-half,
				Math.min(to + extra, cut),
				half,
				at - extra,
				half,
			);
	}
	function capsule(from: number, to: number): void {
		const [fromX, fromY] = [x1 + ux * from, y1 + uy * from];
		const [toX, toY] = [x1 + ux * to, y1 + uy * to];
		outline.push(
			MOVE,
			fromX + uy * half,
			fromY - ux * half,
			LINE,
			toX + uy * half,
			toY - ux * half,
		);
		appendArc(outline, { x: toX, y: toY }, half, half, turn - Math.PI / 2, Math.PI);
		outline.push(LINE, fromX - uy * half, fromY + ux * half);
		appendArc(outline, { x: fromX, y: fromY }, half, half, turn + Math.PI / 2, Math.PI);
		outline.push(CLOSE);
	}
	const wide = (head / HEAD_LENGTH) * (HEAD_WIDTH / 2);
	corners(shaft, -wide, length, 0, shaft, wide);
	return outline;
}
