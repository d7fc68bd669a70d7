import type { Background } from "../../backgrounds/collection.js";
import { normalizeWords } from "../words/normalize.js";
import { translate } from "../words/translate.js";
import { type EnglishWord, type WordGroup, wordTable } from "../words/word-table.js";
import { searchBackgrounds } from "./builtin-search.js";

/** The result of a search in the collection. */
export interface FoundBackgrounds {
	readonly found: readonly Background[];
	/** Set if nothing was found. */
	readonly note?: string;
	/** Words with results, the most similar first. */
	readonly subjects?: readonly string[];
}

/** The most similar backgrounds for each kind of thing. */
const NEAR: Readonly<Record<WordGroup, readonly string[]>> = {
	smileys: ["hearts", "confetti", "bokeh", "gradient"],
	people: ["bokeh", "gradient", "paper", "city"],
	component: ["gradient", "pattern", "paper"],
	"animals and nature": ["forest", "leaves", "flowers", "mountains", "sea"],
	"food and drink": ["paper", "terrazzo", "marble", "leaves"],
	"travel and places": ["mountains", "beach", "city", "sky", "desert"],
	activities: ["confetti", "sunburst", "bokeh", "gradient"],
	objects: ["paper", "marble", "blueprint", "gradient"],
	symbols: ["pattern", "gradient", "geometric"],
	flags: ["gradient", "silk", "waves"],
};
/** For unknown words: the most versatile backgrounds. */
const VERSATILE = ["gradient", "mountains", "sea", "bokeh", "paper", "marble", "pattern", "night"];
const MAX_SUBJECTS = 8;

/**
 * The backgrounds that match a query in English, in another language or as an emoji; if none does,
 * the most similar ones.
 */
export async function findBackgrounds(query: string): Promise<FoundBackgrounds> {
	const table = await wordTable();
	const { queries, words, hasEmoji } = translate(query, table);
	// The English search ignores emoji, and an empty query means any background.
	const english = hasEmoji ? [] : searchBackgrounds(query);
	if (english.length > 0) return { found: english };
	const found = queries.flatMap((other) => searchBackgrounds(other));
	if (found.length > 0) return { found: [...new Set(found)] };
	const known = normalizeWords(query)
		.split(" ")
		.flatMap((word) => table.english(word) ?? []);
	const subjects = nearestSubjects([...known, ...words]);
	return { found, note: note(subjects), subjects };
}

function nearestSubjects(words: readonly EnglishWord[]): string[] {
	const near = words.flatMap(({ group }) => NEAR[group]);
	return [...new Set([...near, ...VERSATILE])].slice(0, MAX_SUBJECTS);
}

const note = (subjects: readonly string[]): string =>
	`No built-in background matches these words. Similar subjects: ${subjects.join(", ")}. For real photos, the operator can set PHOTO_PROVIDER=openverse (no key needed) or UNSPLASH_ACCESS_KEY.`;
