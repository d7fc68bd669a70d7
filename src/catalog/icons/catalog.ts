import { EMBEDDED_SETS, isEmbedded } from "./embedded-sets.js";
import type { IconDocument } from "./icon-documents.js";
import { isIconName } from "./icon-path.js";
import { type IconResult, iconResult } from "./icon-result.js";
import { iconColor, paint, standaloneSvg } from "./icon-svg.js";
import { IconifyServer } from "./iconify-server.js";
import { ThreadedIconLibrary } from "./threaded-icon-library.js";

export interface IconCatalog {
	/**
	 * Icons for a query, the best first; without a query, those that social posts use most. With an
	 * Iconify server, its icons take up to half of the page, after the embedded ones.
	 * @param limit results per page, at least 1
	 * @param page from 1
	 * @returns the results of the page, and the total number
	 * @throws ServiceError provider_failed
	 */
	search(
		query: string | undefined,
		limit: number,
		page?: number,
	): Promise<{ total: number; results: IconResult[] }>;
	/**
	 * An icon as an SVG document; undefined if there is none of that name.
	 * @param color any CSS colour; default: black
	 * @throws ServiceError invalid_request (colour), provider_failed
	 */
	svg(set: string, name: string, color?: string): Promise<Uint8Array | undefined>;
	/**
	 * Ids for a misspelt name, the best first.
	 * @returns at most three; none for a set that is not embedded
	 */
	nearest(set: string, name: string): Promise<readonly string[]>;
	/** Loads drawings and index in the background, so that the first request does not wait. */
	warm(): Promise<void>;
	/** Closes the connections to the Iconify server. */
	close(): Promise<void>;
}

export interface IconCatalogConfig {
	/** A server with the API of Iconify that adds its icons to the embedded ones. */
	readonly iconifyApiUrl?: URL | undefined;
}

/** The icons of the service. Nothing is loaded before it is needed. */
export function createIcons(config: IconCatalogConfig): IconCatalog {
	return new Catalog(config);
}

/** The embedded icons never change: one library serves all catalogues. */
const library = new ThreadedIconLibrary();

class Catalog implements IconCatalog {
	readonly #server: IconifyServer | undefined;

	constructor({ iconifyApiUrl }: IconCatalogConfig) {
		this.#server = iconifyApiUrl && new IconifyServer(iconifyApiUrl);
	}

	async search(query = "", limit: number, page = 1) {
		if (query.trim() === "" || this.#server === undefined) {
			const { total, icons } = await library.search(query, limit, (page - 1) * limit);
			return { total, results: icons.map(describe) };
		}
		const [{ total }, served] = await Promise.all([
			library.search(query, 0),
			this.#searchServer(query, Math.min(page * limit, MAX_SERVED)),
		]);
		const { embedded, others } = shares(total, served.length, limit, page);
		const { icons } = await library.search(query, embedded.count, embedded.from);
		const results = icons.map(describe);
		results.push(...served.slice(others.from, others.from + others.count));
		return { total: total + served.length, results };
	}

	async svg(set: string, name: string, color?: string): Promise<Uint8Array | undefined> {
		const paintColor = iconColor(color);
		if (!isIconName(set, name)) return undefined;
		if (isEmbedded(set)) {
			const icon = await library.icon(set, name);
			return icon && standaloneSvg(icon.body, icon.size, paintColor);
		}
		const svg = await this.#server?.svg(set, name);
		return svg === undefined ? undefined : new TextEncoder().encode(paint(svg, paintColor));
	}

	async nearest(set: string, name: string): Promise<readonly string[]> {
		return isIconName(set, name) && isEmbedded(set) ? library.nearest(set, name) : [];
	}

	async warm(): Promise<void> {
		await library.warm();
	}

	async close(): Promise<void> {
		await this.#server?.close();
	}

	/** The results of the server that are not in the embedded sets. */
	async #searchServer(query: string, limit: number): Promise<IconResult[]> {
		const found = (await this.#server?.search(query, limit)) ?? [];
		return found.filter(({ set }) => !isEmbedded(set));
	}
}

/** Maximum number of icons that are requested from a server. */
const MAX_SERVED = 999;

/**
 * The icons of a page: embedded ones first, at least half of the page if there are enough, then
 * those of the server.
 */
function shares(embeddedTotal: number, servedTotal: number, limit: number, page: number) {
	let embedded = { from: 0, count: 0 };
	let others = { from: 0, count: 0 };
	for (let i = 0; i < page; i++) {
		embedded = { from: embedded.from + embedded.count, count: 0 };
		others = { from: others.from + others.count, count: 0 };
		const places = Math.max(Math.ceil(limit / 2), limit - (servedTotal - others.from));
		embedded.count = Math.min(places, embeddedTotal - embedded.from);
		others.count = Math.min(limit - embedded.count, servedTotal - others.from);
	}
	return { embedded, others };
}

function describe({ set, iconName, tags }: IconDocument): IconResult {
	const { license = "", size = 0 } = EMBEDDED_SETS[set] ?? {};
	return iconResult({ set, name: iconName, size, tags, license });
}
