/**
 * Huffman codes for the symbols of a picture, built from their counts as in ITU-T T.81, K.2. If
 * counts are equal, the symbol with the greater number comes first, as in libjpeg.
 */

const SYMBOLS: i32 = 256;
/** Longest code before it is limited: the counts of a picture add up to less than 2^24. Bits. */
const LONGEST: i32 = 32;
/** Longest code that the standard allows. Bits. */
const LIMIT: i32 = 16;

/** Size of a table in a file: 16 counts of codes by their length, and the symbols. Bytes. */
export const TABLE_BYTES: usize = 16 + 256;

/** Symbols that occur, plus one that takes the code of only ones, which is not allowed. */
const symbols = new StaticArray<i32>(SYMBOLS + 1);
const weights = new StaticArray<u32>(SYMBOLS + 1);
const lengths = new StaticArray<i32>(SYMBOLS + 1);
/** The next symbol of the same tree, or -1. */
const links = new StaticArray<i32>(SYMBOLS + 1);
const perLength = new StaticArray<i32>(LONGEST + 1);
const places = new StaticArray<i32>(LONGEST + 1);

/** Marks the weight of a tree that was joined to another. */
const JOINED: u32 = 0xffffffff;

/**
 * Builds the table of symbols from their counts.
 * @param counts 256 of 32 bits
 * @param table where its TABLE_BYTES are written
 */
export function makeTable(counts: usize, table: usize): void {
	let used = 0;
	for (let i = 0; i < SYMBOLS; i++) {
		const count = load<u32>(counts + ((<usize>i) << 2));
		if (count > 0) use(used++, i, count);
	}
	use(used++, SYMBOLS, 1);
	joinAll(used);
	memory.fill(changetype<usize>(perLength), 0, 4 * (LONGEST + 1));
	for (let i = 0; i < used; i++) perLength[lengths[i]]++;
	let place = 0;
	for (let length = 1; length <= LONGEST; length++) {
		places[length] = place;
		place += perLength[length];
	}
	limitLengths();
	for (let length = 1; length <= LIMIT; length++)
		store<u8>(table + <usize>length - 1, <u8>perLength[length]);
	// Sorted by unlimited length; limiting the lengths keeps this order.
	for (let i = 0; i < used - 1; i++) {
		const at = places[lengths[i]]++;
		store<u8>(table + 16 + <usize>at, <u8>symbols[i]);
	}
}

function use(i: i32, symbol: i32, count: u32): void {
	symbols[i] = symbol;
	weights[i] = count;
	lengths[i] = 0;
	links[i] = -1;
}

/** Joins the two lightest trees until one is left. */
function joinAll(used: i32): void {
	for (let left = used; left > 1; left--) {
		let first = -1;
		let second = -1;
		let lightest = JOINED - 1;
		let next = JOINED - 1;
		for (let i = 0; i < used; i++) {
			const weight = unchecked(weights[i]);
			if (weight > next) continue;
			if (weight <= lightest) {
				second = first;
				next = lightest;
				first = i;
				lightest = weight;
			} else {
				second = i;
				next = weight;
			}
		}
		weights[first] += weights[second];
		weights[second] = JOINED;
		const end = lengthen(first);
		links[end] = second;
		lengthen(second);
	}
}

/** Adds a bit to the codes of a tree. @returns its last symbol */
function lengthen(tree: i32): i32 {
	let last = tree;
	for (let i = tree; i >= 0; i = unchecked(links[i])) {
		unchecked(lengths[i]++);
		last = i;
	}
	return last;
}

/**
 * Limits codes to 16 bits (figure K.3): two codes that are too long become one that is shorter by a
 * bit, and one of a shorter code, which becomes longer. Then removes the code of only ones.
 */
function limitLengths(): void {
	for (let length = LONGEST; length > LIMIT; length--) {
		while (perLength[length] > 0) {
			let shorter = length - 2;
			while (perLength[shorter] == 0) shorter--;
			perLength[length] -= 2;
			perLength[length - 1]++;
			perLength[shorter + 1] += 2;
			perLength[shorter]--;
		}
	}
	let longest = LIMIT;
	while (perLength[longest] == 0) longest--;
	perLength[longest]--;
}

/**
 * The codes of a table (figures C.1 to C.3), each with room for the bits that follow it, whose
 * number is in the lower half of its symbol.
 * @param codes 256 of 32 bits: the code from bit 5, the total length in the bits below
 */
export function readTable(table: usize, codes: usize): void {
	let code: u32 = 0;
	let at = table + 16;
	for (let length: u32 = 1; length <= <u32>LIMIT; length++, code <<= 1) {
		for (let count = load<u8>(table + length - 1); count > 0; count--, code++, at++) {
			const symbol = <u32>load<u8>(at);
			const extra = symbol & 15;
			store<u32>(codes + (symbol << 2), ((code << extra) << 5) | (length + extra));
		}
	}
}
