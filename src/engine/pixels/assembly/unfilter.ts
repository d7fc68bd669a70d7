/** Undoes the filters of a PNG with 8 bits per channel. */

/** Filter types of the PNG specification. */
const NONE: u8 = 0;
const SUB: u8 = 1;
const UP: u8 = 2;
const AVERAGE: u8 = 3;
const PAETH: u8 = 4;

/**
 * Replaces the filtered bytes of each row with its pixels, in place. Sixteen bytes before the first
 * row and after the last one must be accessible.
 * @param at the filter byte of the first row; each row begins with one
 * @param length bytes of a row without its filter byte
 * @param depth bytes of a pixel, 3 or 4
 * @returns whether all filter types are known; if not, the rows are undefined
 * @see https://www.w3.org/TR/png-3/#9Filters
 */
export function unfilterRows(at: usize, length: i32, rows: i32, depth: i32): bool {
	const pitch = <usize>length + 1;
	for (let y = 0; y < rows; y++, at += pitch) {
		const filter = load<u8>(at);
		const row = at + 1;
		const hasAbove = y > 0;
		// Above the first row, all bytes are 0.
		if (filter == NONE || (filter == UP && !hasAbove)) continue;
		if (filter == UP) addAbove(row, pitch, length);
		else if (filter == SUB || (filter == PAETH && !hasAbove)) addLeft(row, length, depth);
		else if (filter == AVERAGE) addAverage(row, hasAbove ? pitch : 0, length, depth);
		else if (filter == PAETH) addPaeth(row, pitch, length, depth);
		else return false;
	}
	return true;
}

function addAbove(row: usize, pitch: usize, length: i32): void {
	const end = row + length;
	const whole = end - 15;
	for (; row < whole; row += 16) v128.store(row, i8x16.add(v128.load(row), v128.load(row - pitch)));
	for (; row < end; row++) store<u8>(row, load<u8>(row) + load<u8>(row - pitch));
}

function addLeft(row: usize, length: i32, depth: usize): void {
	const end = row + length;
	let left: v128 = i32x4.splat(0);
	for (; row < end; row += depth) {
		left = i8x16.add(left, v128.load32_zero(row));
		storePixel(row, left, depth);
	}
}

/** @param pitch 0 if there is no row above */
function addAverage(row: usize, pitch: usize, length: i32, depth: usize): void {
	const end = row + length;
	const zero = i32x4.splat(0);
	let left = zero;
	for (; row < end; row += depth) {
		const above = pitch == 0 ? zero : v128.load32_zero(row - pitch);
		// The mean rounded down: avgr rounds up, which is one too many if exactly one is odd.
		const odd = v128.and(v128.xor(left, above), i8x16.splat(1));
		const mean = i8x16.sub(i8x16.avgr_u(left, above), odd);
		left = i8x16.add(mean, v128.load32_zero(row));
		storePixel(row, left, depth);
	}
}

/** The value among left, above and above left that is nearest to left + above - above left. */
function addPaeth(row: usize, pitch: usize, length: i32, depth: usize): void {
	const end = row + length;
	let left: v128 = i32x4.splat(0);
	let corner: v128 = i32x4.splat(0);
	for (; row < end; row += depth) {
		const above = i16x8.extend_low_i8x16_u(v128.load32_zero(row - pitch));
		const toAbove = i16x8.sub(left, corner);
		const toLeft = i16x8.sub(above, corner);
		const farLeft = i16x8.abs(toLeft);
		const farAbove = i16x8.abs(toAbove);
		const farCorner = i16x8.abs(i16x8.add(toLeft, toAbove));
		const nearest = i16x8.min_s(i16x8.min_s(farLeft, farAbove), farCorner);
		const aboveOrCorner = v128.bitselect(above, corner, i16x8.eq(nearest, farAbove));
		const predicted = v128.bitselect(left, aboveOrCorner, i16x8.eq(nearest, farLeft));
		const bytes = i8x16.add(i8x16.narrow_i16x8_u(predicted, predicted), v128.load32_zero(row));
		storePixel(row, bytes, depth);
		left = i16x8.extend_low_i8x16_u(bytes);
		corner = above;
	}
}

function storePixel(at: usize, bytes: v128, depth: usize): void {
	if (depth == 4) {
		v128.store32_lane(at, bytes, 0);
		return;
	}
	v128.store16_lane(at, bytes, 0);
	v128.store8_lane(at, bytes, 2, 2);
}
