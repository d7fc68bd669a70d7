import { readFileSync } from "node:fs";
import { onDemand } from "../../base/on-demand.js";
import { packageRoot } from "../../base/package-root.js";
import type { Template } from "../../contract/templates.js";
import { normalizeWords } from "../words/normalize.js";

/** Templates with a lower share of the best score do not match. */
const RELEVANT = 0.4;
/** Maximum number of words of a query, or of a description, that are compared. */
const MAX_WORDS = 60;
/** Maximum length of a text that is examined. Characters. */
const MAX_LENGTH = 1_000;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words that say nothing about a design. */
const EMPTY: ReadonlySet<string> = new Set(
	(
		"a an and any are as at by for from in is it of on one or our post social template that the this to with " +
		"der die das ein eine einen für mit und von zum zur le la les un une des du pour avec et " +
		"el los las una del para con y de の を に は"
	).split(" "),
);

/** What people call the things that templates are for, in five languages. */
interface TemplateWords {
	/** The words for each subject. */
	readonly subjects: Readonly<Record<string, readonly string[]>>;
	/** Subjects with a similar design, for a subject without a template. */
	readonly near: Readonly<Record<string, readonly string[]>>;
}

/** The words in a form in which they are found quickly. */
interface WordIndex {
	/** Subjects by a word of theirs, and by such a word without its ending. */
	readonly words: ReadonlyMap<string, ReadonlySet<string>>;
	readonly stems: ReadonlyMap<string, ReadonlySet<string>>;
	/** Terms of several words, or of a script without spaces, with their subject. */
	readonly phrases: readonly (readonly [term: string, subject: string])[];
	readonly near: TemplateWords["near"];
}

const wordIndex = onDemand((): WordIndex => {
	const { subjects, near } = JSON.parse(
		readFileSync(new URL("data/template-words.json", packageRoot), "utf8"),
	) as TemplateWords;
	const words = new Map<string, Set<string>>();
	const stems = new Map<string, Set<string>>();
	const phrases: [string, string][] = [];
	const add = (index: Map<string, Set<string>>, key: string, subject: string) =>
		index.set(key, (index.get(key) ?? new Set()).add(subject));
	for (const [subject, terms] of Object.entries(subjects)) {
		for (const term of terms.map(normalizeWords)) {
			if (term.includes(" ") || UNSPACED.test(term)) {
				phrases.push([term, subject]);
				continue;
			}
			add(words, term, subject);
			for (const stem of stemsOf(term)) add(stems, stem, subject);
		}
	}
	phrases.sort(([a], [b]) => b.length - a.length);
	return { words, stems, phrases, near };
});

export interface RankedTemplates {
	/** The templates that match, the best first. All of them for a query without words. */
	readonly found: readonly Template[];
	/** If none matches: templates with a similar design. */
	readonly near: readonly Template[];
}

/**
 * Finds templates by id, by their words, and by what people call their subject in English, German,
 * French, Spanish or Japanese ("Angebot" finds sales).
 */
export function rankTemplates(templates: readonly Template[], query: string): RankedTemplates {
	const words = wordsOf(query);
	if (words.length === 0) return { found: templates, near: [] };
	const { subjects, left } = subjectsOf(query);
	const exact = words.join("-");
	const found = byScore(templates, (template) =>
		template.id === exact ? Number.POSITIVE_INFINITY : scoreOf(template, left, subjects),
	);
	if (found.length > 0) return { found, near: [] };
	const { near } = wordIndex();
	const similar = new Set([...subjects].flatMap((subject) => near[subject] ?? []));
	return { found, near: byScore(templates, (template) => scoreOf(template, [], similar)) };
}

function byScore(templates: readonly Template[], score: (template: Template) => number) {
	return templates
		.map((template) => ({ template, score: score(template) }))
		.filter((entry) => entry.score > 0)
		.sort((a, b) => b.score - a.score)
		.filter((entry, _, [best]) => entry.score >= RELEVANT * best!.score)
		.map(({ template }) => template);
}

/** Words of the id and name count more than those of the tags, and these more than the description. */
function scoreOf(
	template: Template,
	words: readonly string[],
	subjects: ReadonlySet<string>,
): number {
	const { named, strong, weak, own } = termsOf(template);
	const points = (word: string) =>
		(has(named, word) ? 2 : 0) + (has(strong, word) ? 3 : 0) + (has(weak, word) ? 1 : 0);
	const byWords = words.reduce((sum, word) => sum + points(word), 0);
	return [...subjects].reduce((sum, subject) => sum + (own.get(subject) ?? 0), byWords);
}

const has = (all: readonly string[], word: string): boolean => all.some((one) => isSame(one, word));

interface TemplateTerms {
	/** Words of the id and the name, which are also in strong. */
	readonly named: readonly string[];
	readonly strong: readonly string[];
	readonly weak: readonly string[];
	/** The points of its subjects: more for those that it is tagged or named after. */
	readonly own: ReadonlyMap<string, number>;
}

const terms = new WeakMap<Template, TemplateTerms>();

/** What a template is found by; kept, because every search compares all templates. */
function termsOf(template: Template): TemplateTerms {
	const kept = terms.get(template);
	if (kept !== undefined) return kept;
	const { id, name, tags, description } = template;
	const named = wordsOf(`${id} ${name}`);
	const strong = [...named, ...wordsOf(tags.join(" "))];
	const isIn = (all: readonly string[], subject: string) =>
		wordsOf(subject).every((word) => has(all, word));
	const points = (subject: string) =>
		3 + (isIn(strong, subject) ? 1 : 0) + (isIn(named, subject) ? 1 : 0);
	const { subjects } = subjectsOf([id, name, ...tags].join(" "));
	const own = new Map([...subjects].map((subject) => [subject, points(subject)]));
	const made = { named, strong, weak: wordsOf(description), own };
	terms.set(template, made);
	return made;
}

/**
 * The subjects that a text names in any of the languages, and the words that are left: those of a
 * term such as "og card" mean nothing else.
 */
function subjectsOf(text: string): { subjects: Set<string>; left: string[] } {
	const { words, stems, phrases } = wordIndex();
	const subjects = new Set<string>();
	let rest = ` ${normalizeWords(text.slice(0, MAX_LENGTH))} `;
	// Longer terms first: "avis client" is a review, and its "avis" then means nothing else.
	for (const [term, subject] of phrases) {
		const found = UNSPACED.test(term) ? term : ` ${term} `;
		if (!rest.includes(found)) continue;
		subjects.add(subject);
		rest = rest.replaceAll(found, "  ");
	}
	for (const word of rest.split(" ")) {
		const exact = words.get(word);
		const forms = exact
			? [exact]
			: [stems.get(word), ...stemsOf(word).map((stem) => words.get(stem))];
		const named = forms.some((some) => some) ? forms : [partOf(word, words)];
		for (const some of named) for (const subject of some ?? []) subjects.add(subject);
	}
	return { subjects, left: wordsOf(rest) };
}

/** Shortest word that is looked for in a compound, and shortest rest of the compound. Characters. */
const MIN_PART = 5;
const MIN_REST = 3;

/** What a compound is about: its end says more ("Weihnachtsangebot") than its beginning. */
function partOf<Subjects>(compound: string, words: ReadonlyMap<string, Subjects>) {
	let best: { readonly points: number; readonly subjects: Subjects } | undefined;
	for (const [word, subjects] of words) {
		if (word.length < MIN_PART || word.length > compound.length - MIN_REST) continue;
		const atEnd = compound.endsWith(word);
		if (!atEnd && !compound.startsWith(word)) continue;
		const points = word.length + (atEnd ? MAX_LENGTH : 0);
		if (points > (best?.points ?? 0)) best = { points, subjects };
	}
	return best?.subjects;
}

/** Whether two words are forms of one: sale and sales, recette and recettes. */
const isSame = (a: string, b: string): boolean =>
	a === b || stemsOf(a).includes(b) || stemsOf(b).includes(a);

/** Longest ending by which two forms of one word differ, and shortest rest. Characters. */
const MAX_ENDING = 2;
const MIN_STEM = 4;

function stemsOf(word: string): string[] {
	const stems: string[] = [];
	for (let cut = 1; cut <= MAX_ENDING && word.length - cut >= MIN_STEM; cut++)
		stems.push(word.slice(0, -cut));
	return stems;
}

const wordsOf = (text: string): string[] =>
	normalizeWords(text.slice(0, MAX_LENGTH))
		.split(" ")
		.filter((word) => word !== "" && !EMPTY.has(word))
		.slice(0, MAX_WORDS);
