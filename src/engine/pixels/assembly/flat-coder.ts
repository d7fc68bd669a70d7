/**
 * Compresses the canvas as the rows of a PNG (zlib, RFC 1950), in RGB or as palette indexes,
 * without a filter. LZ77 matches are searched among whole pixels, without copying the rows, and
 * only where a run of pixels begins: for flat pictures this is faster than any general-purpose
 * encoder, and finds more.
 */
import { INDEXES } from "./areas";
import { isBlank, MAX_SIDE } from "./canvas-rows";
import {
	beginStream,
	endStream,
	literal,
	literalPixel,
	MAX_MATCH,
	MIN_MATCH,
	match,
	repeat,
} from "./deflate-block";
import {
	alike,
	areBothBlank,
	compareRow,
	likeAboveFrom,
	listRuns,
	rowAt,
	runFrom,
} from "./row-likeness";
import { addBytes, addRow, addRowAgain, beginZlib, endZlib } from "./zlib-frame";

/** Filter type of the PNG specification. */
const FILTER_NONE: u8 = 0;

/** Largest distance of a match. Bytes. */
const WINDOW: i32 = 32_768;
/** Stop searching after a match of this many pixels. */
const GOOD: i32 = 16;

/**
 * Positions on the canvas are stored in 16 bits: the row modulo 32, because the window contains at
 * most 32 rows at the width of a slide, and the column, which is less than MAX_SIDE.
 */
const COLUMN_BITS: i32 = 11;
const ROWS: i32 = 32;
/**
 * The last four positions of runs with the same pixel, length and following pixel, the latest in
 * the lowest bits. Each additional position saves 1 % of the bytes for 2 % of the time.
 */
const RUN_BITS: i32 = 12;
const runs = new StaticArray<u64>(1 << RUN_BITS);
const PLACES: i32 = 4;
/** The last position where a run began with this pixel. */
const PIXEL_BITS: i32 = 12;
const pixels = new StaticArray<u16>(1 << PIXEL_BITS);

/** The previous entries of both tables for the runs of the current row, by their first column. */
const likeRuns = new StaticArray<u64>(MAX_SIDE);
const likePixels = new StaticArray<u16>(MAX_SIDE);

/** Where the runs of the row begin. */
const starts = new StaticArray<u16>(MAX_SIDE + 64);

/** Bytes of a pixel, 3 in RGB and 1 with a palette; and of a row with its filter byte. */
let depth: i32 = 3;
let stride: i32 = 0;
let columns: i32 = 0;
let nextRow: i32 = 0;

/** A match that is not yet written, because the next one may extend it. Bytes. */
let heldLength: i32 = 0;
let heldDistance: i32 = 0;
/** Rows of one colour, equal to the row above, that are not yet written. */
let heldRows: i32 = 0;

/** The longest match found, in pixels, and its distance, in bytes. */
let foundLength: i32 = 0;
let foundDistance: i32 = 0;

/**
 * Begins a flat picture: text, shapes, shadows.
 * @param bytes of a pixel: 3 for RGB, 1 for palette indexes from indexRows
 */
export function beginFlat(width: i32, bytes: i32): void {
	columns = width;
	depth = bytes;
	stride = bytes * width + 1;
	nextRow = 0;
	heldLength = 0;
	heldDistance = 0;
	heldRows = 0;
	memory.fill(changetype<usize>(runs), 0, 8 << RUN_BITS);
	memory.fill(changetype<usize>(pixels), 0, 2 << PIXEL_BITS);
	beginStream(beginZlib());
}

/** Compresses the rows from the current one to `end`, exclusive. */
export function flatRows(end: i32): void {
	const width = columns;
	for (; nextRow < end; nextRow++) {
		const y = nextRow;
		if (areBothBlank(y)) rowAgain(true);
		else if (compareRow(y, width)) rowAgain(runFrom(1) == width - 1);
		else newRow(y, width);
	}
}

/** @returns the length of the stream in the output area. Bytes */
export function endFlat(): i32 {
	writeHeld();
	return endZlib(endStream());
}

function rowAgain(oneColor: bool): void {
	addRowAgain(stride);
	if (!oneColor || stride <= MAX_MATCH) {
		copy(stride, stride);
		return;
	}
	if (heldLength > 0) writeHeld();
	heldRows++;
}

/** Copies bytes from a distance. */
function copy(length: i32, distance: i32): void {
	if (distance == heldDistance) {
		heldLength += length;
		return;
	}
	writeHeld();
	heldLength = length;
	heldDistance = distance;
}

function writeHeld(): void {
	if (heldLength > 0) repeat(heldLength, heldDistance);
	heldLength = 0;
	heldDistance = 0;
	if (heldRows > 0) writeHeldRows();
}

/**
 * Within a row, the previous pixel is repeated, because this distance takes only a bit or two; at
 * the end of a row, one match copies from the row above.
 */
function writeHeldRows(): void {
	let left = heldRows * stride;
	let leftInRow = stride;
	heldRows = 0;
	while (left > 0) {
		let length = min(left, MAX_MATCH);
		if (left > length && left - length < MIN_MATCH) length -= MIN_MATCH;
		const within = leftInRow < stride - depth && leftInRow >= length;
		match(length, within ? depth : stride);
		left -= length;
		leftInRow -= length;
		if (leftInRow <= 0) leftInRow += stride;
	}
}

function newRow(y: i32, width: i32): void {
	const size = depth;
	const row = rowAt(y, width);
	if (heldDistance == stride) {
		heldLength++;
	} else {
		writeHeld();
		literal(FILTER_NONE);
	}
	addRuns(row, y, width);
	for (let x = 0; x < width; ) {
		// The rest of a run whose beginning is covered by a match.
		const rest = runFrom(x);
		foundLength = 0;
		const above = likeAboveFrom(x);
		if (above > rest && above * size >= MIN_MATCH) {
			foundLength = above;
			foundDistance = stride;
		}
		if (rest == 0 && foundLength < GOOD) findMatch(row, x, y, width);
		if (foundLength > 0) {
			copy(size * foundLength, foundDistance);
			x += foundLength;
		} else if (rest * size >= MIN_MATCH) {
			copy(size * rest, size);
			x += rest;
		} else {
			writeHeld();
			if (size == 3) literalPixel(load<u32>(row + ((<usize>x) << 2)));
			else literal(load<u8>(INDEXES + <usize>(y * width + x)));
			x++;
		}
	}
	if (size == 3) addRow(FILTER_NONE, row, width);
	else addBytes(FILTER_NONE, INDEXES + <usize>(y * width), width);
}

/**
 * Adds the runs of a row to the tables, and notes the earlier positions of similar runs. Adding all
 * of them before the search takes a twentieth less time than adding each when it is reached.
 */
function addRuns(row: usize, y: i32, width: i32): void {
	const count = listRuns(width, starts);
	const line = (y & (ROWS - 1)) << COLUMN_BITS;
	let x = 0;
	let pixel = load<u32>(row);
	for (let run = 1; run <= count; run++) {
		const end = <i32>unchecked(starts[run]);
		// The pixels after the row may not be painted yet.
		const next: u32 = end < width ? load<u32>(row + ((<usize>end) << 2)) : 0;
		const scattered = pixel * 0x9e3779b1;
		const mixed = scattered ^ (next * 0x85ebca6b) ^ ((end - x) * 0xc2b2ae35);
		const runKey = mixed >>> (32 - RUN_BITS);
		const pixelKey = scattered >>> (32 - PIXEL_BITS);
		const place = line | x;
		const like = unchecked(runs[runKey]);
		unchecked((likeRuns[x] = like));
		unchecked((likePixels[x] = unchecked(pixels[pixelKey])));
		unchecked((runs[runKey] = (like << 16) | <u64>place));
		unchecked((pixels[pixelKey] = <u16>place));
		x = end;
		pixel = next;
	}
}

/**
 * Searches for the longest match of the pixels from x on at the stored positions, the nearest
 * first. A run that only begins with the same pixel is used only if there is no other match.
 */
function findMatch(row: usize, x: i32, y: i32, width: i32): void {
	const at = row + ((<usize>x) << 2);
	let places = unchecked(likeRuns[x]);
	for (let i = 0; i <= PLACES; i++, places >>= 16) {
		if (i == PLACES) {
			if (foundLength > 0) return;
			places = unchecked(likePixels[x]);
		}
		const place = <i32>(places & 0xffff);
		const column = place & ((1 << COLUMN_BITS) - 1);
		const rows = (y - (place >> COLUMN_BITS)) & (ROWS - 1);
		const distance = rows * stride + (x - column) * depth;
		// Not stored for this picture, or too far back; then so are the following ones.
		if (rows > y || (rows == 0 && column >= x) || distance > WINDOW) {
			i = max(i, PLACES - 1);
			continue;
		}
		const from = at - ((<usize>(rows * width + x - column)) << 2);
		const limit = width - max(x, column);
		const end = (<usize>foundLength) << 2;
		if (foundLength >= limit || load<u32>(from + end) != load<u32>(at + end)) continue;
		// An old position looks like a recent row; blank rows may not be in memory.
		if (isBlank(y - rows)) continue;
		const length = alike(from, at, limit);
		if (length > foundLength && length * depth >= MIN_MATCH) {
			foundLength = length;
			foundDistance = distance;
		}
	}
}
