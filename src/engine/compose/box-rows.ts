import type { RoundedBox } from "../paint/node.js";
import type { Box } from "../scene/geometry.js";

/** Lines per row of pixels on which the arcs are intersected; along each the coverage is exact. */
const LINES = 16;

/** How much of each pixel of a row a rounded box covers. */
export interface BoxRow {
	/** 0 to 255 for each pixel. */
	readonly coverage: Uint8Array;
	/** The next rows are the same, up to this one. */
	readonly until: number;
}

/**
 * Coverage of a rounded box, a row at a time.
 * @param seen whole pixels
 * @param row of the slide
 */
export function boxRow({ x, y, width, height, radii }: RoundedBox, seen: Box, row: number): BoxRow {
	const [topLeft, topRight, bottomRight, bottomLeft] = radii;
	const [right, bottom] = [x + width, y + height];
	const straightFrom = Math.ceil(y + Math.max(topLeft, topRight));
	const straightTo = Math.floor(bottom - Math.max(bottomLeft, bottomRight));
	const sums = new Float64Array(seen.width + 2);
	const straight = row >= straightFrom && row < straightTo;
	for (let line = 0; line < (straight ? 1 : LINES); line++) {
		const at = row + (line + 0.5) / LINES;
		// A row on the edge of the box is covered in part.
		const share = straight ? 1 : 1 / LINES;
		if (!straight && (at < y || at > bottom)) continue;
		const fromLeft = inset(at, y, bottom, topLeft, bottomLeft);
		const fromRight = inset(at, y, bottom, topRight, bottomRight);
		addSpan(sums, x + fromLeft - seen.x, right - fromRight - seen.x, seen.width, share);
	}
	const coverage = new Uint8Array(seen.width);
	let full = 0;
	for (let i = 0; i < seen.width; i++) {
		full += sums[i]!;
		coverage[i] = Math.round(255 * Math.min(1, Math.max(0, full)));
	}
	return { coverage, until: straight ? straightTo : row + 1 };
}

/** How far a corner's arc stands from the side, on a line. */
function inset(at: number, top: number, bottom: number, upper: number, lower: number): number {
	if (at < top + upper) return upper - Math.sqrt(Math.max(0, upper ** 2 - (top + upper - at) ** 2));
	if (at > bottom - lower)
		return lower - Math.sqrt(Math.max(0, lower ** 2 - (at - bottom + lower) ** 2));
	return 0;
}

/** Adds what a span covers, as differences between neighbouring pixels. */
function addSpan(sums: Float64Array, from: number, to: number, width: number, share: number): void {
	const start = Math.max(0, from);
	const end = Math.min(width, to);
	if (!(end > start)) return;
	const [first, last] = [Math.floor(start), Math.floor(end)];
	// The integral of the coverage rises by the part of the first pixel, then by one a pixel.
	sums[first]! += share * (first + 1 - start);
	sums[first + 1]! += share * (start - first);
	sums[last]! -= share * (last + 1 - end);
	sums[last + 1]! -= share * (end - last);
}
