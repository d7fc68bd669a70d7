import { STAGING } from "./areas";

/**
 * Gives staged RGB pixels an alpha of 255, in place.
 * @param pixels a multiple of 4; as RGBA they must fit in the staging area
 */
export function widenStaged(pixels: i32): void {
	const spread = i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16);
	// From the last to the first, so that no pixel is overwritten before it is read.
	for (let i = pixels - 4; i >= 0; i -= 4) {
		const four = i8x16.swizzle(v128.load(STAGING + 3 * <usize>i), spread);
		v128.store(STAGING + ((<usize>i) << 2), v128.or(four, i32x4.splat(0xff000000)));
	}
}
