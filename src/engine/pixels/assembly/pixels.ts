/** Arithmetic of four premultiplied RGBA pixels in a vector. */

/** The alpha of a pixel in memory order. */
export const ALPHA: i32 = 0xff000000;

/**
 * Products of bytes, divided by 255 and rounded: (x + 128 + ((x + 128) >> 8)) >> 8 is exact for all
 * products of two bytes, and intermediate values fit in 16 bits.
 * @see Blinn, Three Wrongs Make a Right
 */
export function div255(products: v128): v128 {
	const x = i16x8.add(products, i16x8.splat(128));
	return i16x8.shr_u(i16x8.add(x, i16x8.shr_u(x, 8)), 8);
}

/** Each pixel's alpha in all of its bytes. */
export function alphas(pixels: v128): v128 {
	return i8x16.swizzle(pixels, i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
}

/** Four bytes, each in all bytes of its pixel. */
export function spread(bytes: v128): v128 {
	return i8x16.swizzle(bytes, i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
}

/** Pixels times a share of 0 to 255 for each byte. */
export function scaled(pixels: v128, shares: v128): v128 {
	return i8x16.narrow_i16x8_u(
		div255(i16x8.extmul_low_i8x16_u(pixels, shares)),
		div255(i16x8.extmul_high_i8x16_u(pixels, shares)),
	);
}

/** Source-over (Porter and Duff). */
export function over(below: v128, above: v128): v128 {
	return i8x16.add_sat_u(above, scaled(below, v128.not(alphas(above))));
}

/** Source-over of pixels whose alpha is straight. */
export function overStraight(below: v128, above: v128): v128 {
	const alpha = alphas(above);
	const rest = v128.not(alpha);
	const full = v128.or(above, i32x4.splat(ALPHA));
	const low = i16x8.add(
		i16x8.extmul_low_i8x16_u(full, alpha),
		i16x8.extmul_low_i8x16_u(below, rest),
	);
	const high = i16x8.add(
		i16x8.extmul_high_i8x16_u(full, alpha),
		i16x8.extmul_high_i8x16_u(below, rest),
	);
	return i8x16.narrow_i16x8_u(div255(low), div255(high));
}

/** Pixels times an opacity of 0 to 65535 of 65536. */
export function faded(pixels: v128, opacity: v128): v128 {
	const half = i32x4.splat(32_768);
	const low = i16x8.extend_low_i8x16_u(pixels);
	const high = i16x8.extend_high_i8x16_u(pixels);
	const a = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(low, opacity), half), 16);
	const b = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(low, opacity), half), 16);
	const c = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(high, opacity), half), 16);
	const d = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(high, opacity), half), 16);
	return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(a, b), i16x8.narrow_i32x4_u(c, d));
}
