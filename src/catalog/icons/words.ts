import { readData } from "../../base/data-file.js";
import { withoutAccents } from "../words/normalize.js";

/** Words that do not distinguish icons; they are ignored unless the query has no other word. */
const STOP_WORDS: ReadonlySet<string> = new Set(
	"a an and the of for to in my our your with icon svg symbol emoji".split(" "),
);

/** British spellings and irregular plurals, with the form in the index. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
	Object.entries(JSON.parse(readData("icons/spellings.json"))),
);

/**
 * The common form of a word in index and queries: singular, American spelling. It need not be a
 * word ("movie" and "movies" give "movy").
 * @param word lower case letters and digits
 */
export function stem(word: string): string {
	const singular = withoutPlural(word);
	const spelt = SPELLINGS.get(word) ?? SPELLINGS.get(singular) ?? singular;
	return spelt.length > 4 && spelt.endsWith("ie") ? `${spelt.slice(0, -2)}y` : spelt;
}

/**
 * English plurals by their endings; short words such as "gas", "bus" and "lens" are not changed.
 */
function withoutPlural(word: string): string {
	if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
	if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
	if (word.length > 6 && word.endsWith("oes")) return word.slice(0, -2);
	return word.slice(0, -1);
}

/**
 * The stems of a text in order. Case, accents and punctuation are ignored, so nothing in a query
 * has a special meaning.
 */
export function words(text: string): string[] {
	return withoutAccents(text)
		.replace(/['’]/g, "")
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map(stem);
}

/** The words of a query that distinguish icons; all of them if none does. */
export function queryWords(query: string): string[] {
	const all = words(query);
	const telling = all.filter((word) => !STOP_WORDS.has(word));
	return [...new Set(telling.length > 0 ? telling : all)];
}

/** One term for all spellings of a phrase: "check mark", "check-mark" and "checkmark". */
export function phraseTerm(parts: readonly string[]): string {
	return stem(parts.join(""));
}
