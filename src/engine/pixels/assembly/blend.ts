/**
 * Source-over (Porter and Duff) in 8 bits on the opaque canvas, four pixels at a time. x / 255 is
 * rounded as (x + 128 + ((x + 128) >> 8)) >> 8 (Blinn, "Three Wrongs Make a Right"), exact for all
 * products of two bytes; intermediate values fit in 16 bits.
 */
import { CANVAS, STAGING } from "./areas";
import { beforePainting } from "./canvas-rows";

const ALPHA: i32 = 0xff000000;

/** Products of bytes, divided by 255 and rounded. */
function div255(products: v128): v128 {
	const x = i16x8.add(products, i16x8.splat(128));
	return i16x8.shr_u(i16x8.add(x, i16x8.shr_u(x, 8)), 8);
}

/** The pixels of `below` times the inverse alphas of `above`. */
function remainder(below: v128, above: v128): v128 {
	const alpha = i8x16.swizzle(above, i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
	const rest = v128.not(alpha);
	return i8x16.narrow_i16x8_u(
		div255(i16x8.extmul_low_i8x16_u(below, rest)),
		div255(i16x8.extmul_high_i8x16_u(below, rest)),
	);
}

function overPremultiplied(below: v128, above: v128): v128 {
	return i8x16.add(above, remainder(below, above));
}

function overStraight(below: v128, above: v128): v128 {
	const alpha = i8x16.swizzle(above, i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
	const rest = v128.not(alpha);
	// The canvas is opaque, so its own alpha stays: 255 * alpha + 255 * rest.
	const opaque = v128.or(above, i32x4.splat(ALPHA));
	const low = i16x8.add(
		i16x8.extmul_low_i8x16_u(opaque, alpha),
		i16x8.extmul_low_i8x16_u(below, rest),
	);
	const high = i16x8.add(
		i16x8.extmul_high_i8x16_u(opaque, alpha),
		i16x8.extmul_high_i8x16_u(below, rest),
	);
	return i8x16.narrow_i16x8_u(div255(low), div255(high));
}

/** Blends one pixel with the same arithmetic as four. */
function one(to: usize, from: usize, premultiplied: bool): void {
	const below = v128.load32_zero(to);
	const above = v128.load32_zero(from);
	v128.store32_lane(
		to,
		premultiplied ? overPremultiplied(below, above) : overStraight(below, above),
		0,
	);
}

/**
 * Blends staged RGBA pixels.
 * @param at first pixel on the canvas
 * @param pitch pixels of a row of the canvas
 * @param skip staged pixels before the first of each row; `width` is the number to paint
 * @param stagedWidth pixels of a staged row
 */
export function blendRows(
	at: i32,
	pitch: i32,
	skip: i32,
	width: i32,
	stagedWidth: i32,
	rows: i32,
	premultiplied: bool,
): void {
	beforePainting(at, rows);
	for (let row = 0; row < rows; row++) {
		let to = CANVAS + ((<usize>(at + row * pitch)) << 2);
		let from = STAGING + ((<usize>(row * stagedWidth + skip)) << 2);
		const end = from + ((<usize>width) << 2);
		for (; from + 16 <= end; from += 16, to += 16) {
			const above = v128.load(from);
			const alphas = v128.and(above, i32x4.splat(ALPHA));
			if (!v128.any_true(alphas)) continue;
			if (i32x4.all_true(i32x4.eq(alphas, i32x4.splat(ALPHA)))) {
				v128.store(to, above);
				continue;
			}
			const below = v128.load(to);
			v128.store(to, premultiplied ? overPremultiplied(below, above) : overStraight(below, above));
		}
		for (; from < end; from += 4, to += 4) one(to, from, premultiplied);
	}
}

/** Writes staged RGB pixels as opaque RGBA. The parameters are those of blendRows. */
export function copyRgbRows(
	at: i32,
	pitch: i32,
	skip: i32,
	width: i32,
	stagedWidth: i32,
	rows: i32,
): void {
	beforePainting(at, rows);
	const spread = i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16);
	for (let row = 0; row < rows; row++) {
		let to = CANVAS + ((<usize>(at + row * pitch)) << 2);
		let from = STAGING + 3 * <usize>(row * stagedWidth + skip);
		const end = from + 3 * <usize>width;
		// Reads sixteen bytes and uses twelve, so all sixteen must be staged.
		for (; from + 16 <= end; from += 12, to += 16) {
			const four = i8x16.swizzle(v128.load(from), spread);
			v128.store(to, v128.or(four, i32x4.splat(ALPHA)));
		}
		for (; from < end; from += 3, to += 4) {
			store<i32>(to, <i32>load<u16>(from) | ((<i32>load<u8>(from + 2)) << 16) | ALPHA);
		}
	}
}
