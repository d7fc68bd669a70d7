import { onDemand } from "../../base/on-demand.js";
import { normalizeWords } from "./normalize.js";
import type { EnglishWord, WordTable } from "./word-table.js";

/** Maximum number of words of a query. */
const MAX_WORDS = 12;
/** Maximum length of an ending that the form in the table lacks ("Raketen", "rakety"). */
const MAX_ENDING = 3;
/** Minimum length of the rest of such a word. */
const MIN_STEM = 4;
/** Maximum length of a word in text without spaces. Characters. */
const MAX_UNSPACED = 8;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Characters that may start an emoji. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const graphemes = onDemand(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

export interface Translation {
	/** English queries, the most likely first, with their words. */
	readonly queries: readonly string[];
	readonly words: readonly EnglishWord[];
	/** Whether the query has an emoji, whose English words are more useful than the letters. */
	readonly hasEmoji: boolean;
}

/** English words need no translation. */
const NOTHING: Translation = { queries: [], words: [], hasEmoji: false };

/** Translates a query in any language, or of emoji, to English words; empty if no word is known. */
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

/**
 * Translates one word, unless it is an article or the like: unchanged, or else without an ending,
 * or else its parts.
 */
function wordsOf(word: string, table: WordTable): readonly EnglishWord[] {
	if (/^[a-z]{1,2}$/.test(word)) return [];
	const exact = table.lookUp(word).slice(0, 1);
	if (exact.length > 0) return exact;
	if (UNSPACED.test(word)) return unspaced(word, table);
	for (let cut = 1; cut <= MAX_ENDING && word.length - cut >= MIN_STEM; cut++) {
		const stem = word.slice(0, -cut);
		// The form in the table may have a different ending: "raketa" for "rakety".
		for (const form of [stem, ...ENDINGS.map((ending) => stem + ending)]) {
			const found = table.lookUp(form).slice(0, 1);
			if (found.length > 0) return found;
		}
	}
	return [];
}

/** Endings of the basic form in languages that change them. */
const ENDINGS = ["a", "o", "e", "y", "а", "о", "я", "ь", "η", "ο"];

/** The longest known words of a text without spaces, from its start. */
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
