import { onDemand } from "../../runtime/on-demand.js";
import { normalizeWords } from "./normalize.js";
import type { EnglishWord, WordTable } from "./word-table.js";

/** Words of a query that are looked up; a longer one is a sentence. */
const MAX_WORDS = 12;
/** Letters that an ending may have which the table's form of the word lacks ("Raketen", "rakety"). */
const MAX_ENDING = 3;
/** Letters that have to be left of such a word. */
const MIN_STEM = 4;
/** Longest word, in characters, that is looked for in writing without spaces. */
const MAX_UNSPACED = 8;
/** Writing that puts no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** What may begin an emoji. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const graphemes = onDemand(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

export interface Translation {
	/** What to search for in English, the likeliest first, and which words it has. */
	readonly queries: readonly string[];
	readonly words: readonly EnglishWord[];
	/** Whether the query has an emoji: then its English says more than its letters. */
	readonly hasEmoji: boolean;
}

/** What is English already needs no other word. */
const NOTHING: Translation = { queries: [], words: [], hasEmoji: false };

/** A query in any language, or of emoji, as English words; empty when no word is known. */
export function translate(query: string, table: WordTable): Translation {
	const emoji = emojiOf(query).flatMap((one) => table.lookUp(normalizeWords(one)).slice(0, 1));
	const text = normalizeWords(query);
	if (emoji.length === 0 && text.split(" ").every((word) => table.english(word) !== undefined)) {
		return NOTHING;
	}
	const whole = table.lookUp(text);
	const parts = text
		.split(" ")
		.slice(0, MAX_WORDS)
		.map((word) => wordsOf(word, table));
	const known = parts.some(({ length }) => length > 0);
	const each = text
		.split(" ")
		.slice(0, MAX_WORDS)
		.map((word, i) => (parts[i]?.length ? parts[i].map(({ word }) => word).join(" ") : word))
		.join(" ");
	const queries = [
		...emoji.map(({ word }) => word),
		...whole.map(({ word }) => word),
		...(known && whole.length === 0 ? [withoutEmoji(each)] : []),
	].filter((word) => word !== "" && word !== text);
	return {
		queries: [...new Set(queries)],
		words: [...emoji, ...whole, ...parts.flat()],
		hasEmoji: emoji.length > 0,
	};
}

const emojiOf = (query: string): string[] =>
	[...graphemes().segment(query)].map(({ segment }) => segment).filter((one) => EMOJI.test(one));

const withoutEmoji = (text: string): string =>
	text.replace(/\p{Extended_Pictographic}|\u200d|\u20e3/gu, "").trim();

/** One word, unless it is an article or the like: as it stands, else without an ending, else the words that it is made of. */
function wordsOf(word: string, table: WordTable): readonly EnglishWord[] {
	if (/^[a-z]{1,2}$/.test(word)) return [];
	const exact = table.lookUp(word).slice(0, 1);
	if (exact.length > 0) return exact;
	if (UNSPACED.test(word)) return unspaced(word, table);
	for (let cut = 1; cut <= MAX_ENDING && word.length - cut >= MIN_STEM; cut++) {
		const stem = word.slice(0, -cut);
		// The table's form may have another ending: "rakety" is "raketa" there.
		for (const form of [stem, ...ENDINGS.map((ending) => stem + ending)]) {
			const found = table.lookUp(form).slice(0, 1);
			if (found.length > 0) return found;
		}
	}
	return [];
}

/** Endings of the first form in languages that change them. */
const ENDINGS = ["a", "o", "e", "y", "а", "о", "я", "ь", "η", "ο"];

/** The longest known words of a text without spaces, from its beginning. */
function unspaced(text: string, table: WordTable): EnglishWord[] {
	const signs = [...text].slice(0, MAX_WORDS * MAX_UNSPACED);
	const found: EnglishWord[] = [];
	for (let at = 0; at < signs.length; ) {
		let length = Math.min(MAX_UNSPACED, signs.length - at);
		let here: readonly EnglishWord[] = [];
		while (length > 0 && here.length === 0) {
			here = table.lookUp(signs.slice(at, at + length).join("")).slice(0, 1);
			if (here.length === 0) length--;
		}
		found.push(...here);
		at += Math.max(1, length);
	}
	return found;
}
