/**
 * Finds where words may be hyphenated: Liang's algorithm (Word Hy-phen-a-tion by Com-put-er, 1983)
 * with TeX's patterns from the package `hyphen`. The function of the package itself is not used
 * because it caches every word without limit.
 */
import { requirePackage } from "../../../base/on-demand.js";

/** Patterns by letters: a node is its children, the index of its levels, or both. */
type Node = Trie | number | readonly [Trie, number];
interface Trie {
	readonly [letter: string]: Node;
}
/** Levels between the letters of each pattern, the patterns, and the exceptions. */
type Patterns = readonly [
	levels: readonly (readonly number[])[],
	trie: Trie,
	exceptions?: Readonly<Record<string, readonly number[]>>,
];

/** Minimum number of letters of a word, before a hyphen, and after it. */
export interface WordLimits {
	readonly word: number;
	readonly before: number;
	readonly after: number;
}
/** As in Chromium (hyphenate-limit-chars: auto). */
export const ALL_WORDS: WordLimits = { word: 5, before: 2, after: 2 };
/** Only compounds and the like: a short word in two parts is hard to read in large letters. */
export const LONG_WORDS: WordLimits = { word: 12, before: 4, after: 4 };
/** Maximum length of a word that is hyphenated; real words are shorter. */
const MAX_WORD = 100;

/** Files of patterns by language, if their name is not the primary subtag. */
const FILES: Readonly<Record<string, string>> = {
	de: "de-1996",
	"de-ch": "de-ch-1901",
	"de-1901": "de-1901",
	el: "el-monoton",
	"el-polyton": "el-polyton",
	en: "en-us",
	"en-gb": "en-gb",
	"en-au": "en-gb",
	"en-ie": "en-gb",
	"en-in": "en-gb",
	"en-nz": "en-gb",
	"en-za": "en-gb",
	mn: "mn-cyrl",
	"mn-cyrl": "mn-cyrl",
	sh: "sh-latn",
	"sh-cyrl": "sh-cyrl",
	"sh-latn": "sh-latn",
	"sr-latn": "sh-latn",
	bs: "sh-latn",
	sr: "sr-cyrl",
	"sr-cyrl": "sr-cyrl",
};
const SAME_NAME = new Set(
	"af as be bg bn ca cop cs cu cy da es et eu fi fr fur ga gl grc gu hi hr hsb hu hy ia id is it ka kmr kn la lt lv mk ml mr nb nl nn no oc or pa pi pl pms pt rm ro ru sa sk sl sq sv ta te th tk tr uk".split(
		" ",
	),
);

function fileOf(tag: string): string | undefined {
	const subtags = tag.toLowerCase().split("-");
	for (let length = subtags.length; length > 0; length--) {
		const key = subtags.slice(0, length).join("-");
		const file = FILES[key] ?? (SAME_NAME.has(key) ? key : undefined);
		if (file !== undefined) return file;
	}
	return undefined;
}

/** Languages that are written without hyphens at the ends of lines. */
const UNHYPHENATED = /^(ar|ckb|dv|fa|he|ja|km|ko|lo|my|ps|sd|th|ur|vi|yi|yue|zh)(-|$)/i;

/** Whether hyphens are missing where readers expect them. @param tag BCP 47; "": none */
export const lacksHyphens = (tag: string): boolean =>
	fileOf(tag) === undefined && !UNHYPHENATED.test(tag);

const loaded = new Map<string, Patterns>();

/**
 * The patterns of a language (up to 1.2 MB, 30 ms) are loaded for the first text that needs them.
 */
function patternsOf(file: string): Patterns {
	let patterns = loaded.get(file);
	if (patterns === undefined) {
		patterns = requirePackage(`hyphen/patterns/${file}.js`) as Patterns;
		loaded.set(file, patterns);
	}
	return patterns;
}

const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Finds where a text may break with a hyphen.
 * @param tag BCP 47; without patterns for it, nothing is hyphenated
 * @param limits which words, and how far from their ends
 * @returns UTF-16 indices before which a hyphen is allowed, ascending
 */
export function hyphenationPoints(text: string, tag: string, limits = ALL_WORDS): number[] {
	const file = fileOf(tag);
	if (file === undefined) return [];
	const points: number[] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (word.length < limits.word || word.length > MAX_WORD) continue;
		// A word with a soft hyphen breaks only there (CSS Text 3, section 6.1).
		if (text[index - 1] === "\u00ad" || text[index + word.length] === "\u00ad") continue;
		for (const at of wordPoints(word, patternsOf(file), limits)) points.push(index + at);
	}
	return points;
}

function wordPoints(
	word: string,
	[levelsTable, trie, exceptions]: Patterns,
	{ before, after }: WordLimits,
): number[] {
	const lower = word.toLowerCase();
	// Letters whose lower case is longer would shift the following indices.
	if (lower.length !== word.length) return [];
	const known = exceptions && Object.hasOwn(exceptions, lower) ? exceptions[lower]! : undefined;
	if (known !== undefined) return known.filter((at) => at >= before && at <= word.length - after);
	const marked = `.${lower}.`;
	/** Indexed by the position in `marked` of the following letter. */
	const levels = new Uint8Array(marked.length + 1);
	for (let start = 0; start < marked.length; start++) {
		let node: Trie | undefined = trie;
		for (let at = start; at < marked.length && node !== undefined; at++) {
			const next: Node | undefined = Object.hasOwn(node, marked[at]!)
				? node[marked[at]!]
				: undefined;
			const index =
				typeof next === "number" ? next : Array.isArray(next) ? (next[1] as number) : -1;
			node = Array.isArray(next)
				? (next[0] as Trie)
				: typeof next === "object"
					? (next as Trie)
					: undefined;
			if (index < 0) continue;
			for (const [offset, level] of levelsTable[index]!.entries())
				levels[start + offset] = Math.max(levels[start + offset]!, level);
		}
	}
	const points: number[] = [];
	for (let at = before; at <= word.length - after; at++)
		if ((levels[at + 1]! & 1) === 1) points.push(at);
	return points;
}
