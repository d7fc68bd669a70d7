/**
 * Writes Deflate streams (RFC 1951) block by block: symbols are collected until a block is full,
 * then written with codes that fit them.
 */
import { beginBits, endBits, pendingBits, pendingCount, resume, writePosition } from "./bit-writer";
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

/** Symbols of a block: with more, the codes fit less well; with fewer, headers cost more. */
const MAX_TOKENS: i32 = 32_768;

/** Shortest and longest match. Bytes. */
export const MIN_MATCH: i32 = 3;
export const MAX_MATCH: i32 = 258;

// biome-ignore format: tables of RFC 1951, 3.2.5
const LENGTH_BASE: StaticArray<u16> = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
// biome-ignore format: as above
const LENGTH_EXTRA: StaticArray<u8> = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
// biome-ignore format: as above
const DISTANCE_BASE: StaticArray<u16> = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
// biome-ignore format: as above
const DISTANCE_EXTRA: StaticArray<u8> = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const lengthSymbols = new StaticArray<u8>(MAX_MATCH + 1);
/** Indexed by the distance less one up to 256, then by the distance less one divided by 128. */
const distanceSymbols = new StaticArray<u8>(512);

/**
 * The collected symbols: three literals (24 bits, the lowest first), one literal with SINGLE, or a
 * match of length | distance << 9 with MATCH.
 */
const tokens = new StaticArray<u32>(MAX_TOKENS);
const SINGLE: u32 = 0x40000000;
const MATCH: u32 = 0x80000000;
let collected: i32 = 0;

/** Fills the tables. Call once, before the first stream. */
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
	beginBits(at);
	collected = 0;
	clearCounts();
}

/** Ends the stream. @returns its length in bytes */
export function endStream(): i32 {
	writeBlock(true);
	return endBits();
}

export function literal(value: u32): void {
	unchecked((tokens[collected++] = SINGLE | value));
	unchecked(literalCounts[value]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

/** Adds three literals: the lower three bytes of a pixel. */
export function literalPixel(pixel: u32): void {
	unchecked((tokens[collected++] = pixel & 0xffffff));
	unchecked(literalCounts[pixel & 255]++);
	unchecked(literalCounts[(pixel >> 8) & 255]++);
	unchecked(literalCounts[(pixel >> 16) & 255]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

/** Repeats `length` bytes, at least 3, from `distance` bytes before. */
export function repeat(length: i32, distance: i32): void {
	let rest = length;
	for (; rest > MAX_MATCH; ) {
		const part = rest - MAX_MATCH < MIN_MATCH ? rest - MIN_MATCH : MAX_MATCH;
		match(part, distance);
		rest -= part;
	}
	match(rest, distance);
}

/** Repeats at most MAX_MATCH bytes. */
export function match(length: i32, distance: i32): void {
	unchecked((tokens[collected++] = MATCH | (distance << 9) | length));
	unchecked(literalCounts[257 + <i32>unchecked(lengthSymbols[length])]++);
	unchecked(distanceCounts[distanceSymbol(distance)]++);
	if (collected == MAX_TOKENS) writeBlock(false);
}

function writeBlock(last: bool): void {
	beginBlock(last);
	writeTokens();
	endBlock();
	collected = 0;
	clearCounts();
}

function writeTokens(): void {
	let position = writePosition();
	let bits = pendingBits();
	let count = <u64>pendingCount();
	for (let i = 0; i < collected; i++) {
		const token = unchecked(tokens[i]);
		// Stores all whole bytes: with less than a byte left over, there is room for 48 bits.
		store<u64>(position, bits);
		position += <usize>(count >> 3);
		bits >>= count & ~7;
		count &= 7;
		if ((token & MATCH) != 0) {
			const length = token & 511;
			const symbol = <i32>unchecked(lengthSymbols[length]);
			bits |= (<u64>unchecked(literalCodes[257 + symbol])) << count;
			count += unchecked(literalLengths[257 + symbol]);
			bits |= (<u64>(length - <u32>unchecked(LENGTH_BASE[symbol]))) << count;
			count += unchecked(LENGTH_EXTRA[symbol]);
			const distance = (token >> 9) & 0xffff;
			const far = distanceSymbol(distance);
			bits |= (<u64>unchecked(distanceCodes[far])) << count;
			count += unchecked(distanceLengths[far]);
			bits |= (<u64>(distance - <u32>unchecked(DISTANCE_BASE[far]))) << count;
			count += unchecked(DISTANCE_EXTRA[far]);
			continue;
		}
		bits |= (<u64>unchecked(literalCodes[token & 255])) << count;
		count += unchecked(literalLengths[token & 255]);
		if ((token & SINGLE) != 0) continue;
		const second = (token >> 8) & 255;
		bits |= (<u64>unchecked(literalCodes[second])) << count;
		count += unchecked(literalLengths[second]);
		const third = (token >> 16) & 255;
		bits |= (<u64>unchecked(literalCodes[third])) << count;
		count += unchecked(literalLengths[third]);
	}
	store<u64>(position, bits);
	position += <usize>(count >> 3);
	resume(position, bits >> (count & ~7), <u32>(count & 7));
}
