import type { RoundedBox } from "../paint/node.js";
import type { Box } from "../scene/geometry.js";

/**
 * Sample lines per row of pixels for the arcs. The coverage along each line is exact.
 */
const LINES = 16;

/** The coverage of a row of pixels by a rounded box. */
export interface BoxRow {
	/** 0 to 255 for each pixel; the next row is written into the same bytes. */
	readonly coverage: Uint8Array;
	/** Completely covered pixels, from `from` up to `to` (exclusive). */
	readonly full: { readonly from: number; readonly to: number };
	/** The following rows are identical, up to this one. */
	readonly until: number;
}

/**
 * Coverage of a rounded box, one row at a time.
 * @param seen whole pixels
 * @param row of the slide
 */
export function boxRow({ x, y, width, height, radii }: RoundedBox, seen: Box, row: number): BoxRow {
	const [topLeft, topRight, bottomRight, bottomLeft] = radii;
	const [right, bottom] = [x + width, y + height];
	const straightFrom = Math.ceil(y + Math.max(topLeft, topRight));
	const straightTo = Math.floor(bottom - Math.max(bottomLeft, bottomRight));
	const { sums, coverage } = scratchOf(seen.width);
	sums.fill(0);
	// Between the arcs, all rows are identical.
	let [from, to] = [0, seen.width];
	const straight = row >= straightFrom && row < straightTo;
	for (let line = 0; line < (straight ? 1 : LINES); line++) {
		const at = row + (line + 0.5) / LINES;
		// A row at the edge of the box is partly covered.
		const share = straight ? 1 : 1 / LINES;
		if (!straight && (at < y || at > bottom)) continue;
		const fromLeft = inset(at, y, bottom, topLeft, bottomLeft);
		const fromRight = inset(at, y, bottom, topRight, bottomRight);
		const [start, end] = [x + fromLeft - seen.x, right - fromRight - seen.x];
		addSpan(sums, start, end, seen.width, share);
		from = Math.max(from, Math.floor(Math.max(0, start)) + 2);
		to = Math.min(to, Math.floor(end));
	}
	let full = 0;
	const covered = () => Math.round(255 * Math.min(1, Math.max(0, full)));
	const add = (first: number, last: number) => {
		for (let i = first; i < last; i++) {
			full += sums[i]!;
			coverage[i] = covered();
		}
	};
	if (from >= to) [from, to] = [0, 0];
	add(0, from);
	coverage.fill(covered(), from, to);
	const inner = covered() === 255 ? { from, to } : { from: 0, to: 0 };
	add(to, seen.width);
	return { coverage, full: inner, until: straight ? straightTo : row + 1 };
}

/** The values of the last row, because most rows are as wide as the previous one. */
let scratch = { sums: new Float64Array(2), coverage: new Uint8Array(0) };

function scratchOf(width: number): typeof scratch {
	if (scratch.coverage.length !== width)
		scratch = { sums: new Float64Array(width + 2), coverage: new Uint8Array(width) };
	return scratch;
}

/** The distance between a corner's arc and the side, on a line. */
function inset(at: number, top: number, bottom: number, upper: number, lower: number): number {
	if (at < top + upper) return upper - Math.sqrt(Math.max(0, upper ** 2 - (top + upper - at) ** 2));
	if (at > bottom - lower)
		return lower - Math.sqrt(Math.max(0, lower ** 2 - (at - bottom + lower) ** 2));
	return 0;
}

/** Adds the coverage of a span, as differences between neighbouring pixels. */
function addSpan(sums: Float64Array, from: number, to: number, width: number, share: number): void {
	const start = Math.max(0, from);
	const end = Math.min(width, to);
	if (!(end > start)) return;
	const [first, last] = [Math.floor(start), Math.floor(end)];
	// The integral of the coverage rises by the covered part of the first pixel, then by one per
	// pixel.
	sums[first]! += share * (first + 1 - start);
	sums[first + 1]! += share * (start - first);
	sums[last]! -= share * (last + 1 - end);
	sums[last + 1]! -= share * (end - last);
}
