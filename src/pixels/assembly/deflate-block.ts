/**
 * Writes Deflate streams (RFC 1951) block by block: symbols are collected until
 * a block is full, then written with codes that fit them.
 */
import { codeLengths, codesOf } from "./huffman";

/** Symbols of a block; more of them share worse fitting codes, fewer cost more headers. */
const MAX_TOKENS: i32 = 32_768;

const LITERALS: i32 = 286;
const DISTANCES: i32 = 30;
const END_OF_BLOCK: i32 = 256;
const MAX_CODE_LENGTH: u32 = 15;
const MAX_MATCH: i32 = 258;
const MIN_MATCH: i32 = 3;

// biome-ignore format: tables of RFC 1951, 3.2.5
const LENGTH_BASE: StaticArray<u16> = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
// biome-ignore format: as above
const LENGTH_EXTRA: StaticArray<u8> = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
// biome-ignore format: as above
const DISTANCE_BASE: StaticArray<u16> = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
// biome-ignore format: as above
const DISTANCE_EXTRA: StaticArray<u8> = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/** The order in which the lengths of the length codes stand in a header. */
const HEADER_ORDER: StaticArray<u8> = [
	16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

const lengthSymbols = new StaticArray<u8>(MAX_MATCH + 1);
/** By the distance less one up to 256, then by its 128th part. */
const distanceSymbols = new StaticArray<u8>(512);

const literalCounts = new StaticArray<u32>(LITERALS);
const distanceCounts = new StaticArray<u32>(DISTANCES);
const literalLengths = new StaticArray<u8>(LITERALS);
const distanceLengths = new StaticArray<u8>(DISTANCES);
const literalCodes = new StaticArray<u16>(LITERALS);
const distanceCodes = new StaticArray<u16>(DISTANCES);

/**
 * What was collected: three literals (24 bits, first the lowest), one literal
 * with SINGLE, or a match of length | distance << 9 with MATCH.
 */
const tokens = new StaticArray<u32>(MAX_TOKENS);
const SINGLE: u32 = 0x40000000;
const MATCH: u32 = 0x80000000;
let collected: i32 = 0;

let start: usize = 0;
let position: usize = 0;
let bits: u64 = 0;
let bitCount: u32 = 0;

/** Fills the tables. Once, before the first stream. */
export function prepareTables(): void {
	for (let length = MIN_MATCH, symbol = 0; length <= MAX_MATCH; length++) {
		while (symbol < 28 && <i32>LENGTH_BASE[symbol + 1] <= length) symbol++;
		lengthSymbols[length] = <u8>symbol;
	}
	for (let distance = 1, symbol = 0; distance <= 32_768; distance++) {
		while (symbol < 29 && <i32>DISTANCE_BASE[symbol + 1] <= distance) symbol++;
		distanceSymbols[distance <= 256 ? distance - 1 : 256 + ((distance - 1) >> 7)] = <u8>symbol;
	}
}

function distanceSymbol(distance: i32): i32 {
	return <i32>(
		unchecked(distanceSymbols[distance <= 256 ? distance - 1 : 256 + ((distance - 1) >> 7)])
	);
}

/** Begins a stream at an address. */
export function beginStream(at: usize): void {
	start = at;
	position = at;
	bits = 0;
	bitCount = 0;
	clear();
}

function clear(): void {
	collected = 0;
	for (let i = 0; i < LITERALS; i++) unchecked((literalCounts[i] = 0));
	for (let i = 0; i < DISTANCES; i++) unchecked((distanceCounts[i] = 0));
}

/** Ends the stream. @returns its bytes */
export function endStream(): i32 {
	writeBlock(true);
	for (; bitCount > 0; bitCount = bitCount > 8 ? bitCount - 8 : 0, bits >>= 8)
		store<u8>(position++, <u8>bits);
	return <i32>(position - start);
}

export function literal(value: u32): void {
	unchecked((tokens[collected++] = SINGLE | value));
	unchecked(literalCounts[value]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

/** Three literals: the lower three bytes of a pixel. */
export function literalPixel(pixel: u32): void {
	unchecked((tokens[collected++] = pixel & 0xffffff));
	unchecked(literalCounts[pixel & 255]++);
	unchecked(literalCounts[(pixel >> 8) & 255]++);
	unchecked(literalCounts[(pixel >> 16) & 255]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

/** Repeats `length` bytes, 3 or more, from `distance` bytes before. */
export function repeat(length: i32, distance: i32): void {
	let rest = length;
	for (; rest > MAX_MATCH; ) {
		const part = rest - MAX_MATCH < MIN_MATCH ? rest - MIN_MATCH : MAX_MATCH;
		match(part, distance);
		rest -= part;
	}
	match(rest, distance);
}

function match(length: i32, distance: i32): void {
	unchecked((tokens[collected++] = MATCH | (distance << 9) | length));
	unchecked(literalCounts[257 + <i32>unchecked(lengthSymbols[length])]++);
	unchecked(distanceCounts[distanceSymbol(distance)]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

/** Writes at most 32 bits, the lowest first. */
function put(value: u32, count: u32): void {
	bits |= (<u64>value) << bitCount;
	bitCount += count;
	if (bitCount >= 32) {
		store<u32>(position, <u32>bits);
		position += 4;
		bits >>= 32;
		bitCount -= 32;
	}
}

function writeBlock(last: bool): void {
	literalCounts[END_OF_BLOCK] = 1;
	codeLengths(literalCounts, LITERALS, MAX_CODE_LENGTH, literalLengths);
	codeLengths(distanceCounts, DISTANCES, MAX_CODE_LENGTH, distanceLengths);
	codesOf(literalLengths, LITERALS, literalCodes);
	codesOf(distanceLengths, DISTANCES, distanceCodes);
	put(last ? 1 : 0, 1);
	// Dynamic Huffman codes.
	put(2, 2);
	writeHeader();
	for (let i = 0; i < collected; i++) writeToken(unchecked(tokens[i]));
	put(literalCodes[END_OF_BLOCK], literalLengths[END_OF_BLOCK]);
	clear();
}

function putLiteral(value: u32): void {
	put(unchecked(literalCodes[value]), unchecked(literalLengths[value]));
}

function writeToken(token: u32): void {
	if ((token & MATCH) == 0) {
		putLiteral(token & 255);
		if ((token & SINGLE) != 0) return;
		putLiteral((token >> 8) & 255);
		putLiteral((token >> 16) & 255);
		return;
	}
	const length = token & 511;
	const symbol = <i32>unchecked(lengthSymbols[length]);
	const lengthBits = <u32>unchecked(literalLengths[257 + symbol]);
	// The extra bits follow their symbol: at most 20 bits together, 28 with a distance.
	put(
		<u32>unchecked(literalCodes[257 + symbol]) |
			((length - <u32>unchecked(LENGTH_BASE[symbol])) << lengthBits),
		lengthBits + unchecked(LENGTH_EXTRA[symbol]),
	);
	const distance = (token >> 9) & 0xffff;
	const far = distanceSymbol(distance);
	const distanceBits = <u32>unchecked(distanceLengths[far]);
	put(
		<u32>unchecked(distanceCodes[far]) |
			((distance - <u32>unchecked(DISTANCE_BASE[far])) << distanceBits),
		distanceBits + unchecked(DISTANCE_EXTRA[far]),
	);
}

const CODE_LENGTHS: i32 = 19;
const headerCounts = new StaticArray<u32>(CODE_LENGTHS);
const headerLengths = new StaticArray<u8>(CODE_LENGTHS);
const headerCodes = new StaticArray<u16>(CODE_LENGTHS);
/** Symbol | extra bits << 5. */
const headerSymbols = new StaticArray<u16>(LITERALS + DISTANCES);

/** The code lengths of both alphabets, run-length coded (RFC 1951, 3.2.7). */
function writeHeader(): void {
	let literals = LITERALS;
	while (literals > 257 && literalLengths[literals - 1] == 0) literals--;
	let distances = DISTANCES;
	while (distances > 1 && distanceLengths[distances - 1] == 0) distances--;
	const count = collectHeader(literals, distances);
	codeLengths(headerCounts, CODE_LENGTHS, 7, headerLengths);
	codesOf(headerLengths, CODE_LENGTHS, headerCodes);
	let used = CODE_LENGTHS;
	while (used > 4 && headerLengths[HEADER_ORDER[used - 1]] == 0) used--;
	put(literals - 257, 5);
	put(distances - 1, 5);
	put(used - 4, 4);
	for (let i = 0; i < used; i++) put(headerLengths[HEADER_ORDER[i]], 3);
	for (let i = 0; i < count; i++) {
		const symbol = headerSymbols[i] & 31;
		put(headerCodes[symbol], headerLengths[symbol]);
		if (symbol >= 16) put(headerSymbols[i] >> 5, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
	}
}

let headerCount: i32 = 0;

function headerSymbol(symbol: i32, extra: i32): void {
	headerSymbols[headerCount++] = <u16>(symbol | (extra << 5));
	headerCounts[symbol]++;
}

/** @returns the number of symbols */
function collectHeader(literals: i32, distances: i32): i32 {
	headerCount = 0;
	for (let i = 0; i < CODE_LENGTHS; i++) headerCounts[i] = 0;
	const total = literals + distances;
	for (let i = 0; i < total; ) {
		const length = headerLength(i, literals);
		let run = 1;
		while (i + run < total && headerLength(i + run, literals) == length) run++;
		i += run;
		if (length != 0) {
			headerSymbol(length, 0);
			run--;
		}
		while (run >= 3) {
			const part = min(run, length != 0 ? 6 : 138);
			if (length != 0) headerSymbol(16, part - 3);
			else if (part <= 10) headerSymbol(17, part - 3);
			else headerSymbol(18, part - 11);
			run -= part;
		}
		for (; run > 0; run--) headerSymbol(length, 0);
	}
	return headerCount;
}

function headerLength(i: i32, literals: i32): i32 {
	return i < literals ? literalLengths[i] : distanceLengths[i - literals];
}
