/**
 * The bidirectional classes of UAX #9 in the order of the generated table, and the other character
 * properties that the algorithm needs.
 */
import { rangeTable, readTable } from "./range-table.js";

export const BIDI_CLASSES = Object.freeze(
	"L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI".split(" "),
);

export const L = 0;
export const R = 1;
export const AL = 2;
export const EN = 3;
export const ES = 4;
export const ET = 5;
export const AN = 6;
export const CS = 7;
export const NSM = 8;
export const BN = 9;
export const B = 10;
export const S = 11;
export const WS = 12;
export const ON = 13;
export const LRE = 14;
export const LRO = 15;
export const RLE = 16;
export const RLO = 17;
export const PDF = 18;
export const LRI = 19;
export const RLI = 20;
export const FSI = 21;
export const PDI = 22;

/** Bidi_Class of a code point, as an index into BIDI_CLASSES. */
export const bidiClass: (codePoint: number) => number = rangeTable(readTable("bidi"));

/** Opening bracket -> closing bracket, both as code points (BD14, BD15). */
const closers = new Map<number, number>();
const closing = new Set<number>();
for (const pair of readTable("brackets")) {
	const [open, close] = pair.split(".").map((part) => Number.parseInt(part, 36));
	closers.set(open!, close!);
	closing.add(close!);
}

/** U+2329 and U+232A are canonically equivalent to CJK brackets, so they match each other. */
function canonical(bracket: number): number {
	if (bracket === 0x2329) return 0x3008;
	return bracket === 0x232a ? 0x3009 : bracket;
}

/** The closing bracket of an opening one, in canonical form; undefined for other characters. */
export function closingBracketOf(codePoint: number): number | undefined {
	const close = closers.get(codePoint);
	return close === undefined ? undefined : canonical(close);
}

/** A closing bracket in canonical form; undefined for other characters. */
export function asClosingBracket(codePoint: number): number | undefined {
	return closing.has(codePoint) ? canonical(codePoint) : undefined;
}
