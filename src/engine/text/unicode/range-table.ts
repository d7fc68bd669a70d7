import { readFileSync } from "node:fs";
import { packageRoot } from "../../../base/package-root.js";

/** The parts of a file of data/unicode/, which scripts/generate/unicode-tables.ts writes. */
export function readTable(name: string): string[] {
	const text = readFileSync(new URL(`data/unicode/${name}.txt`, packageRoot), "latin1");
	return text.trimEnd().split(/\s/);
}

/** Most text is Latin, so a table for the first code points saves the search. */
const SMALL = 0x250;

/**
 * A property of all code points from its compact form: ranges from U+0000
 * on, each "length.value" in base 36.
 */
export function rangeTable(parts: readonly string[]): (codePoint: number) => number {
	const starts = new Uint32Array(parts.length);
	const values = new Uint16Array(parts.length);
	let start = 0;
	for (const [i, part] of parts.entries()) {
		const dot = part.indexOf(".");
		starts[i] = start;
		values[i] = Number.parseInt(part.slice(dot + 1), 36);
		start += Number.parseInt(part.slice(0, dot), 36);
	}
	const search = (codePoint: number): number => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (starts[middle]! <= codePoint) low = middle;
			else high = middle - 1;
		}
		return values[low]!;
	};
	const small = Uint16Array.from({ length: SMALL }, (_, codePoint) => search(codePoint));
	return (codePoint) => (codePoint < SMALL ? small[codePoint]! : search(codePoint));
}
