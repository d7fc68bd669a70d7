import { eachCoveredRange } from "./manifest.js";

/**
 * Which slice of a family has a character: a table of 256 entries for each
 * block of 256 code points that the family touches.
 */
export class CoverageTable {
	readonly #blocks = new Map<number, Uint8Array>();

	/** @param coverages of the slices: at most 255, and disjoint, as the build script ensures */
	constructor(coverages: readonly string[]) {
		for (const [index, coverage] of coverages.entries()) {
			eachCoveredRange(coverage, (first, last) => this.#mark(first, last, index + 1));
		}
	}

	/** Index of the slice that has the code point, or -1. */
	sliceOf(codePoint: number): number {
		const block = this.#blocks.get(codePoint >> 8);
		return block === undefined ? -1 : block[codePoint & 255]! - 1;
	}

	#mark(first: number, last: number, value: number): void {
		for (let start = first; start <= last; ) {
			const number = start >> 8;
			let block = this.#blocks.get(number);
			if (block === undefined) {
				block = new Uint8Array(256);
				this.#blocks.set(number, block);
			}
			const end = Math.min(last, (number << 8) + 255);
			block.fill(value, start & 255, (end & 255) + 1);
			start = end + 1;
		}
	}
}
