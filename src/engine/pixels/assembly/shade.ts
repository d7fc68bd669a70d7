/** Paints a colour through a coarse mask of opacities, which is scaled up bilinearly and dithered. */
import { beforePainting } from "./canvas-rows";
import { thresholds } from "./dither";
import { ALPHA, div255 } from "./pixels";
import { MAX_WIDTH } from "./spans";

/** The column of the mask on the left of each pixel, and the weight of the next, 0 to 256. */
const left = new StaticArray<u16>(MAX_WIDTH + 4);
const nextWeight = new StaticArray<u16>(MAX_WIDTH + 4);
/** The current row of the mask, 8 fractional bits, each with the difference to the next column. */
const shades = new StaticArray<i32>(2 * MAX_WIDTH + 8);

/** A place between two columns or rows of the mask. */
let first: i32 = 0;
let second: i32 = 0;
let weight: i32 = 0;

/**
 * @param pixel of the slide, on the same axis as `start` and `size`, which place the mask
 * @param count columns or rows of the mask
 */
function sample(pixel: i32, start: f64, size: f64, count: i32): void {
	const at = ((<f64>pixel + 0.5 - start) * <f64>count) / size - 0.5;
	const whole = Math.floor(at);
	first = <i32>min<f64>(<f64>(count - 1), max<f64>(0, whole));
	second = <i32>min<f64>(<f64>(count - 1), max<f64>(0, whole + 1));
	weight = <i32>Math.floor((at - whole) * 256 + 0.5);
}

/** Where the mask lies on the slide. */
let placeX: f64 = 0;
let placeY: f64 = 0;
let placeWidth: f64 = 0;
let placeHeight: f64 = 0;

export function placeMask(x: f64, y: f64, width: f64, height: f64): void {
	placeX = x;
	placeY = y;
	placeWidth = width;
	placeHeight = height;
}

/** What is covered later and need not be painted, on the slide: pixels from, end; rows from, end. */
let skipLeft: i32 = 0;
let skipRight: i32 = 0;
let skipTop: i32 = 0;
let skipBottom: i32 = 0;

export function skipPart(fromX: i32, endX: i32, fromY: i32, endY: i32): void {
	skipLeft = fromX;
	skipRight = endX;
	skipTop = fromY;
	skipBottom = endY;
}

/**
 * Paints a rectangle.
 * @param at address of its first pixel, which is (x, y) on the slide
 * @param mask a byte for each cell; eight more bytes must be readable
 * @param color RGB, 0xBBGGRR
 * @param onCanvas whether the surface is the canvas
 */
export function shadeRows(
	at: usize,
	pitch: i32,
	x: i32,
	y: i32,
	width: i32,
	rows: i32,
	mask: usize,
	columns: i32,
	maskRows: i32,
	color: i32,
	onCanvas: bool,
): void {
	if (width > MAX_WIDTH || columns > MAX_WIDTH) unreachable();
	for (let i = 0; i < width; i++) {
		sample(x + i, placeX, placeWidth, columns);
		unchecked((left[i] = <u16>first));
		unchecked((nextWeight[i] = first == second ? 0 : <u16>weight));
	}
	const tint = i16x8.extend_low_i8x16_u(i32x4.splat(color | ALPHA));
	for (let row = 0; row < rows; row++) {
		sample(y + row, placeY, placeHeight, maskRows);
		const upper = mask + <usize>(first * columns);
		const lower = mask + <usize>(second * columns);
		if (!mixRows(upper, lower, columns, weight)) continue;
		if (onCanvas) beforePainting(y + row, 1);
		const to = at + ((<usize>(row * pitch)) << 2);
		const skips = y + row >= skipTop && y + row < skipBottom;
		const from = skips ? min(width, max(0, skipLeft - x)) : width;
		const end = skips ? min(width, max(from, skipRight - x)) : width;
		shadePart(to, x, y + row, 0, from, tint);
		shadePart(to, x, y + row, end, width, tint);
	}
}

/** Mixes two rows of the mask into `shades`. @returns whether any of it is not zero */
function mixRows(upper: usize, lower: usize, columns: i32, share: i32): bool {
	const base = changetype<usize>(shades);
	const below = i16x8.splat(<i16>share);
	const above = i16x8.splat(<i16>(256 - share));
	let any = i32x4.splat(0);
	for (let i = 0; i < columns; i += 4) {
		const inside = i32x4.gt_s(i32x4.splat(columns - i), i32x4(0, 1, 2, 3));
		const here = v128.and(mix4(upper + <usize>i, lower + <usize>i, above, below), inside);
		// The value after the last column has no weight.
		const next = mix4(upper + <usize>i + 1, lower + <usize>i + 1, above, below);
		const more = i32x4.sub(next, here);
		any = v128.or(any, here);
		v128.store(base + ((<usize>i) << 3), v128.shuffle<i32>(here, more, 0, 4, 1, 5));
		v128.store(base + ((<usize>i) << 3), v128.shuffle<i32>(here, more, 2, 6, 3, 7), 16);
	}
	return v128.any_true(any);
}

/** Four columns between two rows: at most 255 * 256, which fits in 16 bits. */
function mix4(upper: usize, lower: usize, above: v128, below: v128): v128 {
	const one = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(upper)), above);
	const other = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(lower)), below);
	return i32x4.extend_low_i16x8_u(i16x8.add(one, other));
}

/** @param i first pixel of the row that begins at `row` */
function shadePart(row: usize, x: i32, y: i32, i: i32, end: i32, tint: v128): void {
	for (; i < end; i += 4) {
		const alphas = opacities(i, x + i, y);
		if (!v128.any_true(alphas)) continue;
		const to = row + ((<usize>i) << 2);
		if (i + 4 <= end) {
			v128.store(to, shaded(v128.load(to), alphas, tint));
			continue;
		}
		for (let k = i; k < end; k++) {
			const one = row + ((<usize>k) << 2);
			const alpha = i32x4.splat(lane(alphas, k - i));
			v128.store32_lane(one, shaded(v128.load32_zero(one), alpha, tint), 0);
		}
	}
}

function lane(numbers: v128, i: i32): i32 {
	if (i == 0) return i32x4.extract_lane(numbers, 0);
	return i == 1 ? i32x4.extract_lane(numbers, 1) : i32x4.extract_lane(numbers, 2);
}

/** The opacities of four pixels, 0 to 255. @param i first of them in the row */
function opacities(i: i32, x: i32, y: i32): v128 {
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
	return i32x4.shr_s(i32x4.add(value, thresholds(x, y)), 16);
}

/** Four pixels under a colour. */
function shaded(pixels: v128, alphas: v128, tint: v128): v128 {
	const rest = i32x4.sub(i32x4.splat(255), alphas);
	const low = i16x8.add(
		i16x8.mul(i16x8.extend_low_i8x16_u(pixels), lowShares(rest)),
		i16x8.mul(tint, lowShares(alphas)),
	);
	const high = i16x8.add(
		i16x8.mul(i16x8.extend_high_i8x16_u(pixels), highShares(rest)),
		i16x8.mul(tint, highShares(alphas)),
	);
	return i8x16.narrow_i16x8_u(div255(low), div255(high));
}

/** The first two of four numbers, each for the channels of its pixel. */
function lowShares(numbers: v128): v128 {
	return v128.shuffle<i16>(numbers, numbers, 0, 0, 0, 0, 2, 2, 2, 2);
}

function highShares(numbers: v128): v128 {
	return v128.shuffle<i16>(numbers, numbers, 4, 4, 4, 4, 6, 6, 6, 6);
}
