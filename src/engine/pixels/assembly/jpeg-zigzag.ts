/** The zigzag order of the 64 values of a block (ITU-T T.81, figure A.6). */

/** Byte offset of each value, in zigzag order, in a block of 16-bit values. */
export const OFFSETS = memory.data<u8>([
	0, 2, 16, 32, 18, 4, 6, 20, 34, 48, 64, 50, 36, 22, 8, 10, 24, 38, 52, 66, 80, 96, 82, 68, 54, 40,
	26, 12, 14, 28, 42, 56, 70, 84, 98, 112, 114, 100, 86, 72, 58, 44, 30, 46, 60, 74, 88, 102, 116,
	118, 104, 90, 76, 62, 78, 92, 106, 120, 122, 108, 94, 110, 124, 126,
]);

/** Which of a block's values equal `value`: a bit for each, in zigzag order. */
export function whereEqual(block: usize, value: i8): u64 {
	const a = i8x16.narrow_i16x8_s(v128.load(block), v128.load(block, 16));
	const b = i8x16.narrow_i16x8_s(v128.load(block, 32), v128.load(block, 48));
	const c = i8x16.narrow_i16x8_s(v128.load(block, 64), v128.load(block, 80));
	const d = i8x16.narrow_i16x8_s(v128.load(block, 96), v128.load(block, 112));
	const like = i8x16.splat(value);
	const first = v128.or(
		v128.or(
			i8x16.swizzle(a, i8x16(0, 1, 8, -1, 9, 2, 3, 10, -1, -1, -1, -1, -1, 11, 4, 5)),
			i8x16.swizzle(b, i8x16(-1, -1, -1, 0, -1, -1, -1, -1, 1, 8, -1, 9, 2, -1, -1, -1)),
		),
		i8x16.swizzle(c, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1)),
	);
	const second = v128.or(
		v128.or(
			i8x16.swizzle(a, i8x16(12, -1, -1, -1, -1, -1, -1, -1, -1, -1, 13, 6, 7, 14, -1, -1)),
			i8x16.swizzle(b, i8x16(-1, 3, 10, -1, -1, -1, -1, -1, 11, 4, -1, -1, -1, -1, 5, 12)),
		),
		v128.or(
			i8x16.swizzle(c, i8x16(-1, -1, -1, 1, 8, -1, 9, 2, -1, -1, -1, -1, -1, -1, -1, -1)),
			i8x16.swizzle(d, i8x16(-1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)),
		),
	);
	const third = v128.or(
		v128.or(
			i8x16.swizzle(a, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, -1, -1, -1, -1, -1)),
			i8x16.swizzle(b, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, 13, 6, -1, 7, 14, -1, -1, -1)),
		),
		v128.or(
			i8x16.swizzle(c, i8x16(3, 10, -1, -1, -1, -1, 11, 4, -1, -1, -1, -1, -1, 5, 12, -1)),
			i8x16.swizzle(d, i8x16(-1, -1, 1, 8, 9, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, 3)),
		),
	);
	const fourth = v128.or(
		v128.or(
			i8x16.swizzle(b, i8x16(-1, -1, -1, -1, -1, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)),
			i8x16.swizzle(c, i8x16(-1, -1, -1, 13, 6, -1, 7, 14, -1, -1, -1, -1, 15, -1, -1, -1)),
		),
		i8x16.swizzle(d, i8x16(10, 11, 4, -1, -1, -1, -1, -1, 5, 12, 13, 6, -1, 7, 14, 15)),
	);
	return (
		<u64>i8x16.bitmask(i8x16.eq(first, like)) |
		((<u64>i8x16.bitmask(i8x16.eq(second, like))) << 16) |
		((<u64>i8x16.bitmask(i8x16.eq(third, like))) << 32) |
		((<u64>i8x16.bitmask(i8x16.eq(fourth, like))) << 48)
	);
}
