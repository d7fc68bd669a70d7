import { nearest } from "../../base/nearest.js";
import { translate } from "../words/translate.js";
import { wordTable } from "../words/word-table.js";
import { POPULAR_ICONS } from "./concepts.js";
import { type EmbeddedIcon, EmbeddedSets } from "./embedded-sets.js";
import type { IconDocument } from "./icon-documents.js";
import type { IconSearch } from "./icon-search.js";
import { readIconTerms } from "./icon-terms.js";

/**
 * For a word that exists in two languages: the number of English icons first, then of the others.
 */
const ENGLISH_FIRST = 8;
const OTHERS_NEXT = 4;
/** Number of names that are suggested for an unknown one. */
const NEAREST_NAMES = 3;

/** The found icons, the best first, and their total number. */
export interface FoundIcons {
	readonly total: number;
	readonly icons: readonly IconDocument[];
}

/** The embedded icons. Their index and their drawings are loaded when needed. */
export class IconLibrary {
	readonly #sets = new EmbeddedSets();
	readonly #translate: boolean;
	#search: Promise<IconSearch> | undefined;

	/** @param options.translate whether queries may be in other languages; default true */
	constructor({ translate = true }: { readonly translate?: boolean } = {}) {
		this.#translate = translate;
	}

	/**
	 * @param query empty for the icons that social posts use most
	 * @param limit maximum number of icons
	 * @param offset number of icons to skip
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

	/** Whether the unchanged words of a query are English words of icons. */
	async knows(query: string): Promise<boolean> {
		this.#search ??= buildSearch();
		return (await this.#search).knows(query);
	}

	/** English words are used directly; other words and emoji are translated. */
	async #find(query: string, search: IconSearch): Promise<readonly IconDocument[]> {
		const english = search.find(query);
		if (!this.#translate) return english;
		const { queries, hasEmoji } = translate(query, await wordTable());
		if (queries.length === 0) return english;
		const translated = queries.map((words) => search.find(words));
		const first = search.knows(query) && !hasEmoji;
		// A word such as "chat" may be English and also exist in another language; the first page has
		// both.
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
	 * Suggestions for an unknown name, which may be misspelt, or a word for what an icon shows.
	 * @returns at most three ids, the best first
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

/** A few of each list, then the rest, because a word may mean different things in two languages. */
const inTurns = <T>(lists: readonly (readonly T[])[]): (readonly T[])[] => [
	...lists.map((list) => list.slice(0, OTHERS_NEXT)),
	...lists.map((list) => list.slice(OTHERS_NEXT)),
];

/** The index and its words are loaded when needed, because they are large. */
async function buildSearch(): Promise<IconSearch> {
	const [{ IconSearch }, terms] = await Promise.all([import("./icon-search.js"), readIconTerms()]);
	return IconSearch.build(terms);
}
