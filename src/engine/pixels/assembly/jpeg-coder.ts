/**
 * Encodes a picture as the single scan of a sequential JPEG file (ITU-T T.81, annex F) without
 * subsampling, byte for byte as sharp's mozjpeg (commit 0826579) does with optimal Huffman codes
 * and deringing. The rounding follows jccolor.c, jfdctint-avx2.asm, jcdctmgr.c and jchuff.c.
 *
 * mozjpeg takes three times as long, and keeps nothing between two pictures. Here the symbols of
 * each row of blocks are kept, so if a picture differs from the last one in a few rows, only these
 * are encoded.
 */
import { BLOCK_BYTES, BLOCKS, convert, isFlat } from "./jpeg-colors";
import { transform } from "./jpeg-dct";
import { dering } from "./jpeg-deringing";
import { makeTable, readTable, TABLE_BYTES } from "./jpeg-huffman";
import { firstStep, flatCoefficient, quantize, setStep } from "./jpeg-quantizer";
import { OFFSETS } from "./jpeg-zigzag";

/** Bytes of a column of blocks: three components with at most 64 symbols in each block. */
const SYMBOL_BYTES: usize = 4;
const COLUMN_BYTES: usize = 3 * 64 * SYMBOL_BYTES;

/**
 * A symbol is stored in 32 bits: the number that has a Huffman code, then the number of its table,
 * then the bits that follow the code.
 */
const TABLE_SHIFT: u32 = 8;
const EXTRA_SHIFT: u32 = 10;
const CODE_MASK: u32 = (1 << EXTRA_SHIFT) - 1;
const TABLES: i32 = 4;
/** A run of 16 zeros; and end of block, when only zeros are left. */
const ZEROS: u32 = 0xf0;
const END: u32 = 0;

/** Counts of a row: 16 bits for each symbol of each table. */
const ROW_COUNT_BYTES: usize = 2 << EXTRA_SHIFT;

/** Data kept for each row besides its symbols: where they end, and for three components: */
const ROW_BYTES: usize = 64;
/** where the symbol of its first block is, its first coefficient, and that of its last block. */
const FIRST_SYMBOLS: usize = 16;
const FIRST_COEFFICIENTS: usize = 28;
const LAST_COEFFICIENTS: usize = 40;

const totals = memory.data(4 << EXTRA_SHIFT, 16);
const codes = memory.data(4 << EXTRA_SHIFT, 16);
const tables = memory.data(4 * 272);
/** The pixels of a block that extends beyond the picture. */
const edge = memory.data(256, 16);
/** The coefficients of a flat block. */
const flat = new StaticArray<i32>(3);
let flatColor: u32 = 0;

let width: i32 = 0;
let columns: i32 = 0;
let rows: i32 = 0;
let pitch: usize = 0;
/** The pixels of a row of blocks; the data kept for each row, and its counts and symbols. */
let pixels: usize = 0;
let records: usize = 0;
let counts: usize = 0;
let symbols: usize = 0;
let rowSymbolBytes: usize = 0;

/** Memory that beginJpeg needs. Bytes. */
export function jpegRoom(pictureWidth: i32, pictureHeight: i32): i32 {
	const across = (pictureWidth + 7) >> 3;
	const down = (pictureHeight + 7) >> 3;
	const row = <i32>(ROW_BYTES + ROW_COUNT_BYTES) + across * <i32>COLUMN_BYTES;
	return (across << 8) + down * row;
}

/** Sets a quantization step, 1 to 255, for coefficient `i` in zigzag order. */
export function setJpegStep(chroma: i32, i: i32, step: i32): void {
	setStep(chroma, <i32>load<u8>(OFFSETS + <usize>i) >> 1, step);
}

/**
 * Begins a picture; all of its rows must be encoded, and then any of them may be encoded again.
 * @param room a multiple of 16, address of jpegRoom's bytes: first the pixels of a row of blocks,
 * RGBA
 */
export function beginJpeg(room: usize, pictureWidth: i32, pictureHeight: i32): void {
	width = pictureWidth;
	columns = (width + 7) >> 3;
	rows = (pictureHeight + 7) >> 3;
	pitch = (<usize>width) << 2;
	pixels = room;
	records = pixels + ((<usize>columns) << 8);
	counts = records + <usize>rows * ROW_BYTES;
	symbols = counts + <usize>rows * ROW_COUNT_BYTES;
	rowSymbolBytes = <usize>columns * COLUMN_BYTES;
	setFlat(0);
}

/** Encodes a row of blocks. @param height rows of pixels, 1 to 8 */
export function codeJpegRow(row: i32, height: i32): void {
	for (let y = height; y < 8; y++)
		memory.copy(pixels + <usize>y * pitch, pixels + <usize>(height - 1) * pitch, pitch);
	const record = records + <usize>row * ROW_BYTES;
	const count = counts + <usize>row * ROW_COUNT_BYTES;
	memory.fill(count, 0, ROW_COUNT_BYTES);
	let to = symbols + <usize>row * rowSymbolBytes;
	for (let column = 0; column < columns; column++) {
		let at = pixels + ((<usize>column) << 5);
		let step = pitch;
		if ((column << 3) + 8 > width) {
			fillEdge(at);
			at = edge;
			step = 32;
		}
		const isOne = isFlat(at, step);
		if (isOne) {
			const color = load<u32>(at) & 0xffffff;
			if (color != flatColor) setFlat(color);
		} else convert(at, step);
		for (let component: usize = 0; component < 3; component++) {
			const chroma = component == 0 ? 0 : 1;
			const block = BLOCKS + component * BLOCK_BYTES;
			let others: u64 = 0;
			let coefficient: i32 = 0;
			if (isOne) coefficient = unchecked(flat[<i32>component]);
			else {
				dering(block, firstStep(chroma));
				transform(block);
				others = quantize(block, chroma) & ~(<u64>1);
				coefficient = <i32>load<i16>(block);
			}
			const last = record + (component << 2);
			if (column == 0) {
				store<u32>(last, <u32>to, FIRST_SYMBOLS);
				store<i32>(last, coefficient, FIRST_COEFFICIENTS);
			} else {
				const symbol = firstSymbol(coefficient - load<i32>(last, LAST_COEFFICIENTS), chroma);
				store<u32>(to, symbol);
				add16(count, symbol);
			}
			store<i32>(last, coefficient, LAST_COEFFICIENTS);
			to = putOthers(to + SYMBOL_BYTES, block, others, (2 * chroma + 1) << TABLE_SHIFT, count);
		}
	}
	store<u32>(record, <u32>to);
}

function setFlat(color: u32): void {
	flatColor = color;
	for (let i: usize = 0; i < 64; i++) store<u32>(edge + (i << 2), color);
	convert(edge, 32);
	for (let i = 0; i < 3; i++)
		flat[i] = flatCoefficient(<i32>load<i16>(BLOCKS + <usize>i * BLOCK_BYTES), i == 0 ? 0 : 1);
}

/** Fills the last column of blocks by repeating the pixels at the edge of the picture. */
function fillEdge(from: usize): void {
	const inside = (<usize>(width & 7)) << 2;
	for (let to = edge; to < edge + 256; to += 32, from += pitch) {
		memory.copy(to, from, inside);
		const last = load<u32>(from + inside - 4);
		for (let x = inside; x < 32; x += 4) store<u32>(to + x, last);
	}
}

function add16(count: usize, symbol: u32): void {
	const at = count + ((symbol & CODE_MASK) << 1);
	store<u16>(at, load<u16>(at) + 1);
}

/** The symbol of the first coefficient minus that of the block before (F.1.2.1). */
function firstSymbol(difference: i32, chroma: i32): u32 {
	const sign = difference >> 31;
	const size = 32 - <u32>clz((difference ^ sign) - sign);
	const extra = <u32>(difference + sign) & ((1 << size) - 1);
	return size | ((<u32>(2 * chroma)) << TABLE_SHIFT) | (extra << EXTRA_SHIFT);
}

/**
 * The symbols of the other coefficients (F.1.2.2).
 * @param places a bit for each that is not 0
 * @returns where the next symbol is written
 */
function putOthers(to: usize, block: usize, places: u64, table: u32, count: usize): usize {
	let before: u32 = 0;
	while (places != 0) {
		const place = <u32>ctz(places);
		places &= places - 1;
		let zeros = place - before - 1;
		before = place;
		for (; zeros > 15; zeros -= 16, to += SYMBOL_BYTES) {
			store<u32>(to, table | ZEROS);
			add16(count, table | ZEROS);
		}
		const value = <i32>load<i16>(block + <usize>load<u8>(OFFSETS + place));
		const sign = value >> 31;
		const size = 32 - <u32>clz((value ^ sign) - sign);
		const extra = <u32>(value + sign) & ((1 << size) - 1);
		const symbol = table | (zeros << 4) | size;
		store<u32>(to, symbol | (extra << EXTRA_SHIFT));
		add16(count, symbol);
		to += SYMBOL_BYTES;
	}
	if (before == 63) return to;
	store<u32>(to, table | END);
	add16(count, table | END);
	return to + SYMBOL_BYTES;
}

/**
 * Joins the rows and makes the Huffman codes.
 * @returns the maximum number of bytes that writeJpeg writes
 */
export function joinJpegRows(): i32 {
	sumCounts();
	let before: usize = 0;
	for (let row = 0; row < rows; row++) {
		const record = records + <usize>row * ROW_BYTES;
		for (let component: usize = 0; component < 3; component++) {
			const at = record + (component << 2);
			const last = row == 0 ? 0 : load<i32>(before + (component << 2), LAST_COEFFICIENTS);
			const difference = load<i32>(at, FIRST_COEFFICIENTS) - last;
			const symbol = firstSymbol(difference, component == 0 ? 0 : 1);
			store<u32>(<usize>load<u32>(at, FIRST_SYMBOLS), symbol);
			const total = totals + ((symbol & CODE_MASK) << 2);
			store<u32>(total, load<u32>(total) + 1);
		}
		before = record;
	}
	memory.fill(codes, 0, 4 << EXTRA_SHIFT);
	for (let i: usize = 0; i < <usize>TABLES; i++) {
		const table = tables + i * TABLE_BYTES;
		const first = i << (TABLE_SHIFT + 2);
		makeTable(totals + first, table);
		readTable(table, codes + first);
	}
	let bits: u64 = 0;
	for (let at: usize = 0; at < 4 << EXTRA_SHIFT; at += 4)
		bits += <u64>load<u32>(totals + at) * <u64>(load<u32>(codes + at) & 31);
	// Each byte may be followed by a stuffed one.
	return <i32>(bits >> 2) + 16;
}

function sumCounts(): void {
	memory.fill(totals, 0, 4 << EXTRA_SHIFT);
	const end = counts + <usize>rows * ROW_COUNT_BYTES;
	for (let from = counts; from < end; from += ROW_COUNT_BYTES) {
		for (let i: usize = 0; i < ROW_COUNT_BYTES; i += 16) {
			const eight = v128.load(from + i);
			const at = totals + 2 * i;
			v128.store(at, i32x4.add(v128.load(at), i32x4.extend_low_i16x8_u(eight)));
			v128.store(at, i32x4.add(v128.load(at, 16), i32x4.extend_high_i16x8_u(eight)), 16);
		}
	}
}

/**
 * The Huffman tables in file format (B.2.4.2): luma first coefficients, luma others, and the same
 * for chroma. Each takes 272 bytes.
 */
export function jpegTablesAddress(): usize {
	return tables;
}

/** Writes the scan's data. @returns its length, bytes */
export function writeJpeg(address: usize): i32 {
	let to = address;
	let bits: u64 = 0;
	/** Number of bits not yet in memory, less than 32. */
	let count: u32 = 0;
	for (let row = 0; row < rows; row++) {
		const end = <usize>load<u32>(records + <usize>row * ROW_BYTES);
		for (let at = symbols + <usize>row * rowSymbolBytes; at < end; at += SYMBOL_BYTES) {
			const symbol = load<u32>(at);
			const code = load<u32>(codes + ((symbol & CODE_MASK) << 2));
			const length = code & 31;
			bits = (bits << length) | <u64>((code >> 5) | (symbol >> EXTRA_SHIFT));
			count += length;
			if (count < 32) continue;
			count -= 32;
			const word = <u32>(bits >> count);
			if (((~word - 0x01010101) & word & 0x80808080) == 0) {
				store<u32>(to, bswap(word));
				to += 4;
			} else {
				to = putByte(to, word >> 24);
				to = putByte(to, word >> 16);
				to = putByte(to, word >> 8);
				to = putByte(to, word);
			}
		}
	}
	// The last byte is padded with ones (F.1.2.3).
	const fill = (8 - (count & 7)) & 7;
	bits = (bits << fill) | ((1 << fill) - 1);
	for (count += fill; count > 0; ) {
		count -= 8;
		to = putByte(to, <u32>(bits >> count));
	}
	return <i32>(to - address);
}

/** Writes a byte, and a zero after 0xFF, which would otherwise begin a marker (F.1.2.3). */
function putByte(to: usize, value: u32): usize {
	store<u8>(to, <u8>value);
	if ((value & 0xff) != 0xff) return to + 1;
	store<u8>(to, 0, 1);
	return to + 2;
}
