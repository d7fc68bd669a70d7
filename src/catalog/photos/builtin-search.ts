import MiniSearch from "minisearch";
import { BACKGROUNDS, type Background } from "../../backgrounds/collection.js";
import { readData } from "../../base/data-file.js";
import { withoutAccents } from "../words/normalize.js";

/** Words of a query that mean "background" in general, and do not distinguish backgrounds. */
const PLAIN_WORDS = new Set(
	"a an and any for in of on or the to with my our some nice good best cool pretty beautiful aesthetic abstract social media background backdrop wallpaper image picture photo photography post story carousel slide reel template design graphic instagram tiktok facebook linkedin pinterest youtube stock free hd 4k".split(
		" ",
	),
);

/** Synonyms of tags, including British spelling and topics that suit a motif. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = JSON.parse(
	readData("photo-synonyms.json"),
);

/** Lower case, without accents, singular; for the words of queries and tags. */
export function normalizeTerm(term: string): string {
	const plain = withoutAccents(term);
	if (plain.length > 4 && plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
	return plain.length > 3 && /[^s]s$/.test(plain) && !/\d/.test(plain) ? plain.slice(0, -1) : plain;
}

const PLAIN = new Set([...PLAIN_WORDS].map(normalizeTerm));
const OTHER_WORDS = new Map(
	Object.entries(SYNONYMS).map(([word, others]) => [
		normalizeTerm(word),
		others.map(normalizeTerm),
	]),
);

const index = new MiniSearch<Background>({
	fields: ["title", "kind", "tags"],
	idField: "id",
	extractField: (background, field) =>
		field === "tags" ? background.tags.join(" ") : (background[field as "id"] as string),
	processTerm: (term) => normalizeTerm(term),
	searchOptions: { boost: { title: 2, kind: 2.5 } },
});
index.addAll([...BACKGROUNDS]);

const BY_ID = new Map(BACKGROUNDS.map((background) => [background.id, background]));
/**
 * Index of a background in the collection, for sorting equal scores; the most versatile come first.
 */
const RANK = new Map(BACKGROUNDS.map((background, rank) => [background.id, rank]));

/** A word of the query with its synonyms: the backgrounds that it finds, with scores. */
function scoresOf(term: string, fuzzy: boolean): Map<string, number> {
	const scores = new Map<string, number>();
	const find = (word: string, weight: number) => {
		const found = index.search(word, {
			prefix: word.length >= 4,
			// One typing error from five letters on, two from nine on; a shorter word would become a
			// different word.
			fuzzy: fuzzy && word.length >= 5 ? (word.length >= 9 ? 2 : 1) : false,
		});
		for (const { id, score } of found)
			scores.set(id, Math.max(scores.get(id) ?? 0, score * weight));
	};
	find(term, 1);
	for (const other of OTHER_WORDS.get(term) ?? []) find(other, 0.6);
	return scores;
}

/**
 * The backgrounds that a query finds, best first. A query that only says "background" finds all of
 * them; a query without any match finds none. Every word must match; if no background matches all
 * of them, one word is enough. Typing errors are only corrected in unknown words.
 */
export function searchBackgrounds(query: string): readonly Background[] {
	const words = query
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map(normalizeTerm);
	const terms = [...new Set(words)].filter((word) => !PLAIN.has(word)).slice(0, 12);
	if (terms.length === 0) return BACKGROUNDS;
	const found = terms.map((term) => {
		const exact = scoresOf(term, false);
		return exact.size > 0 ? exact : scoresOf(term, true);
	});
	const sum = new Map<string, { score: number; words: number }>();
	for (const scores of found)
		for (const [id, score] of scores) {
			const before = sum.get(id) ?? { score: 0, words: 0 };
			sum.set(id, { score: before.score + score, words: before.words + 1 });
		}
	const complete = [...sum].filter(([, { words }]) => words === terms.length);
	return (complete.length > 0 ? complete : [...sum])
		.sort(
			([a, x], [b, y]) =>
				y.words - x.words || y.score - x.score || (RANK.get(a) ?? 0) - (RANK.get(b) ?? 0),
		)
		.map(([id]) => BY_ID.get(id) as Background);
}
