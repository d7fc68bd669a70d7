/** Enlarges RGB pictures with Catmull-Rom splines, first vertically, then horizontally. */

/** Number of rows that contribute to a pixel. */
const TAPS: i32 = 4;
/** Pixels that are repeated beyond each end of a line. */
const MARGIN: i32 = 2;
const held = new StaticArray<i32>(TAPS);

/** Bytes of a line of `width` pixels in single precision, with its margins: a multiple of 16. */
function lineBytes(width: i32): usize {
	return ((<usize>(3 * (width + 2 * MARGIN) + 7)) << 2) & ~15;
}

/** The weights of the four values around a position. */
function weights(t: f32, to: usize): void {
	store<f32>(to, ((-0.5 * t + 1) * t - 0.5) * t);
	store<f32>(to, (1.5 * t - 2.5) * t * t + 1, 4);
	store<f32>(to, ((-1.5 * t + 2) * t + 0.5) * t, 8);
	store<f32>(to, (0.5 * t - 0.5) * t * t, 12);
}

/**
 * @param from RGB of width x height; four more bytes must be readable
 * @param to RGB of columns x rows; four more bytes must be writable
 * @param startX centre of the first output pixel, relative to the centre of the picture's first
 * @param stepX pixels of the picture per output pixel, at most 1
 * @param scratch room for five lines of floats with their margins, and 20 bytes per column
 */
export function enlargeRgb(
	from: usize,
	width: i32,
	height: i32,
	to: usize,
	columns: i32,
	rows: i32,
	startX: f64,
	stepX: f64,
	startY: f64,
	stepY: f64,
	scratch: usize,
): void {
	const bytes = lineBytes(width);
	const mixed = scratch + 4 * bytes;
	const table = mixed + bytes;
	for (let i = 0; i < TAPS; i++) held[i] = -1;
	for (let x = 0; x < columns; x++) {
		const place = max<f64>(0, min<f64>(<f64>(width - 1), startX + <f64>x * stepX));
		const left = <i32>place;
		const entry = table + <usize>(20 * x);
		store<i32>(entry, 12 * (left + MARGIN - 1));
		weights(<f32>(place - <f64>left), entry + 4);
	}
	const down = memory.data(16);
	for (let y = 0; y < rows; y++) {
		const place = max<f64>(0, min<f64>(<f64>(height - 1), startY + <f64>y * stepY));
		const top = <i32>place;
		weights(<f32>(place - <f64>top), down);
		const a = line(from, width, max(0, top - 1), scratch);
		const b = line(from, width, top, scratch);
		const c = line(from, width, min(height - 1, top + 1), scratch);
		const d = line(from, width, min(height - 1, top + 2), scratch);
		mixLines(a, b, c, d, down, mixed, bytes);
		to = across(mixed, table, columns, to);
	}
}

/** A row of the picture in single precision; the last four are kept. */
function line(from: usize, width: i32, row: i32, scratch: usize): usize {
	const bytes = lineBytes(width);
	const at = scratch + <usize>(row & 3) * bytes;
	if (unchecked(held[row & 3]) == row) return at;
	unchecked((held[row & 3] = row));
	let source = from + 3 * <usize>row * <usize>width;
	const first = at + <usize>(12 * MARGIN);
	const end = first + <usize>(12 * width);
	for (let to = first; to < end; to += 16, source += 4) {
		const words = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(source)));
		v128.store(to, f32x4.convert_i32x4_u(words));
	}
	for (let i = 0; i < MARGIN; i++) {
		memory.copy(at + <usize>(12 * i), first, 12);
		memory.copy(end + <usize>(12 * i), end - 12, 12);
	}
	return at;
}

function mixLines(
	a: usize,
	b: usize,
	c: usize,
	d: usize,
	down: usize,
	to: usize,
	bytes: usize,
): void {
	const w0 = v128.load32_splat(down);
	const w1 = v128.load32_splat(down, 4);
	const w2 = v128.load32_splat(down, 8);
	const w3 = v128.load32_splat(down, 12);
	for (let i: usize = 0; i < bytes; i += 16) {
		const outer = f32x4.add(f32x4.mul(v128.load(a + i), w0), f32x4.mul(v128.load(d + i), w3));
		const inner = f32x4.add(f32x4.mul(v128.load(b + i), w1), f32x4.mul(v128.load(c + i), w2));
		v128.store(to + i, f32x4.add(outer, inner));
	}
}

/** @returns where the next row is written */
function across(from: usize, table: usize, columns: i32, to: usize): usize {
	const half = f32x4.splat(0.5);
	for (let x = 0; x < columns; x++, to += 3, table += 20) {
		const at = from + <usize>load<i32>(table);
		const outer = f32x4.add(
			f32x4.mul(v128.load(at), v128.load32_splat(table, 4)),
			f32x4.mul(v128.load(at, 36), v128.load32_splat(table, 16)),
		);
		const inner = f32x4.add(
			f32x4.mul(v128.load(at, 12), v128.load32_splat(table, 8)),
			f32x4.mul(v128.load(at, 24), v128.load32_splat(table, 12)),
		);
		const words = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.add(outer, inner), half));
		const halves = i16x8.narrow_i32x4_s(words, words);
		v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
	}
	return to;
}
