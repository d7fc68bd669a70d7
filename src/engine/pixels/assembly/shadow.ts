/** Soft shadows: blurs an alpha mask row by row. */
import { STAGING } from "./areas";

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
