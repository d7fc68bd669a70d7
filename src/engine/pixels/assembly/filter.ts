/**
 * Colour filters: affine maps of red, green and blue, applied in order; each result is clamped to
 * the range of a byte, as in CSS. Four pixels at a time, rounded once.
 */
import { STAGING } from "./areas";

/** Most maps in a sequence. */
const MAX_MAPS: i32 = 8;
/** Three rows of four values: factors of red, green and blue, and an offset, 0..255. */
const MAP_VALUES: i32 = 12;
const maps = new StaticArray<f32>(MAX_MAPS * MAP_VALUES);
/** The last pixels, if there are fewer than four. */
const tail = new StaticArray<u8>(16);

/** Sets one value of a map; maps are stored one after the other, starting with the row for red. */
export function setFilterValue(i: i32, value: f32): void {
	maps[i] = value;
}

/**
 * Filters staged pixels in place; alpha is unchanged.
 * @param channels 3 or 4, straight alpha
 * @param count number of maps
 */
export function filterStaged(pixels: i32, channels: i32, count: i32): void {
	const stride = <usize>(4 * channels);
	const grey = count == 1 && givesGrey();
	let at = STAGING;
	for (let i = 4; i <= pixels; i += 4, at += stride) {
		if (grey) {
			if (channels == 4) v128.store(at, grey4(v128.load(at)));
			else storeRgb(at, grey4(loadRgb(at)));
		} else if (channels == 4) v128.store(at, filter4(v128.load(at), count));
		else storeRgb(at, filter4(loadRgb(at), count));
	}
	const rest = pixels & 3;
	if (rest == 0) return;
	const last = changetype<usize>(tail);
	const bytes = <usize>(rest * channels);
	memory.copy(last, at, bytes);
	if (channels == 4) v128.store(last, filter4(v128.load(last), count));
	else storeRgb(last, filter4(loadRgb(last), count));
	memory.copy(at, last, bytes);
}

/** Loads four RGB pixels as RGBA without alpha: twelve of the sixteen bytes that are read. */
function loadRgb(at: usize): v128 {
	return i8x16.swizzle(v128.load(at), i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16));
}

function storeRgb(at: usize, pixels: v128): void {
	const packed = i8x16.swizzle(
		pixels,
		i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16),
	);
	v128.store64_lane(at, packed, 0);
	v128.store32_lane(at, packed, 2, 8);
}

function channel(pixels: v128, shift: i32): v128 {
	const bytes = v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255));
	return f32x4.convert_i32x4_u(bytes);
}

/** One row of a map. */
function row(at: usize, red: v128, green: v128, blue: v128): v128 {
	const sum = f32x4.add(
		f32x4.add(f32x4.mul(red, v128.load32_splat(at)), f32x4.mul(green, v128.load32_splat(at, 4))),
		f32x4.add(f32x4.mul(blue, v128.load32_splat(at, 8)), v128.load32_splat(at, 12)),
	);
	return f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), sum));
}

/** Whether the first map gives red, green and blue the same value, so that one row is enough. */
function givesGrey(): bool {
	const at = changetype<usize>(maps);
	return memory.compare(at, at + 16, 16) == 0 && memory.compare(at, at + 32, 16) == 0;
}

/** Like filter4 with such a map, in half the time. */
function grey4(pixels: v128): v128 {
	const at = changetype<usize>(maps);
	const value = row(at, channel(pixels, 0), channel(pixels, 8), channel(pixels, 16));
	const words = i32x4.trunc_sat_f32x4_s(f32x4.add(value, f32x4.splat(0.5)));
	const colour = i8x16.swizzle(words, i8x16(0, 0, 0, 16, 4, 4, 4, 16, 8, 8, 8, 16, 12, 12, 12, 16));
	return v128.or(colour, v128.and(pixels, i32x4.splat(0xff000000)));
}

function filter4(pixels: v128, count: i32): v128 {
	let red = channel(pixels, 0);
	let green = channel(pixels, 8);
	let blue = channel(pixels, 16);
	let at = changetype<usize>(maps);
	for (let i = 0; i < count; i++, at += <usize>(4 * MAP_VALUES)) {
		const r = row(at, red, green, blue);
		const g = row(at + 16, red, green, blue);
		blue = row(at + 32, red, green, blue);
		red = r;
		green = g;
	}
	const half = f32x4.splat(0.5);
	const r = i32x4.trunc_sat_f32x4_s(f32x4.add(red, half));
	const g = i32x4.shl(i32x4.trunc_sat_f32x4_s(f32x4.add(green, half)), 8);
	const b = i32x4.shl(i32x4.trunc_sat_f32x4_s(f32x4.add(blue, half)), 16);
	const alpha = v128.and(pixels, i32x4.splat(0xff000000));
	return v128.or(v128.or(r, g), v128.or(b, alpha));
}
