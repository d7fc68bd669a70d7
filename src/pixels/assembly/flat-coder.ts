/**
 * Compresses the canvas as the rows of a PNG (zlib, RFC 1950), in RGB or as
 * indexes into a palette. The matches of LZ77 are looked for among whole
 * pixels, without writing the rows down: for flat pictures this is quicker than
 * any general coder, and finds more.
 */
import { CANVAS, INDEXES } from "./areas";
import { isBlank, needRows } from "./canvas-rows";
import { beginStream, endStream, literal, literalPixel, repeat } from "./deflate-block";
import { addBytes, addRow, addZeros, beginZlib, endZlib } from "./zlib-frame";

/** Filter types of the PNG specification. */
const FILTER_NONE: u8 = 0;
const FILTER_UP: u8 = 2;

/** Greatest distance of a match. Bytes. */
const WINDOW: i32 = 32_768;
/** Places that are remembered: as many pixels as the window can hold. */
const RING: i32 = 32_768;
const HASH_BITS: i32 = 14;
/** Earlier places that are compared. */
const MAX_TRIES: i32 = 2;
/** A match of so many bytes is good enough. */
const GOOD: i32 = 96;
/** Places within a match shorter than this are remembered too. Bytes. */
const SHORT: i32 = 12;
/** The shortest match; it pays only from near: further away it costs as much as it saves. Bytes. */
const MIN_MATCH: i32 = 3;
const NEAR: i32 = 256;

/** Bytes of a pixel: 3 in RGB, 1 with a palette. */
let depth: i32 = 3;
/** Pixels that a match may lie back, and the power of two from there on, less one. */
let windowPixels: i32 = 0;
let ringMask: i32 = 0;
/** Pixels that make a hash: some bytes more than the shortest match. */
let hashed: i32 = 0;

/** The last place of each hash, plus one; 0, none. Pixels of the canvas. */
const heads = new StaticArray<i32>(1 << HASH_BITS);
/** The place before, by place modulo RING. */
const earlier = new StaticArray<i32>(RING);
const rowOf = new StaticArray<u16>(RING);

let columns: i32 = 0;
/** The next row, and the last that was written without a filter, -1 for none. */
let nextRow: i32 = 0;
let lastPlain: i32 = -1;

/**
 * Begins a flat picture: text, shapes, shadows.
 * @param bytes of a pixel: 3 for RGB, 1 for what indexRows made
 */
export function beginFlat(width: i32, bytes: i32): void {
	columns = width;
	nextRow = 0;
	lastPlain = -1;
	depth = bytes;
	ringMask = (bytes == 3 ? RING / 2 : RING) - 1;
	windowPixels = min(ringMask, WINDOW / bytes);
	hashed = bytes == 3 ? 2 : 4;
	memory.fill(changetype<usize>(heads), 0, 4 << HASH_BITS);
	beginStream(beginZlib());
}

/** Compresses the rows from where it was to `end`, exclusive. */
export function flatRows(end: i32): void {
	const width = columns;
	for (; nextRow < end; nextRow++) {
		if (isLikeAbove(nextRow, width)) {
			repeatedRow(width);
		} else {
			plainRow(nextRow, width, lastPlain);
			lastPlain = nextRow;
		}
	}
}

/** @returns the length of the stream in the output area. Bytes */
export function endFlat(): i32 {
	return endZlib(endStream());
}

function rowAt(y: i32, width: i32): usize {
	return CANVAS + ((<usize>(y * width)) << 2);
}

/** Whether a row is like the one above; both are in memory then, unless they are blank. */
export function isLikeAbove(y: i32, width: i32): bool {
	if (y > 0 && isBlank(y) && isBlank(y - 1)) return true;
	needRows(max(0, y - 1), y + 1);
	if (y == 0) return false;
	const row = rowAt(y, width);
	return alike(row, row - ((<usize>width) << 2), width) == width;
}

/** How many pixels are alike from two addresses on, at most `count`. */
export function alike(a: usize, b: usize, count: i32): i32 {
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
	const zeros = depth * width;
	if (zeros > MIN_MATCH) repeat(zeros - 1, 1);
	else for (let i = 1; i < zeros; i++) literal(0);
	addZeros(FILTER_UP, zeros);
}

function plainRow(y: i32, width: i32, plainAbove: i32): void {
	const size = depth;
	const mask = ringMask;
	const stride = size * width + 1;
	const row = rowAt(y, width);
	// The row above stands as bytes where it was last written without a filter.
	const rowDistance = (y - plainAbove) * stride;
	const above = plainAbove >= 0 && rowDistance <= WINDOW ? row - ((<usize>width) << 2) : 0;
	const good = GOOD / size;
	literal(FILTER_NONE);
	for (let x = 0; x < width; ) {
		const at = row + ((<usize>x) << 2);
		const pixel = load<u32>(at);
		const left = width - x;
		const place = y * width + x;
		let best = 0;
		let distance = 0;
		if (x > 0 && load<u32>(at - 4) == pixel) {
			best = 1 + alike(at + 4, at, left - 1);
			distance = size;
		}
		if (above != 0 && load<u32>(above + ((<usize>x) << 2)) == pixel) {
			const length = alike(at, above + ((<usize>x) << 2), left);
			// Its distance takes some ten bits more than that of a run.
			if (length > 4 * best + (best == 0 ? 0 : 1)) {
				best = length;
				distance = rowDistance;
			}
		}
		if (left >= hashed) {
			let candidate = remember(place, y, at);
			for (let tries = 0; candidate >= 0 && tries < MAX_TRIES && best < good; tries++) {
				if (place - candidate > windowPixels) break;
				const candidateRow = <i32>unchecked(rowOf[candidate & mask]);
				// Each row in between has its filter byte.
				const back = size * (place - candidate) + (y - candidateRow);
				if (back > WINDOW) break;
				const limit = min((candidateRow + 1) * width - candidate, left);
				const length = alike(at, CANVAS + ((<usize>candidate) << 2), limit);
				if (length > best + (distance == size ? 1 : 0)) {
					best = length;
					distance = back;
				}
				const next = unchecked(earlier[candidate & mask]) - 1;
				// What stood there was overwritten.
				if (next >= candidate) break;
				candidate = next;
			}
		}
		const bytes = size * best;
		if (bytes < MIN_MATCH || (bytes == MIN_MATCH && distance > NEAR)) {
			if (size == 3) literalPixel(pixel);
			else literal(load<u8>(INDEXES + <usize>place));
			x++;
			continue;
		}
		repeat(bytes, distance);
		if (distance != size && bytes < SHORT) {
			for (let k = 1; k < best && x + k + hashed <= width; k++)
				remember(place + k, y, at + ((<usize>k) << 2));
		}
		x += best;
	}
	if (size == 3) addRow(FILTER_NONE, row, width);
	else addBytes(FILTER_NONE, INDEXES + <usize>(y * width), width);
}

/** Notes a place by its pixel and those after it. @returns the last place with their hash, or -1 */
function remember(place: i32, y: i32, at: usize): i32 {
	let key = (load<u32>(at) * 0x9e3779b1) ^ (load<u32>(at + 4) * 0x85ebca6b);
	if (hashed == 4) key ^= (load<u32>(at + 8) * 0xc2b2ae35) ^ (load<u32>(at + 12) * 0x27d4eb2f);
	const hash = key >>> (32 - HASH_BITS);
	const last = unchecked(heads[hash]);
	unchecked((heads[hash] = place + 1));
	unchecked((earlier[place & ringMask] = last));
	unchecked((rowOf[place & ringMask] = <u16>y));
	return last - 1;
}
