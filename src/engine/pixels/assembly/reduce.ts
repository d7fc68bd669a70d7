/**
 * Scales pictures down with the integers of libvips, so that every byte is the same: first averages
 * of whole pixels (shrink), then weighted sums (reduce), vertically and then horizontally.
 * @see https://github.com/libvips/libvips/tree/master/libvips/resample
 */

/** Sums of weighted values are divided by 4096, rounded. */
const WEIGHT_BITS: i32 = 12;
const HALF: i32 = 1 << (WEIGHT_BITS - 1);
/** Maximum number of weights, rounded up to pairs: see reduce.ts in the folder above. */
const MAX_WEIGHTS: i32 = 32;
const lines = new StaticArray<usize>(MAX_WEIGHTS);

/** Bytes of an entry in a table of places: a position, and the address of its weights. */
const ENTRY: usize = 8;

/** The sum of n values of a byte, divided by n and rounded, as libvips does it. */
function mean(sum: v128, factor: i32): v128 {
	const multiplier = <u32>(((<u64>1) << 32) / (<u64>256 * <u64>factor));
	const rounded = i32x4.add(sum, i32x4.splat(factor >> 1));
	return i32x4.shr_u(i32x4.mul(rounded, i32x4.splat(multiplier)), 24);
}

/**
 * Averages groups of rows; the last row is repeated if the last group is incomplete. Sixteen bytes
 * after both pictures must be accessible.
 * @param length bytes of a row, `pitch` from one to the next
 * @param factor rows of a group
 * @param to the result, without gaps between rows
 */
export function shrinkRows(
	from: usize,
	pitch: usize,
	length: i32,
	rows: i32,
	factor: i32,
	to: usize,
): void {
	for (let first = 0; first < rows; first += factor, to += length) {
		for (let i = 0; i < length; i += 16) {
			let a: v128 = i32x4.splat(0);
			let b: v128 = i32x4.splat(0);
			let c: v128 = i32x4.splat(0);
			let d: v128 = i32x4.splat(0);
			for (let n = 0; n < factor; n++) {
				const bytes = v128.load(from + <usize>min(rows - 1, first + n) * pitch + i);
				const low = i16x8.extend_low_i8x16_u(bytes);
				const high = i16x8.extend_high_i8x16_u(bytes);
				a = i32x4.add(a, i32x4.extend_low_i16x8_u(low));
				b = i32x4.add(b, i32x4.extend_high_i16x8_u(low));
				c = i32x4.add(c, i32x4.extend_low_i16x8_u(high));
				d = i32x4.add(d, i32x4.extend_high_i16x8_u(high));
			}
			const low = i16x8.narrow_i32x4_u(mean(a, factor), mean(b, factor));
			const high = i16x8.narrow_i32x4_u(mean(c, factor), mean(d, factor));
			v128.store(to + i, i8x16.narrow_i16x8_u(low, high));
		}
	}
}

/**
 * Averages groups of columns; the last column is repeated if the last group is incomplete.
 * @param depth bytes of a pixel, 3 or 4
 * @param pitch bytes from one row to the next
 * @param to the result, without gaps between rows; one byte after it must be writable
 */
export function shrinkColumns(
	from: usize,
	pitch: usize,
	depth: usize,
	columns: i32,
	rows: i32,
	factor: i32,
	to: usize,
): void {
	for (let y = 0; y < rows; y++, from += pitch) {
		for (let first = 0; first < columns; first += factor, to += depth) {
			let sum: v128 = i32x4.splat(0);
			for (let n = 0; n < factor; n++)
				sum = i32x4.add(sum, pixel(from + <usize>min(columns - 1, first + n) * depth));
			storePixel(to, mean(sum, factor));
		}
	}
}

/**
 * Weighted sums of rows; the first and last rows are repeated beyond the ends. Sixteen bytes after
 * both pictures must be accessible.
 * @param length bytes of a row, `pitch` from one to the next
 * @param places an entry for each row of the result: the first row of the sum, which may be
 * negative, and the address of its weights, of 16 bits
 * @param pairs of weights
 * @param to the result, without gaps between rows
 */
export function reduceRows(
	from: usize,
	pitch: usize,
	length: i32,
	rows: i32,
	places: usize,
	pairs: i32,
	results: i32,
	to: usize,
): void {
	for (let y = 0; y < results; y++, places += ENTRY, to += length) {
		const first = load<i32>(places);
		const weights = <usize>load<u32>(places, 4);
		for (let n = 0; n < 2 * pairs; n++)
			unchecked((lines[n] = from + <usize>max(0, min(rows - 1, first + n)) * pitch));
		for (let i: usize = 0; i < <usize>length; i += 16) {
			let a: v128 = i32x4.splat(HALF);
			let b: v128 = i32x4.splat(HALF);
			let c: v128 = i32x4.splat(HALF);
			let d: v128 = i32x4.splat(HALF);
			for (let n = 0; n < pairs; n++) {
				const two = v128.load32_splat(weights + ((<usize>n) << 2));
				const upper = v128.load(unchecked(lines[2 * n]) + i);
				const lower = v128.load(unchecked(lines[2 * n + 1]) + i);
				const left = interleaveLow(upper, lower);
				const right = interleaveHigh(upper, lower);
				a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(left), two));
				b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(left), two));
				c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(right), two));
				d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(right), two));
			}
			const low = i16x8.narrow_i32x4_s(divided(a), divided(b));
			const high = i16x8.narrow_i32x4_s(divided(c), divided(d));
			v128.store(to + i, i8x16.narrow_i16x8_u(low, high));
		}
	}
}

/**
 * Weighted sums of columns; the first and last columns are repeated beyond the ends.
 * @param depth bytes of a pixel, 3 or 4
 * @param pitch bytes from one row to the next
 * @param places an entry for each column of the result, as for reduceRows
 * @param pairs of weights
 * @param to the result, without gaps between rows; one byte after it must be writable
 * @param scratch room for a row and 4 * pairs more pixels, of four bytes, and 16 bytes
 */
export function reduceColumns(
	from: usize,
	pitch: usize,
	depth: usize,
	columns: i32,
	rows: i32,
	places: usize,
	pairs: i32,
	results: i32,
	to: usize,
	scratch: usize,
): void {
	// The sums reach at most this far beyond either end of a row.
	const margin = 2 * pairs;
	const line = scratch + ((<usize>margin) << 2);
	const lineEnd = line + ((<usize>columns) << 2);
	for (let y = 0; y < rows; y++, from += pitch) {
		for (let at = line, pixel = from; at < lineEnd; at += 4, pixel += depth)
			store<u32>(at, load<u32>(pixel));
		for (let at = scratch; at < line; at += 4) store<u32>(at, load<u32>(line));
		for (let i = 0; i < margin; i++)
			store<u32>(lineEnd + ((<usize>i) << 2), load<u32>(lineEnd - 4));
		for (let entry = places, x = 0; x < results; x++, entry += ENTRY, to += depth) {
			let at = line + ((<isize>load<i32>(entry)) << 2);
			const weights = <usize>load<u32>(entry, 4);
			let sum: v128 = i32x4.splat(HALF);
			for (let n = 0; n < pairs; n++, at += 8) {
				const two = v128.load64_zero(at);
				const paired = i8x16.shuffle(two, two, 0, 4, 1, 5, 2, 6, 3, 7, 0, 0, 0, 0, 0, 0, 0, 0);
				const by = v128.load32_splat(weights + ((<usize>n) << 2));
				sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(paired), by));
			}
			storePixel(to, divided(sum));
		}
	}
}

function divided(sum: v128): v128 {
	return i32x4.shr_s(sum, WEIGHT_BITS);
}
function interleaveLow(a: v128, b: v128): v128 {
	return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
function interleaveHigh(a: v128, b: v128): v128 {
	return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/**
 * Multiplies the colours of straight RGBA pixels by their alphas, rounded down as libvips does it.
 * Sixteen bytes after the picture must be accessible.
 * @param pitch bytes from one row to the next
 */
export function premultiplyDown(at: usize, pitch: usize, columns: i32, rows: i32): void {
	const alphas = i32x4.splat(0xff000000);
	for (let y = 0; y < rows; y++, at += pitch) {
		const end = at + ((<usize>columns) << 2);
		const whole = end - 12;
		for (let to = at; to < end; ) {
			// Most pixels are opaque or transparent, as are the three after them.
			if (to < whole) {
				const own = v128.and(v128.load(to), alphas);
				if (!v128.any_true(own)) v128.store(to, i32x4.splat(0));
				if (!v128.any_true(own) || i32x4.all_true(i32x4.eq(own, alphas))) {
					to += 16;
					continue;
				}
			}
			const alpha = load<u8>(to, 3);
			if (alpha != 255) {
				const share = f32x4.splat(<f32>(<f64>alpha / 255));
				storeColors(to, f32x4.mul(f32x4.convert_i32x4_u(pixel(to)), share), alpha);
			}
			to += 4;
		}
	}
}

/**
 * Divides the colours of premultiplied RGBA pixels by their alphas, rounded down.
 * @param pitch bytes from one row to the next
 */
export function unpremultiplyDown(at: usize, pitch: usize, columns: i32, rows: i32): void {
	for (let y = 0; y < rows; y++, at += pitch) {
		const end = at + ((<usize>columns) << 2);
		for (let to = at; to < end; to += 4) {
			const alpha = load<u8>(to, 3);
			if (alpha == 255) continue;
			const share = f32x4.splat(alpha == 0 ? 0 : <f32>(255 / <f64>alpha));
			storeColors(to, f32x4.mul(f32x4.convert_i32x4_u(pixel(to)), share), alpha);
		}
	}
}

function storeColors(at: usize, values: v128, alpha: i32): void {
	storePixel(at, i32x4.replace_lane(i32x4.trunc_sat_f32x4_u(values), 3, alpha));
}

function pixel(at: usize): v128 {
	return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/** Writes four bytes; those beyond a pixel of three are written again with the next pixel. */
function storePixel(at: usize, values: v128): void {
	const halves = i16x8.narrow_i32x4_s(values, values);
	v128.store32_lane(at, i8x16.narrow_i16x8_u(halves, halves), 0);
}
