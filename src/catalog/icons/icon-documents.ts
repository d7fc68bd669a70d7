import { CONCEPTS } from "./concepts.js";
import { EMBEDDED_SETS } from "./embedded-sets.js";
import type { Field } from "./ranking.js";
import { phraseTerm, words } from "./words.js";

/** An icon in the search. */
export interface IconDocument {
	readonly id: string;
	readonly set: string;
	readonly iconName: string;
	readonly nameWords: readonly string[];
	readonly family: string;
	readonly tags: readonly string[];
}

/** The terms by which an icon is indexed, for each field, separated by spaces. */
export type IndexEntry = Readonly<Record<Field | "id", string>>;

interface Line {
	readonly set: string;
	readonly name: string;
	readonly aliases: readonly string[];
	readonly category: string;
	readonly tags: readonly string[];
}

const list = (text: string | undefined) => (text ? text.split(",") : []);

function parseLine(set: string, line: string): Line {
	const [name = "", aliases, category = "", tags] = line.split("\t");
	return { set, name, aliases: list(aliases), category, tags: list(tags) };
}

/** The motif of an icon: without "filled", brand prefix and number. */
function motif(name: string): string {
	return name.replace(/-filled$/, "").replace(/(?<=[a-z])-\d$/, "");
}

/** Concept phrases as terms, by icon, and the position of each icon in their lists. */
function readConcepts() {
	const terms = new Map<string, Set<string>>();
	const places = new Map<string, number>();
	for (const { phrases, icons } of CONCEPTS) {
		for (const phrase of phrases.map((phrase) => phraseTerm(words(phrase)))) {
			icons.forEach((icon, place) => {
				const own = terms.get(icon) ?? new Set();
				terms.set(icon, own.add(phrase));
				const key = conceptKey(phrase, icon);
				places.set(key, Math.min(place, places.get(key) ?? place));
			});
		}
	}
	return { terms, places };
}

/** @returns the key of a concept's term and an icon in `places` */
export function conceptKey(term: string, id: string): string {
	return `${term} ${id}`;
}

/** Terms of phrases, cached because most tags occur many times. */
class Terms {
	readonly #words = new Map<string, readonly string[]>();

	words(phrase: string): readonly string[] {
		let known = this.#words.get(phrase);
		if (!known) {
			known = words(phrase);
			this.#words.set(phrase, known);
		}
		return known;
	}

	/** Each phrase as one term. */
	whole(phrases: readonly string[]): string {
		return unique(phrases.map((phrase) => phraseTerm(this.words(phrase))));
	}

	/** The words of phrases with several words, and of the categories. */
	parts(phrases: readonly string[], lines: readonly Line[]): string {
		const several = phrases.map((phrase) => this.words(phrase)).filter(({ length }) => length > 1);
		return unique([...several, ...lines.map(({ category }) => this.words(category))].flat());
	}
}

/** The name of the outlined form of an icon. */
const outline = (name: string) => name.replace(/-filled$/, "");

const unique = (terms: readonly string[]) => [...new Set(terms)].join(" ");

/**
 * All embedded icons with their terms. Icons of the same name in two sets, and the filled form of
 * an icon, share their tags.
 * @param source a result of readIconTerms
 */
export function readIcons(source: Readonly<Record<string, string>>): {
	/** Computed one by one, so that the caller can pause between them. */
	icons: Iterable<[IconDocument, IndexEntry]>;
	conceptPlaces: ReadonlyMap<string, number>;
} {
	const lines = Object.keys(EMBEDDED_SETS).flatMap((set) =>
		(source[set] ?? "").split("\n").map((line) => parseLine(set, line)),
	);
	const shared = new Map<string, Line[]>();
	for (const line of lines) {
		const key = outline(line.name);
		const same = shared.get(key);
		if (same) same.push(line);
		else shared.set(key, [line]);
	}
	const concepts = readConcepts();
	return {
		icons: describeIcons(lines, shared, concepts.terms),
		conceptPlaces: concepts.places,
	};
}

function* describeIcons(
	lines: readonly Line[],
	shared: ReadonlyMap<string, readonly Line[]>,
	concepts: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<[IconDocument, IndexEntry]> {
	const terms = new Terms();
	const tagsOf = new Map<string, readonly string[]>();
	for (const { set, name, aliases } of lines) {
		const id = `${set}:${name}`;
		const key = outline(name);
		const same = shared.get(key) ?? [];
		const tags = tagsOf.get(key) ?? [...new Set(same.flatMap((line) => line.tags))];
		tagsOf.set(key, tags);
		const plainName = name.replace(/^brand-/, "");
		const family = motif(plainName);
		const nameWords = terms.words(plainName);
		const icon = { id, set, iconName: name, nameWords, family, tags };
		const entry = {
			id,
			name: terms.whole([name]),
			alias: terms.whole([...aliases, motif(name), family]),
			concept: [...(concepts.get(id) ?? [])].join(" "),
			tag: terms.whole(tags),
			nameWord: unique(terms.words(name)),
			part: terms.parts([...aliases, ...tags], same),
		};
		yield [icon, entry];
	}
}
