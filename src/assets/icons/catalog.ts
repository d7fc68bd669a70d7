import { EMBEDDED_SETS, isEmbedded } from "./embedded-sets.js";
import type { IconDocument } from "./icon-documents.js";
import { isIconName, parseIconPath } from "./icon-path.js";
import { type IconResult, iconResult } from "./icon-result.js";
import { iconColor, paint, standaloneSvg } from "./icon-svg.js";
import { IconifyServer } from "./iconify-server.js";
import { ThreadedIconLibrary } from "./threaded-icon-library.js";

export interface IconCatalog {
	/**
	 * Icons that a query means, best first; without one, those that social posts
	 * use most. With an Iconify server, its icons take up to half of the places,
	 * after the embedded ones.
	 * @param limit most results, at least 1
	 * @returns the results, and how many there are in all
	 * @throws ServiceError provider_failed
	 */
	search(
		query: string | undefined,
		limit: number,
	): Promise<{ total: number; results: IconResult[] }>;
	/**
	 * An icon as an SVG document; undefined if there is none of that name.
	 * @param color any CSS colour; black without
	 * @throws ServiceError invalid_request (colour), provider_failed
	 */
	svg(set: string, name: string, color?: string): Promise<Uint8Array | undefined>;
	/**
	 * The icon that a renderUrl names, whatever its host, with the colour of its
	 * query parameter `color`; undefined if it names none. An embedded icon takes
	 * no network call.
	 * @throws as svg does
	 */
	resolve(url: URL): Promise<Uint8Array | undefined>;
	/** Loads drawings and index now, in the background, so that the first request does not wait. */
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

	async search(query = "", limit: number) {
		if (query.trim() === "") {
			const { total, icons } = await library.search("", limit);
			return { total, results: icons.map(describe) };
		}
		const [embedded, served] = await Promise.all([
			library.search(query, limit),
			this.#searchServer(query, limit),
		]);
		const places = Math.max(Math.ceil(limit / 2), limit - served.length);
		const results = embedded.icons.slice(0, places).map(describe);
		results.push(...served.slice(0, limit - results.length));
		return { total: embedded.total + served.length, results };
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

	async resolve(url: URL): Promise<Uint8Array | undefined> {
		const icon = parseIconPath(url.pathname);
		return icon && this.svg(icon.set, icon.name, url.searchParams.get("color") ?? undefined);
	}

	async warm(): Promise<void> {
		await library.warm();
	}

	async close(): Promise<void> {
		await this.#server?.close();
	}

	/** What the server has besides the embedded sets. */
	async #searchServer(query: string, limit: number): Promise<IconResult[]> {
		const found = (await this.#server?.search(query, limit)) ?? [];
		return found.filter(({ set }) => !isEmbedded(set));
	}
}

function describe({ set, iconName, tags }: IconDocument): IconResult {
	const { license = "", size = 0 } = EMBEDDED_SETS[set] ?? {};
	return iconResult({ set, name: iconName, size, tags, license });
}
