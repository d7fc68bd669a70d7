/** Which pixels of a row equal their neighbours on the left and above, a bit for each. */
import { CANVAS } from "./areas";
import { isBlank, MAX_SIDE, needRows } from "./canvas-rows";

/** Includes a word of zeros after the last one, so that every run ends. */
const WORDS: i32 = MAX_SIDE / 64 + 1;
const onTheLeft = new StaticArray<u64>(WORDS);
const above = new StaticArray<u64>(WORDS);

/** The address of a row of the canvas. */
export function rowAt(y: i32, width: i32): usize {
	return CANVAS + ((<usize>(y * width)) << 2);
}

/** Whether a row and the one above show only the canvas's colour. */
export function areBothBlank(y: i32): bool {
	return y > 0 && isBlank(y) && isBlank(y - 1);
}

/** Whether a row equals the one above; writes both to memory, unless they are blank. */
export function isLikeAbove(y: i32, width: i32): bool {
	if (areBothBlank(y)) return true;
	needRows(max(0, y - 1), y + 1);
	if (y == 0) return false;
	const row = rowAt(y, width);
	return alike(row, row - ((<usize>width) << 2), width) == width;
}

/** How many pixels are equal from two addresses on, at most `count`. */
export function alike(a: usize, b: usize, count: i32): i32 {
	// Sixteen at a time: most differ within these. Pixels after the last are compared, too.
	for (let k = 0; k < count; k += 16) {
		const at = (<usize>k) << 2;
		const unlike = <u32>compare16(a + at, b + at) ^ 0xffff;
		if (unlike != 0) return min(count, k + ctz<i32>(unlike));
	}
	return count;
}

/**
 * Compares the pixels of a row with their neighbours; the functions below return the results.
 * @returns whether the row equals the one above
 */
export function compareRow(y: i32, width: i32): bool {
	if (width > MAX_SIDE) unreachable();
	needRows(max(0, y - 1), y + 1);
	const row = rowAt(y, width);
	const other = y > 0 ? row - ((<usize>width) << 2) : row;
	const words = (width + 63) >> 6;
	for (let word = 0; word < words; word++) {
		const at = row + ((<usize>word) << 8);
		const over = other + ((<usize>word) << 8);
		unchecked((onTheLeft[word] = compare64(at, at - 4)));
		unchecked((above[word] = y > 0 ? compare64(at, over) : 0));
	}
	// The first pixel has none on its left, and pixels after the last are not of this row.
	onTheLeft[0] &= ~1;
	const last = <u64>-1 >> <u64>(-width & 63);
	onTheLeft[words - 1] &= last;
	above[words - 1] &= last;
	onTheLeft[words] = 0;
	above[words] = 0;
	return likeAboveFrom(0) == width;
}

function compare64(a: usize, b: usize): u64 {
	return (
		compare16(a, b) |
		(compare16(a + 64, b + 64) << 16) |
		(compare16(a + 128, b + 128) << 32) |
		(compare16(a + 192, b + 192) << 48)
	);
}

function compare16(a: usize, b: usize): u64 {
	const low = i16x8.narrow_i32x4_s(
		i32x4.eq(v128.load(a), v128.load(b)),
		i32x4.eq(v128.load(a, 16), v128.load(b, 16)),
	);
	const high = i16x8.narrow_i32x4_s(
		i32x4.eq(v128.load(a, 32), v128.load(b, 32)),
		i32x4.eq(v128.load(a, 48), v128.load(b, 48)),
	);
	return <u64>(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)));
}

/** How many pixels from x on equal the one on their left. */
export function runFrom(x: i32): i32 {
	return stretch(onTheLeft, x);
}

/** How many pixels from x on equal the one above. */
export function likeAboveFrom(x: i32): i32 {
	return stretch(above, x);
}

function stretch(bits: StaticArray<u64>, x: i32): i32 {
	let word = x >> 6;
	const others = ~unchecked(bits[word]) >> <u64>(x & 63);
	if (others != 0) return <i32>ctz(others);
	let count = 64 - (x & 63);
	while (unchecked(bits[++word]) == -1) count += 64;
	return count + <i32>ctz(~unchecked(bits[word]));
}

/**
 * Lists the pixels that differ from the one on their left, including the first, followed by the
 * width.
 * @param into room for the longest row and a word more
 * @returns their number
 */
export function listRuns(width: i32, into: StaticArray<u16>): i32 {
	let count = 0;
	for (let first = 0, word = 0; first < width; first += 64, word++) {
		for (let others = ~unchecked(onTheLeft[word]); others != 0; others &= others - 1)
			unchecked((into[count++] = <u16>(first + <i32>ctz(others))));
	}
	// Bits of the last word that are beyond the row.
	while (<i32>unchecked(into[count - 1]) >= width) count--;
	unchecked((into[count] = <u16>width));
	return count;
}
