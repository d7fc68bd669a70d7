import { ServiceError } from "../../base/errors.js";
import { undici } from "../../base/on-demand.js";
import { IconCache } from "./icon-cache.js";
import { parseIconId } from "./icon-path.js";
import type { IconResult } from "./icon-result.js";
import { iconResult } from "./icon-result.js";
import { drawingOnly, MAX_ICON_BYTES } from "./untrusted-svg.js";

const TIMEOUT_MS = 5_000;
const DEFAULT_GRID = 24;

/** The used fields of the description of an icon set (IconifyInfo). */
interface SetInfo {
	readonly height?: unknown;
	readonly license?: { readonly spdx?: unknown; readonly title?: unknown };
}

function failed(cause?: unknown): ServiceError {
	return new ServiceError("provider_failed", {
		message: "The icon server sent an invalid response.",
		cause,
	});
}

/** Icons of a server with the API of Iconify (github.com/iconify/api). */
export class IconifyServer {
	readonly #base: URL;
	readonly #agent = new (undici().Agent)({
		connect: { timeout: TIMEOUT_MS },
		headersTimeout: TIMEOUT_MS,
		bodyTimeout: TIMEOUT_MS,
		maxResponseSize: MAX_ICON_BYTES,
	});

	readonly #icons = new IconCache((set, name) => this.#ask(set, name));

	/** @param base address of the server, with or without a path */
	constructor(base: URL) {
		this.#base = new URL(base);
		if (!this.#base.pathname.endsWith("/")) this.#base.pathname += "/";
	}

	/**
	 * Icons that match, in the server's order.
	 * @param limit maximum number of results; the server itself returns at least 32
	 * @throws ServiceError provider_failed
	 */
	async search(query: string, limit: number): Promise<IconResult[]> {
		const url = new URL("search", this.#base);
		url.searchParams.set("query", query);
		url.searchParams.set("limit", String(limit));
		const bytes = await this.#get(url);
		if (!bytes) throw failed();
		let answer: { icons?: unknown; collections?: unknown } | null;
		try {
			answer = JSON.parse(new TextDecoder().decode(bytes));
		} catch (error) {
			throw failed(error);
		}
		if (answer === null || typeof answer !== "object" || !Array.isArray(answer.icons)) {
			throw failed();
		}
		const sets = new Map<string, SetInfo | null>(
			Object.entries((answer.collections ?? {}) as Record<string, SetInfo | null>),
		);
		return answer.icons.flatMap((id: unknown) => {
			const icon = typeof id === "string" ? parseIconId(id) : undefined;
			return icon ? [describe(icon.set, icon.name, sets.get(icon.set) ?? {})] : [];
		});
	}

	/**
	 * The icon's SVG, still with currentColor; undefined if the server does not have it.
	 * @throws ServiceError provider_failed, also if the SVG contains more than drawing elements;
	 * overloaded
	 */
	svg(set: string, name: string): Promise<string | undefined> {
		return this.#icons.svg(set, name);
	}

	async #ask(set: string, name: string): Promise<string | undefined> {
		const url = new URL(`${set}/${name}.svg`, this.#base);
		// Without this, the size is "1em", which has no meaning outside of a text.
		url.searchParams.set("height", "auto");
		const bytes = await this.#get(url);
		if (!bytes) return undefined;
		const svg = drawingOnly(bytes);
		if (svg === undefined) throw failed();
		return svg;
	}

	async close(): Promise<void> {
		await this.#agent.close();
	}

	/** The body of a response; undefined for a 404. Redirects are not followed. */
	async #get(url: URL): Promise<Uint8Array | undefined> {
		try {
			const { statusCode, body } = await undici().request(url, {
				dispatcher: this.#agent,
				headers: { accept: "application/json, image/svg+xml", "accept-encoding": "identity" },
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			if (statusCode === 200) return await body.bytes();
			await body.dump();
			if (statusCode === 404) return undefined;
			throw new Error(`status ${statusCode}`);
		} catch (error) {
			throw failed(error);
		}
	}
}

function describe(set: string, name: string, { height, license }: SetInfo): IconResult {
	const grid: unknown = Array.isArray(height) ? height[0] : height;
	const size = typeof grid === "number" && grid >= 1 && grid <= 1024 ? Math.round(grid) : undefined;
	const known = [license?.spdx, license?.title].find(
		(value): value is string => typeof value === "string" && value !== "",
	);
	return iconResult({
		set,
		name,
		size: size ?? DEFAULT_GRID,
		tags: name.split("-"),
		license: (known ?? "unknown").slice(0, 100),
	});
}
