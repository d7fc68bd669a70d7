/**
 * Paints rectangles of pixels on a surface. Surfaces are RGBA, premultiplied; pitches are pixels
 * from one row to the next.
 */
import { ALPHA, faded, over, overStraight, scaled, spread } from "./pixels";

/** An opacity that changes nothing. */
const FULL: i32 = 65_536;

/**
 * Paints premultiplied pixels.
 * @param opacity 0 to 65536
 */
export function overRows(
	to: usize,
	pitch: i32,
	from: usize,
	fromPitch: i32,
	width: i32,
	rows: i32,
	opacity: i32,
): void {
	const share = i16x8.splat(<i16>opacity);
	for (let row = 0; row < rows; row++) {
		let at = to + ((<usize>(row * pitch)) << 2);
		let source = from + ((<usize>(row * fromPitch)) << 2);
		const end = source + ((<usize>width) << 2);
		for (; source + 16 <= end; source += 16, at += 16) {
			let above = v128.load(source);
			const alpha = v128.and(above, i32x4.splat(ALPHA));
			if (!v128.any_true(alpha)) continue;
			if (opacity < FULL) above = faded(above, share);
			else if (i32x4.all_true(i32x4.eq(alpha, i32x4.splat(ALPHA)))) {
				v128.store(at, above);
				continue;
			}
			v128.store(at, over(v128.load(at), above));
		}
		for (; source < end; source += 4, at += 4) {
			let above = v128.load32_zero(source);
			if (opacity < FULL) above = faded(above, share);
			v128.store32_lane(at, over(v128.load32_zero(at), above), 0);
		}
	}
}

/** Paints pixels with straight alpha. */
export function overStraightRows(
	to: usize,
	pitch: i32,
	from: usize,
	fromPitch: i32,
	width: i32,
	rows: i32,
): void {
	for (let row = 0; row < rows; row++) {
		let at = to + ((<usize>(row * pitch)) << 2);
		let source = from + ((<usize>(row * fromPitch)) << 2);
		const end = source + ((<usize>width) << 2);
		for (; source + 16 <= end; source += 16, at += 16) {
			const above = v128.load(source);
			const alpha = v128.and(above, i32x4.splat(ALPHA));
			if (!v128.any_true(alpha)) continue;
			const opaque = i32x4.all_true(i32x4.eq(alpha, i32x4.splat(ALPHA)));
			v128.store(at, opaque ? above : overStraight(v128.load(at), above));
		}
		for (; source < end; source += 4, at += 4)
			v128.store32_lane(at, overStraight(v128.load32_zero(at), v128.load32_zero(source)), 0);
	}
}

/** Writes RGB pixels as opaque RGBA. Four bytes after the last must be readable. */
export function copyRgbRows(
	to: usize,
	pitch: i32,
	from: usize,
	fromPitch: i32,
	width: i32,
	rows: i32,
): void {
	const order = i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16);
	for (let row = 0; row < rows; row++) {
		let at = to + ((<usize>(row * pitch)) << 2);
		let source = from + 3 * <usize>(row * fromPitch);
		const end = source + 3 * <usize>width;
		for (; source + 16 <= end; source += 12, at += 16)
			v128.store(at, v128.or(i8x16.swizzle(v128.load(source), order), i32x4.splat(ALPHA)));
		for (; source < end; source += 3, at += 4)
			store<i32>(at, <i32>load<u16>(source) | ((<i32>load<u8>(source + 2)) << 16) | ALPHA);
	}
}

/** Multiplies pixels by the alphas of others. */
export function maskRows(
	to: usize,
	pitch: i32,
	mask: usize,
	maskPitch: i32,
	width: i32,
	rows: i32,
): void {
	const order = i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
	for (let row = 0; row < rows; row++) {
		let at = to + ((<usize>(row * pitch)) << 2);
		let source = mask + ((<usize>(row * maskPitch)) << 2);
		const end = source + ((<usize>width) << 2);
		for (; source + 16 <= end; source += 16, at += 16)
			v128.store(at, scaled(v128.load(at), i8x16.swizzle(v128.load(source), order)));
		for (; source < end; source += 4, at += 4) {
			const shares = i8x16.swizzle(v128.load32_zero(source), order);
			v128.store32_lane(at, scaled(v128.load32_zero(at), shares), 0);
		}
	}
}

/** Multiplies a row of pixels by bytes. */
export function coverRow(to: usize, cover: usize, width: i32): void {
	let i = 0;
	for (; i + 4 <= width; i += 4) {
		const at = to + ((<usize>i) << 2);
		v128.store(at, scaled(v128.load(at), spread(v128.load32_zero(cover + <usize>i))));
	}
	for (; i < width; i++) {
		const at = to + ((<usize>i) << 2);
		const share = i8x16.splat(load<i8>(cover + <usize>i));
		v128.store32_lane(at, scaled(v128.load32_zero(at), share), 0);
	}
}

/**
 * Replaces alphas by the luminance of premultiplied pixels.
 * @see https://www.w3.org/TR/css-masking-1/#MaskValues
 */
export function luminanceRows(at: usize, pixels: i32): void {
	const end = at + ((<usize>pixels) << 2);
	for (; at < end; at += 4) {
		const light =
			0.2126 * <f64>load<u8>(at) + 0.7152 * <f64>load<u8>(at, 1) + 0.0722 * <f64>load<u8>(at, 2);
		store<u8>(at, <u8>(light + 0.5), 3);
	}
}
