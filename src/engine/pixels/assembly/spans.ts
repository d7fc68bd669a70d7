/**
 * Rows of coverage of a box with round corners under any affine transform, without a rasteriser.
 * Every line that crosses it meets one span, because it is convex.
 */
import { coverRow } from "./over";

/** Longest row. Pixels. */
export const MAX_WIDTH: i32 = 8_192;
/** Lines of samples in a row of pixels; along each line, the coverage is exact. */
const LINES: i32 = 16;

/**
 * The shape: the matrix from pixels of the slide to its space (a to f), its box (x, y, width,
 * height), and its radii from the top left clockwise. The radii fit the box.
 */
const shape = new StaticArray<f64>(14);
/** Changes of the coverage from one pixel to the next; zeros between two rows. */
const sums = new StaticArray<f64>(MAX_WIDTH + 2);
const cover = new StaticArray<u8>(MAX_WIDTH + 16);
export const COVER: usize = changetype<usize>(cover);

/** The covered pixels of the current row, and those of them that are covered completely. */
export let coverFrom: i32 = 0;
export let coverEnd: i32 = 0;
export let fullFrom: i32 = 0;
export let fullEnd: i32 = 0;
/** The rows from the current one up to this one are the same. */
let until: i32 = 0;

/** The span of the current line. */
let spanFrom: f64 = 0;
let spanEnd: f64 = 0;

export function shapeAddress(): usize {
	return changetype<usize>(shape);
}

function part(i: i32): f64 {
	return unchecked(shape[i]);
}

/** Limits the span to the part between two parallel sides. @returns whether anything is left */
function limit(at: f64, step: f64, from: f64, size: f64): bool {
	if (step == 0) return at >= from && at <= from + size;
	const one = (from - at) / step;
	const other = (from + size - at) / step;
	spanFrom = max<f64>(spanFrom, min<f64>(one, other));
	spanEnd = min<f64>(spanEnd, max<f64>(one, other));
	return spanEnd > spanFrom;
}

/** The point of the line that is nearest to the middle of a corner's circle. */
let nearest: f64 = 0;

/**
 * Where the line meets the arc of the corner in which a point of it lies.
 * @returns half of the length of the line in the circle; -1 if it misses it, -2 outside a corner
 */
function inCorner(at: f64, px: f64, py: f64, a: f64, b: f64): f64 {
	const x = part(6);
	const y = part(7);
	const right = x + part(8);
	const bottom = y + part(9);
	const qx = px + a * at;
	const qy = py + b * at;
	let cx: f64 = 0;
	let cy: f64 = 0;
	let r: f64 = 0;
	if (qx < x + part(10) && qy < y + part(10)) {
		r = part(10);
		cx = x + r;
		cy = y + r;
	} else if (qx > right - part(11) && qy < y + part(11)) {
		r = part(11);
		cx = right - r;
		cy = y + r;
	} else if (qx > right - part(12) && qy > bottom - part(12)) {
		r = part(12);
		cx = right - r;
		cy = bottom - r;
	} else if (qx < x + part(13) && qy > bottom - part(13)) {
		r = part(13);
		cx = x + r;
		cy = bottom - r;
	} else return -2;
	const squared = a * a + b * b;
	nearest = ((cx - px) * a + (cy - py) * b) / squared;
	const dx = px + a * nearest - cx;
	const dy = py + b * nearest - cy;
	const left = r * r - dx * dx - dy * dy;
	return left > 0 ? Math.sqrt(left / squared) : -1;
}

/** The span of a line of the slide. @returns whether there is any */
function spanOf(line: f64): bool {
	const a = part(0);
	const b = part(1);
	const px = part(2) * line + part(4);
	const py = part(3) * line + part(5);
	spanFrom = -f64.MAX_VALUE;
	spanEnd = f64.MAX_VALUE;
	if (!limit(px, a, part(6), part(8)) || !limit(py, b, part(7), part(9))) return false;
	const from = inCorner(spanFrom, px, py, a, b);
	if (from == -1) return false;
	const begin = from >= 0 ? nearest - from : spanFrom;
	const to = inCorner(spanEnd, px, py, a, b);
	if (to == -1) return false;
	if (to >= 0) spanEnd = nearest + to;
	spanFrom = begin;
	return spanEnd > spanFrom;
}

function change(i: i32, by: f64): void {
	unchecked((sums[i] += by));
}

/** Forgets the last row. Call after the shape has changed. */
export function beginShape(): void {
	until = i32.MIN_VALUE;
}

/**
 * Computes the coverage of a row; see COVER and the ranges.
 * @param x of the first pixel
 */
export function coverageOf(x: i32, width: i32, row: i32): void {
	if (row < until) return;
	if (width > MAX_WIDTH) unreachable();
	const upright = part(1) == 0 && part(2) == 0 && part(3) > 0;
	let straight = false;
	until = row + 1;
	if (upright) {
		// Between the arcs, all rows are the same.
		const top = part(7) + max<f64>(part(10), part(11));
		const bottom = part(7) + part(9) - max<f64>(part(12), part(13));
		const first = Math.ceil((top - part(5)) / part(3));
		const end = Math.floor((bottom - part(5)) / part(3));
		straight = <f64>row >= first && <f64>row < end;
		if (straight) until = <i32>min<f64>(end, 1e9);
	}
	const lines = straight ? 1 : LINES;
	const share: f64 = straight ? 1 : 1 / <f64>LINES;
	let least = <f64>width;
	let most: f64 = 0;
	fullFrom = 0;
	fullEnd = width;
	for (let i = 0; i < lines; i++) {
		if (!spanOf(<f64>row + (<f64>i + 0.5) / <f64>LINES)) continue;
		const start = max<f64>(0, spanFrom - <f64>x);
		const end = min<f64>(<f64>width, spanEnd - <f64>x);
		if (!(end > start)) continue;
		least = min<f64>(least, start);
		most = max<f64>(most, end);
		const first = <i32>start;
		const last = <i32>end;
		// The integral of the coverage rises by the covered part of the first pixel, then by one per
		// pixel.
		change(first, share * (<f64>(first + 1) - start));
		change(first + 1, share * (start - <f64>first));
		change(last, -share * (<f64>(last + 1) - end));
		change(last + 1, -share * (end - <f64>last));
		fullFrom = max<i32>(fullFrom, first + 2);
		fullEnd = min<i32>(fullEnd, last);
	}
	if (!(most > least)) {
		coverFrom = coverEnd = fullFrom = fullEnd = 0;
		return;
	}
	coverFrom = <i32>least;
	coverEnd = min<i32>(width, <i32>Math.ceil(most));
	if (fullFrom >= fullEnd) fullFrom = fullEnd = coverEnd;
	let covered = cumulate(coverFrom, fullFrom, 0);
	if (fullFrom < fullEnd) {
		const value = byteOf(covered);
		memory.fill(COVER + <usize>fullFrom, value, fullEnd - fullFrom);
		covered = cumulate(fullEnd, coverEnd, covered);
		if (value < 255) fullFrom = fullEnd = coverEnd;
	}
	unchecked((sums[coverEnd] = 0));
	unchecked((sums[coverEnd + 1] = 0));
}

function byteOf(share: f64): u8 {
	return <u8>(255 * min<f64>(1, max<f64>(0, share)) + 0.5);
}

/** Adds up the changes, and clears them. @returns the coverage of the last pixel */
function cumulate(from: i32, end: i32, start: f64): f64 {
	let covered = start;
	for (let i = from; i < end; i++) {
		covered += unchecked(sums[i]);
		unchecked((sums[i] = 0));
		store<u8>(COVER + <usize>i, byteOf(covered));
	}
	return covered;
}

/**
 * Clips a rectangle of a surface to the shape, or to what is outside of it.
 * @param x of the first pixel on the slide
 */
export function clipToShape(
	at: usize,
	pitch: i32,
	x: i32,
	y: i32,
	width: i32,
	rows: i32,
	outside: bool,
): void {
	beginShape();
	for (let row = 0; row < rows; row++) {
		const to = at + ((<usize>(row * pitch)) << 2);
		coverageOf(x, width, y + row);
		if (outside) {
			if (fullFrom < fullEnd)
				memory.fill(to + ((<usize>fullFrom) << 2), 0, (<usize>(fullEnd - fullFrom)) << 2);
			coverInverse(to, coverFrom, fullFrom);
			coverInverse(to, fullEnd, coverEnd);
			continue;
		}
		memory.fill(to, 0, (<usize>coverFrom) << 2);
		memory.fill(to + ((<usize>coverEnd) << 2), 0, (<usize>(width - coverEnd)) << 2);
		coverPart(to, coverFrom, fullFrom);
		coverPart(to, fullEnd, coverEnd);
	}
}

function coverPart(row: usize, from: i32, end: i32): void {
	if (end > from) coverRow(row + ((<usize>from) << 2), COVER + <usize>from, end - from);
}

function coverInverse(row: usize, from: i32, end: i32): void {
	invert(from, end);
	coverPart(row, from, end);
	// The next row may have the same coverage.
	invert(from, end);
}

function invert(from: i32, end: i32): void {
	for (let i = COVER + <usize>from; i < COVER + <usize>end; i++) store<u8>(i, 255 - load<u8>(i));
}
