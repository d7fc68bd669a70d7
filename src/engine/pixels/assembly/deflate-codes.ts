/** The Huffman codes of a Deflate block, and its header (RFC 1951, 3.2.7). */
import { put } from "./bit-writer";
import { codeLengths, codesOf } from "./huffman";

export const LITERALS: i32 = 286;
export const DISTANCES: i32 = 30;
export const END_OF_BLOCK: i32 = 256;
const MAX_CODE_LENGTH: u32 = 15;

/** The order of the code length codes in a header. */
const HEADER_ORDER: StaticArray<u8> = [
	16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/** How often each symbol occurs in the block: literals, end of block and lengths; distances. */
export const literalCounts = new StaticArray<u32>(LITERALS);
export const distanceCounts = new StaticArray<u32>(DISTANCES);
/** The codes built from the counts, and their lengths in bits. */
export const literalLengths = new StaticArray<u8>(LITERALS);
export const distanceLengths = new StaticArray<u8>(DISTANCES);
export const literalCodes = new StaticArray<u16>(LITERALS);
export const distanceCodes = new StaticArray<u16>(DISTANCES);

export function clearCounts(): void {
	for (let i = 0; i < LITERALS; i++) unchecked((literalCounts[i] = 0));
	for (let i = 0; i < DISTANCES; i++) unchecked((distanceCounts[i] = 0));
}

/** Builds codes from the counts, and writes the header of a block that uses them. */
export function beginBlock(last: bool): void {
	literalCounts[END_OF_BLOCK] = 1;
	codeLengths(literalCounts, LITERALS, MAX_CODE_LENGTH, literalLengths);
	codeLengths(distanceCounts, DISTANCES, MAX_CODE_LENGTH, distanceLengths);
	codesOf(literalLengths, LITERALS, literalCodes);
	codesOf(distanceLengths, DISTANCES, distanceCodes);
	put(last ? 1 : 0, 1);
	// Dynamic Huffman codes.
	put(2, 2);
	writeHeader();
}

export function endBlock(): void {
	put(literalCodes[END_OF_BLOCK], literalLengths[END_OF_BLOCK]);
}

const CODE_LENGTHS: i32 = 19;
const headerCounts = new StaticArray<u32>(CODE_LENGTHS);
const headerLengths = new StaticArray<u8>(CODE_LENGTHS);
const headerCodes = new StaticArray<u16>(CODE_LENGTHS);
/** Symbol | extra bits << 5. */
const headerSymbols = new StaticArray<u16>(LITERALS + DISTANCES);

/** Writes the code lengths of both alphabets, run-length encoded. */
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
