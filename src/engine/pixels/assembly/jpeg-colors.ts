/**
 * Converts the pixels of a block to luma and chroma, minus 128: the equations of JFIF 1.02 with
 * factors of 16 bits, rounded as in libjpeg.
 */

/** Bytes of a block of 16-bit values. */
export const BLOCK_BYTES: usize = 128;
/** The blocks of the three components, one after the other: Y, Cb, Cr. */
export const BLOCKS = memory.data(384, 16);

/** Whether all 64 pixels of a block have the same colour. @param pitch bytes from row to row */
export function isFlat(at: usize, pitch: usize): bool {
	const color = v128.load_splat<u32>(at);
	const rgb = i32x4.splat(0xffffff);
	for (let row = 0; row < 8; row++, at += pitch) {
		const left = v128.xor(v128.load(at), color);
		const right = v128.xor(v128.load(at, 16), color);
		if (v128.any_true(v128.and(v128.or(left, right), rgb))) return false;
	}
	return true;
}

/** Eight values of one component: one pair of factors for red and green, one for green and blue. */
function component(
	rg0: v128,
	gb0: v128,
	rg1: v128,
	gb1: v128,
	rgFactors: v128,
	gbFactors: v128,
	offset: v128,
): v128 {
	const first = i32x4.add(
		i32x4.add(i32x4.dot_i16x8_s(rg0, rgFactors), i32x4.dot_i16x8_s(gb0, gbFactors)),
		offset,
	);
	const second = i32x4.add(
		i32x4.add(i32x4.dot_i16x8_s(rg1, rgFactors), i32x4.dot_i16x8_s(gb1, gbFactors)),
		offset,
	);
	return i16x8.narrow_i32x4_s(i32x4.shr_s(first, 16), i32x4.shr_s(second, 16));
}

/**
 * Converts 8 x 8 RGBA pixels into the blocks. The factor of green in Y is too large for 16 bits, so
 * each pair has half of it. The factors of blue in Cb and of red in Cr are too large, too, but
 * their negatives are not, so the negative chroma is computed.
 * @param pitch bytes from row to row
 */
export function convert(at: usize, pitch: usize): void {
	const half = i32x4.splat(32_768);
	const halfLess128 = i32x4.splat(32_768 - (128 << 16));
	for (let to = BLOCKS; to < BLOCKS + BLOCK_BYTES; to += 16, at += pitch) {
		const left = v128.load(at);
		const right = v128.load(at, 16);
		const rg0 = i8x16.swizzle(
			left,
			i8x16(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1),
		);
		const gb0 = i8x16.swizzle(
			left,
			i8x16(1, -1, 2, -1, 5, -1, 6, -1, 9, -1, 10, -1, 13, -1, 14, -1),
		);
		const rg1 = i8x16.swizzle(
			right,
			i8x16(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1),
		);
		const gb1 = i8x16.swizzle(
			right,
			i8x16(1, -1, 2, -1, 5, -1, 6, -1, 9, -1, 10, -1, 13, -1, 14, -1),
		);
		const y = component(rg0, gb0, rg1, gb1, pair(19_595, 19_235), pair(19_235, 7_471), halfLess128);
		const cb = component(rg0, gb0, rg1, gb1, pair(11_058, 21_710), pair(0, -32_768), half);
		const cr = component(rg0, gb0, rg1, gb1, pair(-32_768, 27_439), pair(0, 5_329), half);
		v128.store(to, y);
		v128.store(to, i16x8.neg(cb), BLOCK_BYTES);
		v128.store(to, i16x8.neg(cr), 2 * BLOCK_BYTES);
	}
}

function pair(first: i16, second: i16): v128 {
	return i32x4.splat((<i32>first & 0xffff) | ((<i32>second) << 16));
}
