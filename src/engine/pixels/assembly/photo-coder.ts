/**
 * Compresses the canvas as the RGB rows of a PNG (zlib, RFC 1950), for photos: almost nothing
 * repeats in them, so no matches are searched for. The Paeth filter turns pixels into small
 * numbers, and Huffman coding makes these short; only long runs of zeros are written as matches.
 */
import { CANVAS, LAST_OUTPUT, OUTPUT } from "./areas";
import {
	beginBits,
	bitsWritten,
	copyBits,
	endBits,
	pendingBits,
	pendingCount,
	put,
	resume,
	writePosition,
	writeWholeBytes,
} from "./bit-writer";
import { MAX_SIDE, needRows } from "./canvas-rows";
import {
	beginBlock,
	clearCounts,
	distanceCodes,
	distanceCounts,
	distanceLengths,
	endBlock,
	literalCodes,
	literalCounts,
	literalLengths,
} from "./deflate-codes";
import {
	addPart,
	addRow,
	beginZlib,
	currentSum,
	currentSumOfSums,
	endZlib,
	HEADER_BYTES,
	partOfSumsSince,
	partSince,
} from "./zlib-frame";

const FILTER_PAETH: u8 = 4;

/** Rows that share their codes. */
const BLOCK_ROWS: i32 = 32;
/** Every fourth row is counted, as a sample of all. */
const COUNTED: i32 = 4;

/** The longest match, and its symbol. */
const MATCH_BYTES: i32 = 258;
const MATCH_SYMBOL: i32 = 285;
const MATCH_PIXELS: i32 = MATCH_BYTES / 3;

/** Bytes of pixels between two checks for a run of zeros. */
const LOOK_BYTES: usize = 16 << 2;

/** The filtered rows of a block, a word for each pixel, without their filter bytes. */
const filtered = new StaticArray<u32>(BLOCK_ROWS * MAX_SIDE);
/** A row of zeros above the first row. */
const nothing = new StaticArray<u32>(MAX_SIDE);

/**
 * Each literal's code in the highest bits, its length in the lowest. Shifts only use the lowest six
 * bits of their operand, so an entry serves both as the bits to add and as the shift by their
 * length: this saves a tenth of the time to compress a photo.
 */
const literals = new StaticArray<u64>(256);
const redCounts = new StaticArray<u32>(256);
const greenCounts = new StaticArray<u32>(256);
const blueCounts = new StaticArray<u32>(256);

let columns: i32 = 0;
let height: i32 = 0;
/** The first row of the next block. */
let top: i32 = 0;

/**
 * The blocks of the last photo: the bits of each, and what its rows add to the checksum. A block
 * that is the same in the next photo, as most are in the rows of a batch, is copied: this takes a
 * twentieth of the time.
 */
const blockBits = new StaticArray<u32>(MAX_SIDE / BLOCK_ROWS);
const blockSums = new StaticArray<u64>(MAX_SIDE / BLOCK_ROWS);
const blockSumsOfSums = new StaticArray<u64>(MAX_SIDE / BLOCK_ROWS);
/** Bytes of the last photo's stream. */
let lastLength: i32 = 0;
/** Position of the next block in the last photo's stream. Bits. */
let lastPosition: u32 = 0;
/** Which blocks may differ from the last photo. */
const changed = new StaticArray<bool>(MAX_SIDE / BLOCK_ROWS + 1);

/**
 * Begins a photo.
 * @param again it has the size of the last one, and differs from it only in rows passed to
 * changePhotoRows
 */
export function beginPhoto(width: i32, rows: i32, again: bool): void {
	if (width > MAX_SIDE) unreachable();
	if (again) {
		if (width != columns || rows != height) unreachable();
		memory.copy(LAST_OUTPUT, OUTPUT, lastLength);
	}
	for (let block = 0; block <= MAX_SIDE / BLOCK_ROWS; block++) unchecked((changed[block] = !again));
	columns = width;
	height = rows;
	top = 0;
	lastPosition = 0;
	beginBits(beginZlib());
}

/** Marks rows from `from` to `end`, exclusive, as possibly different from the last photo. */
export function changePhotoRows(from: i32, end: i32): void {
	// The filter of a row reads the one above it, so the row after the last one changes, too.
	for (let block = from / BLOCK_ROWS; block <= end / BLOCK_ROWS; block++) changed[block] = true;
}

/** Compresses all whole blocks from the current row to row `end`, exclusive. */
export function photoRows(end: i32): void {
	const width = columns;
	for (;;) {
		const rows = min(BLOCK_ROWS, height - top);
		if (rows == 0 || top + rows > end) return;
		const block = top / BLOCK_ROWS;
		const bytes = rows * (3 * width + 1);
		const bitsBefore = unchecked(blockBits[block]);
		if (!unchecked(changed[block])) {
			copyBits(LAST_OUTPUT + HEADER_BYTES, lastPosition, bitsBefore);
			addPart(bytes, unchecked(blockSums[block]), unchecked(blockSumsOfSums[block]));
			lastPosition += bitsBefore;
			top += rows;
			continue;
		}
		lastPosition += bitsBefore;
		const begin = bitsWritten();
		const sum = currentSum();
		const sumOfSums = currentSumOfSums();
		needRows(top, top + rows);
		for (let row = 0; row < rows; row++) {
			filterRow(top + row, width, filteredRow(row));
			addRow(FILTER_PAETH, filteredRow(row), width);
		}
		count(rows, width);
		beginBlock(top + rows == height);
		for (let i = 0; i < 256; i++) {
			const length = <u64>unchecked(literalLengths[i]);
			unchecked((literals[i] = ((<u64>unchecked(literalCodes[i])) << (64 - length)) | length));
		}
		for (let row = 0; row < rows; row++) writeRow(filteredRow(row), width);
		endBlock();
		unchecked((blockBits[block] = bitsWritten() - begin));
		unchecked((blockSums[block] = partSince(sum)));
		unchecked((blockSumsOfSums[block] = partOfSumsSince(bytes, sumOfSums, sum)));
		top += rows;
	}
}

/** @returns the length of the stream in the output area. Bytes */
export function endPhoto(): i32 {
	lastLength = endZlib(endBits());
	return lastLength;
}

function filteredRow(row: i32): usize {
	return changetype<usize>(filtered) + ((<usize>(row * MAX_SIDE)) << 2);
}

function distance(a: v128, b: v128): v128 {
	return i8x16.sub(i8x16.max_u(a, b), i8x16.min_u(a, b));
}

/**
 * Four pixels minus the prediction of the Paeth filter: of left, above and above left (corner), the
 * one nearest to left + above - corner, ties in this order (PNG, 9.4). The distances of that sum
 * from left and above are |above - corner| and |left - corner|. Its distance from the corner is
 * their sum if the corner lies outside the other two, otherwise their difference; only then can it
 * be the smallest. So all values fit in 8 bits.
 */
function residue(pixels: v128, left: v128, above: v128, corner: v128): v128 {
	const fromLeft = distance(above, corner);
	const fromAbove = distance(left, corner);
	const fromCorner = distance(fromLeft, fromAbove);
	const between = v128.xor(i8x16.le_u(left, corner), i8x16.le_u(above, corner));
	const nearest = i8x16.min_u(fromLeft, fromAbove);
	const takeCorner = v128.andnot(between, i8x16.le_u(nearest, fromCorner));
	const takeLeft = i8x16.le_u(fromLeft, fromAbove);
	const foretold = v128.bitselect(corner, v128.bitselect(left, above, takeLeft), takeCorner);
	// Without the alphas.
	return v128.and(i8x16.sub(pixels, foretold), i32x4.splat(0xffffff));
}

function filterRow(y: i32, width: i32, to: usize): void {
	const pitch = (<usize>width) << 2;
	const row = CANVAS + <usize>y * pitch;
	const above = y == 0 ? changetype<usize>(nothing) : row - pitch;
	// The first pixel has nothing on its left.
	const zero = i32x4.splat(0);
	v128.store32_lane(to, residue(v128.load32_zero(row), zero, v128.load32_zero(above), zero), 0);
	let x: usize = 4;
	for (; x + 16 <= pitch; x += 16) {
		v128.store(
			to + x,
			residue(
				v128.load(row + x),
				v128.load(row + x - 4),
				v128.load(above + x),
				v128.load(above + x - 4),
			),
		);
	}
	for (; x < pitch; x += 4) {
		v128.store32_lane(
			to + x,
			residue(
				v128.load32_zero(row + x),
				v128.load32_zero(row + x - 4),
				v128.load32_zero(above + x),
				v128.load32_zero(above + x - 4),
			),
			0,
		);
	}
}

/** Counts the numbers of some rows; every number gets a code, because other rows may contain it. */
function count(rows: i32, width: i32): void {
	clearCounts();
	for (let i = 0; i < 256; i++) {
		unchecked((redCounts[i] = 1));
		unchecked((greenCounts[i] = 0));
		unchecked((blueCounts[i] = 0));
	}
	for (let row = 0; row < rows; row += COUNTED) {
		let at = filteredRow(row);
		const end = at + ((<usize>width) << 2);
		for (; at < end; at += 4) {
			const pixel = load<u32>(at);
			unchecked(redCounts[pixel & 255]++);
			unchecked(greenCounts[(pixel >> 8) & 255]++);
			unchecked(blueCounts[pixel >> 16]++);
		}
	}
	for (let i = 0; i < 256; i++)
		unchecked((literalCounts[i] = redCounts[i] + greenCounts[i] + blueCounts[i]));
	unchecked((literalCounts[FILTER_PAETH] += rows));
	// Rare in a photo; elsewhere each match saves much.
	literalCounts[MATCH_SYMBOL] = max<u32>(1, literalCounts[0] / MATCH_BYTES);
	distanceCounts[0] = 1;
}

function putLiteral(value: u32): void {
	put(unchecked(literalCodes[value]), unchecked(literalLengths[value]));
}

function writeRow(row: usize, width: i32): void {
	putLiteral(FILTER_PAETH);
	const end = row + ((<usize>width) << 2);
	let at = row;
	while (at < end) {
		at = writePixels(at, end);
		if (at == end) return;
		const zeros = zerosFrom(at, end);
		writeZeros(zeros);
		at += (<usize>zeros) << 2;
	}
}

/** Writes pixels up to the end or to a long run of zeros. @returns where it stopped */
function writePixels(from: usize, end: usize): usize {
	writeWholeBytes();
	let position = writePosition();
	// Number of bits not yet in memory: less than 8, plus three codes of at most 15.
	let count = <u64>pendingCount();
	// These are the highest bits; those below have been written, or are the length of a code.
	let bits = pendingBits() << (64 - count);
	let at = from;
	while (at < end) {
		// Not checked at every pixel: the branch is unpredictable.
		if (load<u32>(at) == 0 && zerosFrom(at, end) > MATCH_PIXELS) break;
		for (const look = min(end, at + LOOK_BYTES); at < look; at += 4) {
			const pixel = load<u32>(at);
			const red = unchecked(literals[pixel & 255]);
			const green = unchecked(literals[(pixel >> 8) & 255]);
			const blue = unchecked(literals[pixel >> 16]);
			bits = (bits >> red) | red;
			bits = (bits >> green) | green;
			bits = (bits >> blue) | blue;
			count = (count + red + green + blue) & 63;
			store<u64>(position, bits >> (64 - count));
			position += <usize>(count >> 3);
			count &= 7;
		}
	}
	resume(position, count == 0 ? 0 : bits >> (64 - count), <u32>count);
	return at;
}

/** The number of zero pixels from an address on. */
function zerosFrom(from: usize, end: usize): i32 {
	let at = from;
	// Few runs in a photo are long: most end here.
	while (at < end && load<u32>(at) == 0) at += 4;
	return <i32>((at - from) >> 2);
}

function writeZeros(pixels: i32): void {
	let bytes = 3 * pixels - 1;
	putLiteral(0);
	for (; bytes >= MATCH_BYTES; bytes -= MATCH_BYTES) {
		put(literalCodes[MATCH_SYMBOL], literalLengths[MATCH_SYMBOL]);
		// A distance of one byte.
		put(distanceCodes[0], distanceLengths[0]);
	}
	for (; bytes > 0; bytes--) putLiteral(0);
}
