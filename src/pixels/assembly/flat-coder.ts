/**
 * Compresses the canvas as the RGB rows of a PNG (zlib, RFC 1950). The matches
 * of LZ77 are looked for among whole pixels, without writing the rows down:
 * for flat pictures this is quicker than any general coder, and finds more.
 */
import { CANVAS } from "./areas";
import { beginStream, endStream, literal, literalPixel, repeat } from "./deflate-block";
import { addRow, addZeros, beginZlib, endZlib } from "./zlib-frame";

/** Filter types of the PNG specification. */
const FILTER_NONE: u8 = 0;
const FILTER_UP: u8 = 2;

/** Greatest distance of a match. Bytes. */
const WINDOW: i32 = 32_768;
/** Places that are remembered: a power of two, more pixels than the window holds. */
const RING: i32 = 16_384;
const WINDOW_PIXELS: i32 = WINDOW / 3;
const HASH_BITS: i32 = 14;
/** Earlier places that are compared. */
const MAX_TRIES: i32 = 2;
/** A match of so many pixels is good enough. */
const GOOD: i32 = 32;
/** Places within a match this short are remembered too. Pixels. */
const SHORT: i32 = 4;
/** One pixel is repeated from here only: further away it costs as much as it saves. Bytes. */
const NEAR: i32 = 256;

/** The last place of each hash, plus one; 0, none. Pixels of the canvas. */
const heads = new StaticArray<i32>(1 << HASH_BITS);
/** The place before, by place modulo RING. */
const earlier = new StaticArray<i32>(RING);
const rowOf = new StaticArray<u16>(RING);

/**
 * For flat pictures: text, shapes, shadows.
 * @returns the length of the stream in the output area. Bytes
 */
export function compressFlat(width: i32, height: i32): i32 {
	memory.fill(changetype<usize>(heads), 0, 4 << HASH_BITS);
	beginStream(beginZlib());
	let lastPlain = -1;
	for (let y = 0; y < height; y++) {
		if (y > 0 && isLikeAbove(y, width)) {
			repeatedRow(width);
		} else {
			plainRow(y, width, lastPlain);
			lastPlain = y;
		}
	}
	return endZlib(endStream());
}

function rowAt(y: i32, width: i32): usize {
	return CANVAS + ((<usize>(y * width)) << 2);
}

function isLikeAbove(y: i32, width: i32): bool {
	const row = rowAt(y, width);
	return alike(row, row - ((<usize>width) << 2), width) == width;
}

/** How many pixels are alike from two addresses on, at most `count`. */
function alike(a: usize, b: usize, count: i32): i32 {
	let k = 0;
	for (; k + 4 <= count; k += 4) {
		const equal = i32x4.bitmask(
			i32x4.eq(v128.load(a + ((<usize>k) << 2)), v128.load(b + ((<usize>k) << 2))),
		);
		if (equal != 15) return k + ctz<i32>(~equal);
	}
	while (k < count && load<u32>(a + ((<usize>k) << 2)) == load<u32>(b + ((<usize>k) << 2))) k++;
	return k;
}

/** A row like the one above: the filter leaves zeros. */
function repeatedRow(width: i32): void {
	literal(FILTER_UP);
	literal(0);
	// A match has three bytes at least.
	if (width > 1) repeat(3 * width - 1, 1);
	else for (let i = 0; i < 2; i++) literal(0);
	addZeros(FILTER_UP, 3 * width);
}

function plainRow(y: i32, width: i32, lastPlain: i32): void {
	const stride = 3 * width + 1;
	const row = rowAt(y, width);
	// The row above stands as bytes where it was last written without a filter.
	const rowDistance = (y - lastPlain) * stride;
	const above = lastPlain >= 0 && rowDistance <= WINDOW ? row - ((<usize>width) << 2) : 0;
	literal(FILTER_NONE);
	for (let x = 0; x < width; ) {
		const at = row + ((<usize>x) << 2);
		const pixel = load<u32>(at);
		const left = width - x;
		let best = 0;
		let distance = 0;
		if (x > 0 && load<u32>(at - 4) == pixel) {
			best = 1 + alike(at + 4, at, left - 1);
			distance = 3;
		}
		if (above != 0 && load<u32>(above + ((<usize>x) << 2)) == pixel) {
			const length = alike(at, above + ((<usize>x) << 2), left);
			// Its distance takes some ten bits more than that of a run.
			if (length > 4 * best + (best == 0 ? 0 : 1)) {
				best = length;
				distance = rowDistance;
			}
		}
		if (left >= 2) {
			const place = y * width + x;
			let candidate = remember(place, y, at);
			for (let tries = 0; candidate >= 0 && tries < MAX_TRIES && best < GOOD; tries++) {
				if (place - candidate > WINDOW_PIXELS) break;
				const candidateRow = <i32>unchecked(rowOf[candidate & (RING - 1)]);
				// Each row in between has its filter byte.
				const back = 3 * (place - candidate) + (y - candidateRow);
				if (back > WINDOW) break;
				const limit = min((candidateRow + 1) * width - candidate, left);
				const length = alike(at, CANVAS + ((<usize>candidate) << 2), limit);
				if (length > best + (distance == 3 ? 1 : 0)) {
					best = length;
					distance = back;
				}
				const next = unchecked(earlier[candidate & (RING - 1)]) - 1;
				// What stood there was overwritten.
				if (next >= candidate) break;
				candidate = next;
			}
		}
		if (best == 0 || (best == 1 && distance > NEAR)) {
			literalPixel(pixel);
			x++;
			continue;
		}
		repeat(3 * best, distance);
		if (distance != 3 && best < SHORT) {
			for (let k = 1; k < best && x + k + 1 < width; k++)
				remember(y * width + x + k, y, at + ((<usize>k) << 2));
		}
		x += best;
	}
	addRow(FILTER_NONE, row, width);
}

/** Notes a place by its pixel and the next. @returns the last place with their hash, or -1 */
function remember(place: i32, y: i32, at: usize): i32 {
	const hash =
		((load<u32>(at) * 0x9e3779b1) ^ (load<u32>(at + 4) * 0x85ebca6b)) >>> (32 - HASH_BITS);
	const last = unchecked(heads[hash]);
	unchecked((heads[hash] = place + 1));
	unchecked((earlier[place & (RING - 1)] = last));
	unchecked((rowOf[place & (RING - 1)] = <u16>y));
	return last - 1;
}
