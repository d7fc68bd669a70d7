import { type EmbeddedIcon, EmbeddedSets } from "./embedded-sets.js";
import type { IconDocument } from "./icon-documents.js";
import type { IconSearch } from "./icon-search.js";
import { POPULAR_ICONS } from "./popular.js";

/** Icons that were found, best first, and how many there are in all. */
export interface FoundIcons {
	readonly total: number;
	readonly icons: readonly IconDocument[];
}

/** The embedded icons: their index and their drawings, each loaded when it is needed. */
export class IconLibrary {
	readonly #sets = new EmbeddedSets();
	#search: Promise<IconSearch> | undefined;

	/**
	 * @param query an empty one: the icons that social posts use most
	 * @param limit most icons
	 */
	async search(query: string, limit: number): Promise<FoundIcons> {
		this.#search ??= buildSearch();
		const search = await this.#search;
		const icons =
			query.trim() === ""
				? POPULAR_ICONS.flatMap((id) => search.icon(id) ?? [])
				: search.find(query);
		return { total: icons.length, icons: icons.slice(0, limit) };
	}

	/** The drawing of an icon; undefined if there is none of that name. */
	icon(set: string, name: string): Promise<EmbeddedIcon | undefined> {
		return this.#sets.icon(set, name);
	}

	/** Loads everything now. */
	async warm(): Promise<void> {
		await this.#sets.warm();
		this.#search ??= buildSearch();
		await this.#search;
	}
}

/** The index and its words are imported when they are needed: they are large. */
async function buildSearch(): Promise<IconSearch> {
	const [{ IconSearch }, { ICON_TERMS }] = await Promise.all([
		import("./icon-search.js"),
		import("./icon-terms.js"),
	]);
	return IconSearch.build(ICON_TERMS);
}
