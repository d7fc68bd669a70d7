import { nearest } from "../../errors/nearest.js";
import { translate } from "../words/translate.js";
import { wordTable } from "../words/word-table.js";
import { type EmbeddedIcon, EmbeddedSets } from "./embedded-sets.js";
import type { IconDocument } from "./icon-documents.js";
import type { IconSearch } from "./icon-search.js";
import { readIconTerms } from "./icon-terms.js";
import { POPULAR_ICONS } from "./popular.js";

/** Of a word of two languages: English icons before the others, and how many others then. */
const ENGLISH_FIRST = 8;
const OTHERS_NEXT = 4;
/** Number of names that are suggested for an unknown one. */
const NEAREST_NAMES = 3;

/** Icons that were found, best first, and how many there are in all. */
export interface FoundIcons {
	readonly total: number;
	readonly icons: readonly IconDocument[];
}

/** The embedded icons: their index and their drawings, each loaded when it is needed. */
export class IconLibrary {
	readonly #sets = new EmbeddedSets();
	readonly #translate: boolean;
	#search: Promise<IconSearch> | undefined;

	/** @param options.translate whether queries are understood that are not English; true unless set */
	constructor({ translate = true }: { readonly translate?: boolean } = {}) {
		this.#translate = translate;
	}

	/**
	 * @param query an empty one: the icons that social posts use most
	 * @param limit most icons
	 * @param offset how many of the best are left out
	 */
	async search(query: string, limit: number, offset = 0): Promise<FoundIcons> {
		this.#search ??= buildSearch();
		const search = await this.#search;
		const icons =
			query.trim() === ""
				? POPULAR_ICONS.flatMap((id) => search.icon(id) ?? [])
				: await this.#find(query, search);
		return { total: icons.length, icons: icons.slice(offset, offset + limit) };
	}

	/** Whether the words of a query are English words that icons have, as they stand. */
	async knows(query: string): Promise<boolean> {
		this.#search ??= buildSearch();
		return (await this.#search).knows(query);
	}

	/** English words are taken as such; others, and emoji, for what they are in English. */
	async #find(query: string, search: IconSearch): Promise<readonly IconDocument[]> {
		const english = search.find(query);
		if (!this.#translate) return english;
		const { queries, hasEmoji } = translate(query, await wordTable());
		if (queries.length === 0) return english;
		const translated = queries.map((words) => search.find(words));
		const first = search.knows(query) && !hasEmoji;
		// A word may be English and another language's too, as "chat" is: both on the first page.
		const lists = first
			? [
					english.slice(0, ENGLISH_FIRST),
					...translated.map((list) => list.slice(0, OTHERS_NEXT)),
					english,
				]
			: [...inTurns(translated), english];
		return [...new Set(lists.flat())];
	}

	/** The drawing of an icon; undefined if there is no icon with that name. */
	icon(set: string, name: string): Promise<EmbeddedIcon | undefined> {
		return this.#sets.icon(set, name);
	}

	/**
	 * Icons that an unknown name may mean: a misspelt name, or a word for what they show.
	 * @returns ids, at most three, best first
	 */
	async nearest(set: string, name: string): Promise<readonly string[]> {
		const spelt = nearest(name, await this.#sets.names(set), NEAREST_NAMES);
		const { icons } = await this.search(name.replaceAll("-", " "), NEAREST_NAMES);
		const ids = [...spelt.map((other) => `${set}:${other}`), ...icons.map(({ id }) => id)];
		return [...new Set(ids)].slice(0, NEAREST_NAMES);
	}

	/** Loads everything now. */
	async warm(): Promise<void> {
		await this.#sets.warm();
		this.#search ??= buildSearch();
		await Promise.all([this.#search, this.#translate && wordTable()]);
	}
}

/** A few of each list, then the rest: a word may mean one thing in this language and another in that. */
const inTurns = <T>(lists: readonly (readonly T[])[]): (readonly T[])[] => [
	...lists.map((list) => list.slice(0, OTHERS_NEXT)),
	...lists.map((list) => list.slice(OTHERS_NEXT)),
];

/** The index and its words are loaded when they are needed: they are large. */
async function buildSearch(): Promise<IconSearch> {
	const [{ IconSearch }, terms] = await Promise.all([import("./icon-search.js"), readIconTerms()]);
	return IconSearch.build(terms);
}
