/**
 * Soft shadows: blurs an alpha mask row by row, and paints a coarse mask on the canvas, scaled up
 * bilinearly.
 */
import { CANVAS, STAGING } from "./areas";
import { beforePainting } from "./canvas-rows";

/** Reach of the blur on each side. Pixels. */
const RADIUS: i32 = 6;
const TAPS: i32 = 2 * RADIUS + 1;
const MAX_COLUMNS: i32 = 8_192;
/** From one row of the window to the next. */
const ROW: i32 = MAX_COLUMNS + 16;
const ROW_BYTES: usize = (<usize>ROW) << 3;

/** Alphas of the current row, with RADIUS zeros on each side; then the result. */
const line = new StaticArray<f64>(MAX_COLUMNS + 2 * RADIUS + 2);
const FIRST: usize = changetype<usize>(line) + ((<usize>RADIUS) << 3);
/**
 * The last rows, blurred horizontally, in the precision of an f32: row r at r modulo TAPS and again
 * TAPS rows below, so that TAPS rows follow each other from any row on. At distances of a power of
 * two they would evict each other from the cache.
 */
const window = new StaticArray<f64>(2 * TAPS * ROW);
const weights = new StaticArray<f64>(RADIUS + 1);

let columns: i32 = 0;
let opacity: f64 = 0;
/** Number of rows read so far. */
let taken: i32 = 0;

/** Weight of the blur at a distance from the centre; those of both sides add up to 1. */
export function setWeight(distance: i32, weight: f64): void {
	weights[distance] = weight;
}

/**
 * Begins a mask.
 * @param shade opacity for a full alpha
 */
export function beginShadow(width: i32, shade: f64): void {
	if (width > MAX_COLUMNS) unreachable();
	columns = width;
	opacity = shade;
	taken = 0;
	memory.fill(changetype<usize>(line), 0, (<usize>line.length) << 3);
	for (let row = 0; row < 2 * TAPS; row++) memory.fill(windowRow(row), 0, (<usize>width) << 3);
}

/**
 * Reads staged RGBA rows and replaces them by as many rows of the mask, one byte per pixel; these
 * lie RADIUS rows above.
 */
export function shadowRows(count: i32): void {
	for (let row = 0; row < count; row++) {
		const from = STAGING + ((<usize>(row * columns)) << 2);
		for (let x = 0; x < columns; x += 2) {
			const alphas = i32x4.shr_u(v128.load64_zero(from + ((<usize>x) << 2)), 24);
			v128.store(FIRST + ((<usize>x) << 3), f64x2.convert_low_i32x4_u(alphas));
		}
		// Clear it again: the second of the last two values may be beyond the row.
		store<f64>(FIRST + ((<usize>columns) << 3), 0);
		blurAcross();
		blurDown(STAGING + <usize>(row * columns));
		taken++;
	}
}

function weight(distance: i32): v128 {
	return f64x2.splat(unchecked(weights[distance]));
}

/** Adds the values at two places, and multiplies by a factor. */
function pair(a: usize, b: usize, factor: v128): v128 {
	return f64x2.mul(f64x2.add(v128.load(a), v128.load(b)), factor);
}

/**
 * Weighted sum of each value of a row and its neighbours on both sides, which are a stride apart.
 */
function blur(from: usize, stride: usize, to: usize): void {
	const k0 = weight(0);
	const k1 = weight(1);
	const k2 = weight(2);
	const k3 = weight(3);
	const k4 = weight(4);
	const k5 = weight(5);
	const k6 = weight(6);
	for (let x = 0; x < columns; x += 2) {
		const at = (<usize>x) << 3;
		const p = from + at;
		let sum = f64x2.mul(v128.load(p), k0);
		sum = f64x2.add(sum, pair(p - stride, p + stride, k1));
		sum = f64x2.add(sum, pair(p - 2 * stride, p + 2 * stride, k2));
		sum = f64x2.add(sum, pair(p - 3 * stride, p + 3 * stride, k3));
		sum = f64x2.add(sum, pair(p - 4 * stride, p + 4 * stride, k4));
		sum = f64x2.add(sum, pair(p - 5 * stride, p + 5 * stride, k5));
		sum = f64x2.add(sum, pair(p - 6 * stride, p + 6 * stride, k6));
		v128.store(to + at, sum);
	}
}

function windowRow(row: i32): usize {
	return changetype<usize>(window) + <usize>row * ROW_BYTES;
}

/** Blurs the current row into the window. */
function blurAcross(): void {
	const row = windowRow(taken % TAPS);
	blur(FIRST, 8, row);
	for (let x = 0; x < columns; x += 2) {
		const at = row + ((<usize>x) << 3);
		const rounded = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(v128.load(at)));
		v128.store(at, rounded);
		v128.store(at + <usize>TAPS * ROW_BYTES, rounded);
	}
}

/** Blurs the middle of the last rows, which is RADIUS rows above the newest. */
function blurDown(to: usize): void {
	blur(windowRow(((taken + 1) % TAPS) + RADIUS), ROW_BYTES, FIRST);
	for (let x = 0; x < columns; x += 2) {
		const sum = v128.load(FIRST + ((<usize>x) << 3));
		const shade = f64x2.add(f64x2.mul(sum, f64x2.splat(opacity)), f64x2.splat(0.5));
		const bytes = i32x4.trunc_sat_f64x2_s_zero(shade);
		v128.store8_lane(to + x, bytes, 0);
		// May be one too many: the staged row that it overwrites has already been read.
		v128.store8_lane(to + x + 1, bytes, 4);
	}
}

/**
 * The column of the mask on the left of each column of the canvas, and the weight of the next,
 * 0..256.
 */
const left = new StaticArray<u16>(MAX_COLUMNS);
const nextWeight = new StaticArray<u16>(MAX_COLUMNS);
/** The current row of the mask, 8 fractional bits, each with the difference to the next column. */
const shades = new StaticArray<i32>(2 * MAX_COLUMNS + 6);

/** Places column `i` of the shaded part between two columns of the mask, or on one. */
export function setColumn(i: i32, first: i32, second: i32, weight: i32): void {
	left[i] = <u16>first;
	nextWeight[i] = first == second ? 0 : <u16>weight;
}

/**
 * Darkens one row of the canvas by a row between two staged rows of a mask.
 * @param at first pixel on the canvas
 * @param width pixels to darken, as set by setColumn
 * @param maskColumns bytes of a row of the mask
 * @param second offset of the lower row in the staging area. Bytes
 * @param weight of the lower row, 0..256
 * @param skipFrom first of the pixels to skip, of `width`; `skipTo` is the one after them
 */
export function shadeRow(
	at: i32,
	width: i32,
	maskColumns: i32,
	second: i32,
	weight: i32,
	skipFrom: i32,
	skipTo: i32,
): void {
	if (!mixRows(maskColumns, <usize>second, weight)) return;
	beforePainting(at, 1);
	shadePixels(at, 0, min(skipFrom, width));
	shadePixels(at, skipTo, width);
}

/** @param i first pixel of the row whose first is `at` */
function shadePixels(at: i32, i: i32, end: i32): void {
	let to = CANVAS + ((<usize>(at + i)) << 2);
	for (; i + 4 <= end; i += 4, to += 16) {
		const dark = darkness4(i);
		if (v128.any_true(dark)) v128.store(to, darken4(v128.load(to), dark));
	}
	for (; i < end; i++, to += 4) {
		const pixel = v128.load32_zero(to);
		v128.store32_lane(to, darken4(pixel, i32x4.splat(darkness(i))), 0);
	}
}

/** Mixes two staged rows, 8 fractional bits: see shades. @returns whether any of it is shaded */
function mixRows(maskColumns: i32, second: usize, weight: i32): bool {
	const base = changetype<usize>(shades);
	const below = i16x8.splat(<i16>weight);
	const above = i16x8.splat(<i16>(256 - weight));
	let any = i32x4.splat(0);
	for (let i = 0; i < maskColumns; i += 4) {
		const at = STAGING + <usize>i;
		const inside = i32x4.gt_s(i32x4.splat(maskColumns - i), i32x4(0, 1, 2, 3));
		const here = v128.and(mix4(at, second, above, below), inside);
		// The values after the last column have no weight.
		const more = i32x4.sub(mix4(at + 1, second, above, below), here);
		any = v128.or(any, here);
		v128.store(base + ((<usize>i) << 3), v128.shuffle<i32>(here, more, 0, 4, 1, 5));
		v128.store(base + ((<usize>i) << 3), v128.shuffle<i32>(here, more, 2, 6, 3, 7), 16);
	}
	return v128.any_true(any);
}

/** Four columns between two staged rows: at most 255 * 256, which fits in 16 bits. */
function mix4(at: usize, second: usize, above: v128, below: v128): v128 {
	const first = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(at)), above);
	const other = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(at + second)), below);
	return i32x4.extend_low_i16x8_u(i16x8.add(first, other));
}

/** How much of the light a pixel loses, 0..255. */
function darkness(i: i32): i32 {
	const from = 2 * unchecked(left[i]);
	const more = unchecked(shades[from + 1]) * <i32>unchecked(nextWeight[i]);
	return ((unchecked(shades[from]) << 8) + more + 32_768) >> 16;
}

/** The same for four pixels. */
function darkness4(i: i32): v128 {
	const base = changetype<usize>(shades);
	let two = v128.load64_zero(base + ((<usize>unchecked(left[i])) << 3));
	two = v128.load64_lane(base + ((<usize>unchecked(left[i + 1])) << 3), two, 1);
	let others = v128.load64_zero(base + ((<usize>unchecked(left[i + 2])) << 3));
	others = v128.load64_lane(base + ((<usize>unchecked(left[i + 3])) << 3), others, 1);
	const weights = changetype<usize>(nextWeight) + ((<usize>i) << 1);
	const shade = v128.shuffle<i32>(two, others, 0, 2, 4, 6);
	const more = v128.shuffle<i32>(two, others, 1, 3, 5, 7);
	const part = i32x4.extend_low_i16x8_u(v128.load64_zero(weights));
	const value = i32x4.add(i32x4.shl(shade, 8), i32x4.mul(more, part));
	return i32x4.shr_s(i32x4.add(value, i32x4.splat(32_768)), 16);
}

/** Four pixels with less light, opaque; divides by 255 as in blend.ts. */
function darken4(pixels: v128, dark: v128): v128 {
	const rest = i32x4.sub(i32x4.splat(255), dark);
	const half = i16x8.splat(128);
	const low = i16x8.add(
		i16x8.mul(
			i16x8.extend_low_i8x16_u(pixels),
			v128.shuffle<i16>(rest, rest, 0, 0, 0, 0, 2, 2, 2, 2),
		),
		half,
	);
	const high = i16x8.add(
		i16x8.mul(
			i16x8.extend_high_i8x16_u(pixels),
			v128.shuffle<i16>(rest, rest, 4, 4, 4, 4, 6, 6, 6, 6),
		),
		half,
	);
	return v128.or(
		i8x16.narrow_i16x8_u(
			i16x8.shr_u(i16x8.add(low, i16x8.shr_u(low, 8)), 8),
			i16x8.shr_u(i16x8.add(high, i16x8.shr_u(high, 8)), 8),
		),
		i32x4.splat(0xff000000),
	);
}
