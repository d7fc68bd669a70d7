import { setImmediate } from "node:timers/promises";
import MiniSearch, { type Query, type SearchResult } from "minisearch";
import { conceptKey, type IconDocument, type IndexEntry, readIcons } from "./icon-documents.js";
import {
	CORRECTION_WEIGHT,
	diversify,
	FIELD_SCORES,
	FIELDS,
	type Field,
	fillWeight,
	PREFIX_WEIGHT,
	plainness,
} from "./ranking.js";
import { isOneTypingErrorApart } from "./typing-error.js";
import { phraseTerm, queryWords, words } from "./words.js";

/** Words shorter than this are neither completed nor corrected. */
const MIN_PREFIX_LENGTH = 3;
const MIN_CORRECTION_LENGTH = 4;
/** Maximum number of words of a query. */
const MAX_QUERY_WORDS = 12;
/**
 * Number of icons that are added to the index at a time, so that requests are served in between.
 */
const CHUNK_SIZE = 10;
/** A word with this many icons needs no completion, because they fill a page. */
const ENOUGH_OCCURRENCES = 120;
/** Share of the other matches of a word that is added to its best one. */
const FURTHER_MATCHES = 0.02;

/** A match in one of these fields counts fully, even for a special icon. */
const MEANT_FIELDS: ReadonlySet<Field> = new Set(["name", "alias", "concept"]);

const splitTerms = (text: string) => text.split(" ").filter((term) => term !== "");
const sameTerm = (term: string) => term;

/** The index of the embedded icons. */
export class IconSearch {
	readonly #icons = new Map<string, IconDocument>();
	readonly #index: MiniSearch<IndexEntry>;
	/** How often each term occurs in all fields. */
	readonly #vocabulary = new Map<string, number>();
	#conceptPlaces: ReadonlyMap<string, number> = new Map();

	private constructor() {
		this.#index = new MiniSearch<IndexEntry>({
			fields: FIELDS,
			tokenize: splitTerms,
			processTerm: (term) => {
				this.#vocabulary.set(term, (this.#vocabulary.get(term) ?? 0) + 1);
				return term;
			},
			searchOptions: { tokenize: splitTerms, processTerm: sameTerm },
		});
	}

	/** Builds the index in small steps, so that requests are served in between. */
	static async build(source: Readonly<Record<string, string>>): Promise<IconSearch> {
		const search = new IconSearch();
		const { icons, conceptPlaces } = readIcons(source);
		search.#conceptPlaces = conceptPlaces;
		let added = 0;
		for (const [icon, entry] of icons) {
			search.#add(icon, entry);
			if (++added % CHUNK_SIZE === 0) await setImmediate();
		}
		return search;
	}

	#add(icon: IconDocument, entry: IndexEntry): void {
		this.#icons.set(icon.id, icon);
		this.#index.add(entry);
	}

	/** The icon of an id such as "lucide:rocket". */
	icon(id: string): IconDocument | undefined {
		return this.#icons.get(id);
	}

	/** Whether all words of a query, or the whole query, are in the index unchanged. */
	knows(query: string): boolean {
		const asked = queryWords(query);
		const known = (term: string) => this.#vocabulary.has(term);
		return asked.length > 0 && (asked.every(known) || known(phraseTerm(words(query))));
	}

	/**
	 * The icons for a query, the best first. All words have to match; if no icon matches all of them,
	 * the icons with most matches are returned.
	 */
	find(query: string): IconDocument[] {
		const asked = queryWords(query).slice(0, MAX_QUERY_WORDS);
		if (asked.length === 0) return [];
		const phrases = [...new Set([words(query), asked].map(phraseTerm))];
		const branches = new Map<string, Query>();
		for (const term of new Set([...phrases, ...asked])) branches.set(term, this.#branch(term));
		const branch = (term: string): Query => branches.get(term) ?? term;
		const all: Query = { combineWith: "AND", queries: asked.map(branch) };
		const strict: Query = { combineWith: "OR", queries: [...phrases.map(branch), all] };
		let results = this.#index.search(branches.size === 1 ? all : strict);
		if (results.length === 0 && asked.length > 1) {
			results = this.#index.search({ combineWith: "OR", queries: asked.map(branch) });
		}
		const askedWords = new Set(asked);
		const like = rememberLikeness();
		const scored = results.flatMap((result) => {
			const icon = this.#icons.get(String(result.id));
			if (!icon) return [];
			const score =
				fillWeight(icon.nameWords, askedWords) *
				this.#score(icon, result, phrases, asked, askedWords, like);
			return score > 0 ? [{ id: icon.id, family: icon.family, score, icon }] : [];
		});
		return diversify(scored).map(({ icon }) => icon);
	}

	/** A term of a query: completed if few icons have it, corrected if it is unknown. */
	#branch(term: string): Query {
		const occurrences = this.#vocabulary.get(term) ?? 0;
		const prefix = term.length >= MIN_PREFIX_LENGTH && occurrences < ENOUGH_OCCURRENCES;
		const exact: Query = { queries: [term], prefix };
		if (occurrences > 0 || term.length < MIN_CORRECTION_LENGTH) return exact;
		return { combineWith: "OR", queries: [exact, ...this.#corrections(term)] };
	}

	#corrections(term: string): string[] {
		return [...this.#vocabulary.keys()].filter((known) => isOneTypingErrorApart(term, known));
	}

	/** 0 without a match; up to about 100. */
	#score(
		icon: IconDocument,
		{ match }: SearchResult,
		phrases: readonly string[],
		asked: readonly string[],
		askedWords: ReadonlySet<string>,
		like: typeof likeness,
	): number {
		const plain = plainness(icon.nameWords, askedWords);
		const found = Object.entries(match) as [string, Field[]][];
		const best = (queryTerm: string) => {
			let top = 0;
			let sum = 0;
			for (const [term, fields] of found) {
				const weight = like(queryTerm, term);
				if (weight === 0) continue;
				for (const field of fields) {
					const meant = weight === 1 && MEANT_FIELDS.has(field);
					const value = weight * this.#fieldScore(icon, term, field) * (meant ? 1 : plain);
					top = Math.max(top, value);
					sum += value;
				}
			}
			return top + FURTHER_MATCHES * Math.min(sum - top, top);
		};
		const whole = Math.max(...phrases.map(best));
		if (asked.length === 1) return Math.max(whole, ...asked.map(best));
		const each = asked.map(best);
		const matched = each.filter((score) => score > 0).length / each.length;
		const mean = each.reduce((sum, score) => sum + score, 0) / each.length;
		return Math.max(whole, mean * 0.9 * matched ** 2);
	}

	#fieldScore(icon: IconDocument, term: string, field: Field): number {
		const score = FIELD_SCORES[field];
		if (field === "concept") {
			return score - 2 * (this.#conceptPlaces.get(conceptKey(term, icon.id)) ?? 0);
		}
		return field === "nameWord" ? score * (0.5 + 0.5 / icon.nameWords.length) : score;
	}
}

/** Similarity, computed once for each pair. */
function rememberLikeness(): typeof likeness {
	const memory = new Map<string, number>();
	return (asked, term) => {
		const key = `${asked} ${term}`;
		const known = memory.get(key);
		if (known !== undefined) return known;
		const value = likeness(asked, term);
		memory.set(key, value);
		return value;
	};
}

/**
 * Similarity of a term of the index and a term of the query: 1 for the same term, 0 for a different
 * one.
 */
function likeness(asked: string, term: string): number {
	if (asked === term) return 1;
	if (asked.length >= MIN_PREFIX_LENGTH && term.startsWith(asked)) {
		return PREFIX_WEIGHT * (0.5 + (0.5 * asked.length) / term.length);
	}
	return asked.length >= MIN_CORRECTION_LENGTH && isOneTypingErrorApart(asked, term)
		? CORRECTION_WEIGHT
		: 0;
}
