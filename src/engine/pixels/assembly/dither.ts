/**
 * Thresholds of an ordered dither, which are added to a value before its fraction is cut off. A
 * whole number stays as it is, so flat areas stay flat. Each row and each column of eight pixels has
 * the eight thresholds in another order, so that a slow gradient has no long runs of one colour; a
 * short period compresses well.
 */

const SIDE: i32 = 8;
/** Pixels of a row of the table: the last ones repeat the first, for reading several at once. */
const PITCH: i32 = SIDE + 3;
/** In 8 fractional bits, four times for the channels of a pixel. */
const channels = new StaticArray<u16>(4 * PITCH * SIDE);
/** In 16 fractional bits. */
const numbers = new StaticArray<i32>(PITCH * SIDE);

/** Call before anything is dithered. */
export function prepareDither(): void {
	for (let y = 0; y < SIDE; y++)
		for (let x = 0; x < PITCH; x++) {
			const i = y * PITCH + x;
			const rank = (3 * x + 5 * y) & (SIDE - 1);
			numbers[i] = 8_192 * rank + 4_096;
			for (let k = 0; k < 4; k++) channels[4 * i + k] = <u16>(32 * rank + 16);
		}
}

/** Thresholds of the channels of two neighbouring pixels, in 16 bits each. */
export function channelThresholds(x: i32, y: i32): v128 {
	const i = (y & 7) * PITCH + (x & 7);
	return v128.load(changetype<usize>(channels) + ((<usize>i) << 3));
}

/** Thresholds of four neighbouring pixels, in 32 bits each. */
export function thresholds(x: i32, y: i32): v128 {
	const i = (y & 7) * PITCH + (x & 7);
	return v128.load(changetype<usize>(numbers) + ((<usize>i) << 2));
}
