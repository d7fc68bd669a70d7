import { readFile } from "node:fs/promises";
import { packageRoot } from "../../base/package-root.js";

/**
 * The kind of thing that an English word names, which is the group of its emoji (Unicode's
 * emoji-test.txt).
 */
export const WORD_GROUPS = [
	"smileys",
	"people",
	"component",
	"animals and nature",
	"food and drink",
	"travel and places",
	"activities",
	"objects",
	"symbols",
	"flags",
] as const;
export type WordGroup = (typeof WORD_GROUPS)[number];

export interface EnglishWord {
	readonly word: string;
	readonly group: WordGroup;
}

const LINE_FEED = 0x0a;

/**
 * Words of many languages, and emoji, with their English words. The table consists of the sorted
 * bytes of the file and is searched by bisection, because a hundred thousand strings in a Map would
 * take ten times the memory.
 */
export class WordTable {
	readonly #english: readonly EnglishWord[];
	readonly #lines: Buffer;

	/** @param file data/search-words.txt */
	constructor(file: Buffer) {
		const afterTitle = file.indexOf(LINE_FEED) + 1;
		const afterEnglish = file.indexOf(LINE_FEED, afterTitle) + 1;
		this.#english = file
			.toString("utf8", afterTitle, afterEnglish - 1)
			.split("|")
			.map((entry) => {
				const [word = "", group = ""] = entry.split("/");
				return { word, group: WORD_GROUPS[Number(group)] ?? "symbols" };
			});
		this.#lines = file.subarray(afterEnglish);
	}

	/** A single English word of the table. */
	english(word: string): EnglishWord | undefined {
		return this.#english.find((entry) => entry.word === word);
	}

	/**
	 * @param term normalised with normalizeWords
	 * @returns its English words; none if it is not known
	 */
	lookUp(term: string): readonly EnglishWord[] {
		if (term === "") return [];
		const key = Buffer.from(`${term}\t`);
		const start = this.#place(key);
		if (this.#lines.compare(key, 0, key.length, start, this.#end(start, key)) !== 0) return [];
		const end = this.#lines.indexOf(LINE_FEED, start);
		return this.#lines
			.toString("latin1", start + key.length, end)
			.split(",")
			.flatMap((number) => this.#english[Number.parseInt(number, 36)] ?? []);
	}

	#end(start: number, { length }: Buffer): number {
		return Math.min(start + length, this.#lines.length);
	}

	/** The start of the first line that is not less than the key. */
	#place(key: Buffer): number {
		const lines = this.#lines;
		let low = 0;
		let high = lines.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const start = middle === 0 ? 0 : lines.lastIndexOf(LINE_FEED, middle - 1) + 1;
			const end = lines.indexOf(LINE_FEED, start) + 1;
			if (lines.compare(key, 0, key.length, start, Math.min(start + key.length, end)) < 0)
				low = end;
			else high = start;
		}
		return low;
	}
}

let table: Promise<WordTable> | undefined;

/** The table of the service, read on first use. */
export function wordTable(): Promise<WordTable> {
	table ??= readFile(new URL("data/search-words.txt", packageRoot)).then(
		(file) => new WordTable(file),
	);
	return table;
}
