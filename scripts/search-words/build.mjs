/**
 * Writes data/search-words.txt: words of many languages, and emoji, with the English word for
 * searching icons and backgrounds.
 *
 *     npm run generate -- search-words
 *
 * Source: the annotations of Unicode CLDR, which describe each emoji with a few words in every
 * language. A word represents the emoji that it describes; its English translation is the word that
 * describes the most similar set of emoji (highest Dice coefficient), among those that find icons.
 * Groups of emoji are from emojibase-data.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { typingErrors } from "../../dist/src/base/nearest.js";
import { IconLibrary } from "../../dist/src/catalog/icons/icon-library.js";
import { normalizeWords } from "../../dist/src/catalog/words/normalize.js";

const LANGUAGES =
	"ar bn cs da de el es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk ur vi zh zh-Hant".split(
		" ",
	);
/** Words that describe more emoji are too general. */
const MAX_EMOJI = 50;
/** Maximum words and characters of a phrase that a user might type. */
const MAX_WORDS = 2;
const MAX_LENGTH = 20;
/** Maximum number of English words to try for one word. */
const MAX_TRIED = 12;
/** Emoji that show flags, or people performing activities: no icon shows them. */
const NOT_SHOWN = /[\u{1f1e6}-\u{1f1ff}\u{e0020}-\u{e007f}]|\u200d[\u2640\u2642]/u;
const SKIN = /[\u{1f3fb}-\u{1f3ff}]/u;

const require = createRequire(import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(require.resolve(path), "utf8"));

/** For a language: emoji to its words, the name first. */
function annotations(language) {
	const path = `cldr-annotations-full/annotations/${language}/annotations.json`;
	const all = Object.entries(readJson(path).annotations.annotations);
	return new Map(
		all
			.filter(([emoji]) => !SKIN.test(emoji) && !NOT_SHOWN.test(emoji))
			.map(([emoji, { default: words = [], tts = [] }]) => [
				emoji,
				[...new Set([...tts, ...words].map(normalizeWords))],
			]),
	);
}

/** Word to the emoji that it describes. */
function inverse(byEmoji) {
	const byWord = new Map();
	for (const [emoji, words] of byEmoji) {
		for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(emoji));
	}
	return byWord;
}

const english = annotations("en");
const englishWords = inverse(english);
const nameOf = (emoji) => english.get(emoji)?.[0];

const library = new IconLibrary({ translate: false });
const finds = new Map();
/** Whether an English word finds icons without translation. */
async function findsIcons(word) {
	if (!finds.has(word)) finds.set(word, await library.knows(word));
	return finds.get(word);
}

function alike(word, other) {
	const longer = Math.max(word.length, other.length);
	return 1 - typingErrors(word, other, longer) / longer;
}

/**
 * English words for a word that describes these emoji and is the name of some of them, best first.
 */
function candidates(word, emoji, named) {
	const shared = new Map();
	for (const one of emoji) {
		for (const other of english.get(one) ?? []) {
			if (other.length > 2) shared.set(other, (shared.get(other) ?? 0) + 1);
		}
	}
	return [...shared]
		.map(([other, count]) => {
			const dice = (2 * count) / (emoji.size + englishWords.get(other).size);
			// Among words for the same emoji, prefer a similar spelling, then the emoji's own name.
			const like = alike(word, other);
			const isName = [...named].some((one) => nameOf(one) === other);
			return { other, score: dice + (like > 0.6 ? 0.3 * like : 0) + (isName ? 0.5 : 0) };
		})
		.sort((a, b) => b.score - a.score || a.other.length - b.other.length)
		.slice(0, MAX_TRIED)
		.map(({ other }) => other);
}

async function translation(word, emoji, named) {
	for (const other of candidates(word, emoji, named)) if (await findsIcons(other)) return other;
	return undefined;
}

const groups = new Map(
	readJson("emojibase-data/en/compact.json").map(({ unicode, group }) => [
		normalizeWords(unicode),
		group,
	]),
);
const groupOf = (word) => {
	const counts = new Map();
	for (const emoji of englishWords.get(word) ?? []) {
		const group = groups.get(normalizeWords(emoji)) ?? 8;
		counts.set(group, (counts.get(group) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 8;
};

/** Term to English words. */
const table = new Map();
const add = (term, word) => {
	if (term === "" || term === word) return;
	const words = table.get(term) ?? [];
	if (!words.includes(word) && words.length < 3) table.set(term, [...words, word]);
};
for (const [emoji] of english) {
	const word = await translation(nameOf(emoji), new Set([emoji]), [emoji]);
	if (word !== undefined) add(normalizeWords(emoji), word);
}
for (const language of LANGUAGES) {
	const byEmoji = annotations(language);
	let kept = 0;
	for (const [word, emoji] of inverse(byEmoji)) {
		const usable =
			/^[\p{L}\p{M}\p{N} ]+$/u.test(word) &&
			word.length <= MAX_LENGTH &&
			word.split(" ").length <= MAX_WORDS &&
			emoji.size <= MAX_EMOJI;
		if (!usable) continue;
		const named = [...emoji].filter((one) => byEmoji.get(one)[0] === word);
		const found = await translation(word, emoji, named);
		if (found === undefined) continue;
		add(word, found);
		kept++;
	}
	console.log(language, kept);
}

const words = [...new Set([...table.values()].flat())].sort();
const numbers = new Map(words.map((word, number) => [word, number.toString(36)]));
const lines = [...table]
	.map(([term, found]) => `${term}\t${found.map((word) => numbers.get(word)).join(",")}`)
	.map((line) => Buffer.from(line))
	.sort(Buffer.compare);
writeFileSync(
	process.argv[2] ?? new URL("../../data/search-words.txt", import.meta.url),
	`${[
		"Generated by scripts/search-words/build.mjs from Unicode CLDR (Unicode License v3). First line: English words, each with the group of its emoji; then a word of any language and the numbers of its English words (base 36), in the order of their bytes.",
		words.map((word) => `${word}/${groupOf(word)}`).join("|"),
		...lines,
	].join("\n")}\n`,
);
console.log(table.size, "terms,", words.length, "English words");
