import { type Static, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { ServiceError } from "../../base/errors.js";
import { onDemand } from "../../base/on-demand.js";
import type { Photo } from "../../contract/assets.js";
import { LIMITS } from "../../contract/limits.js";
import type { PhotoContext, PhotoPage, PhotoProvider, PhotoQuery } from "./provider.js";
import { searchCache } from "./search-cache.js";
import { below, oneLine, queryText, webUrl } from "./text.js";
import { isOpenverseDetailUrl, openverseDetailUrl } from "./track.js";
import { providerFailed, Upstream } from "./upstream.js";

const ID = "openverse";
/** Maximum number of results per page without a key; more is a 401. */
const PAGE_SIZE = 20;
/** The last page that the API returns. */
const LAST_PAGE = 20;

const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const MaybeNumber = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

/** What we read of https://api.openverse.org/v1/#tag/images/operation/images_search */
const OpenverseImage = Type.Object({
	id: Type.String({ pattern: "^[0-9a-f-]{36}$" }),
	title: MaybeText,
	url: MaybeText,
	thumbnail: MaybeText,
	foreign_landing_url: MaybeText,
	creator: MaybeText,
	creator_url: MaybeText,
	license: Type.String({ minLength: 1, maxLength: 50 }),
	license_version: MaybeText,
	attribution: MaybeText,
	width: MaybeNumber,
	height: MaybeNumber,
	filesize: MaybeNumber,
});
const openverseSearch = onDemand(() =>
	TypeCompiler.Compile(
		Type.Object({
			result_count: Type.Integer({ minimum: 0 }),
			page_count: Type.Integer({ minimum: 0 }),
			results: Type.Array(OpenverseImage, { maxItems: PAGE_SIZE }),
		}),
	),
);

interface UpstreamPage {
	readonly total: number;
	readonly pages: number;
	readonly results: readonly Static<typeof OpenverseImage>[];
}

const ASPECT_RATIOS = { landscape: "wide", portrait: "tall", squarish: "square" } as const;

/** Openly licensed pictures of Openverse, without a key: https://api.openverse.org/v1/ */
export class OpenversePhotos implements PhotoProvider {
	readonly id = ID;
	readonly #base: URL;
	readonly #upstream = new Upstream(ID);
	/** Cached by page of the API, because our pages may overlap several of them. */
	readonly #cache = searchCache<UpstreamPage>();

	constructor(base: URL) {
		this.#base = base;
	}

	async search(query: PhotoQuery, context: PhotoContext): Promise<PhotoPage> {
		const start = (query.page - 1) * query.perPage;
		const end = start + query.perPage;
		const first = Math.floor(start / PAGE_SIZE) + 1;
		const last = Math.floor((end - 1) / PAGE_SIZE) + 1;
		// The first page has the total number, even if our page is beyond the end.
		let answer = first <= LAST_PAGE ? await this.#page(query, first, context.signal) : undefined;
		const results = [...(answer?.results ?? [])];
		answer ??= await this.#page(query, 1, context.signal);
		if (answer === undefined) throw providerFailed(ID, "no first page");
		const deepest = Math.min(LAST_PAGE, answer.pages);
		for (let page = first + 1; page <= Math.min(last, deepest); page++)
			results.push(...((await this.#page(query, page, context.signal))?.results ?? []));
		const total = Math.min(answer.total, LAST_PAGE * PAGE_SIZE);
		const offset = start - (first - 1) * PAGE_SIZE;
		return {
			provider: ID,
			total,
			totalPages: Math.ceil(total / query.perPage),
			results: results
				.slice(offset, offset + query.perPage)
				.map((image) => this.#photo(image, query))
				.filter((photo) => photo !== undefined),
		};
	}

	/** Openverse does not count uses: one of its locations is accepted, and nothing is called. */
	async track(downloadLocation: string): Promise<{ tracked: boolean }> {
		if (!isOpenverseDetailUrl(downloadLocation, this.#base))
			throw new ServiceError("invalid_download_url");
		return { tracked: false };
	}

	close(): Promise<void> {
		return this.#upstream.close();
	}

	/** One page of the API; undefined if it is beyond the end. */
	async #page(
		query: PhotoQuery,
		page: number,
		signal: AbortSignal,
	): Promise<UpstreamPage | undefined> {
		const url = below(this.#base, "/v1/images/");
		url.searchParams.set("q", queryText(query.query));
		url.searchParams.set("page", String(page));
		url.searchParams.set("page_size", String(PAGE_SIZE));
		url.searchParams.set("license_type", "commercial,modification");
		// Formats that a render request can draw.
		url.searchParams.set("extension", "jpg,jpeg,png,webp");
		if (query.target === "background") url.searchParams.set("size", "large");
		if (query.orientation !== undefined)
			url.searchParams.set("aspect_ratio", ASPECT_RATIOS[query.orientation]);
		const known = this.#cache.get(url.search);
		if (known !== undefined) return known;
		const answer = await this.#upstream.get({ url, headers: {}, signal, retry: true });
		// Beyond the end, the API returns 404; beyond the last page without a key, 400 or 401.
		if (page > 1 && [400, 401, 404].includes(answer.status)) return undefined;
		const found = this.#upstream.parse(answer);
		if (!openverseSearch().Check(found)) throw providerFailed(ID, "unexpected answer");
		const kept = {
			total: found.result_count,
			pages: found.page_count,
			results: found.results,
		};
		this.#cache.set(url.search, kept);
		return kept;
	}

	/** undefined for the rare entry without an address. */
	#photo(image: Static<typeof OpenverseImage>, query: PhotoQuery): Photo | undefined {
		const original = webUrl(image.url);
		const downloadLocation = openverseDetailUrl(this.#base, image.id);
		if (original === undefined || downloadLocation === undefined) return undefined;
		const thumbnail = webUrl(image.thumbnail) ?? original;
		const pageUrl = webUrl(image.foreign_landing_url) ?? original;
		const name = oneLine(image.creator) || "Unknown";
		const license = licenseName(image.license, image.license_version ?? "");
		const title = oneLine(image.title);
		return {
			id: image.id,
			description: title,
			width: image.width && image.width > 0 ? Math.round(image.width) : null,
			height: image.height && image.height > 0 ? Math.round(image.height) : null,
			color: null,
			thumbUrl: thumbnail,
			renderUrl: rendition(image, original, thumbnail, query.target),
			pageUrl,
			attribution: {
				name,
				url: webUrl(image.creator_url) ?? pageUrl,
				source: "Openverse",
				sourceUrl: `https://openverse.org/image/${image.id}`,
				license,
				text:
					oneLine(image.attribution) ||
					`${title ? `"${title}"` : "Picture"} by ${name} is licensed under ${license}.`,
				downloadLocation,
			},
		};
	}
}

/**
 * The original for a background. If it exceeds the limits of a render request, Openverse's image
 * proxy is used instead: with too many bytes, a compressed version in full size; with too many
 * pixels, the thumbnail. The thumbnail is 600 pixels wide, which is enough for an overlay.
 */
function rendition(
	image: Static<typeof OpenverseImage>,
	original: string,
	thumbnail: string,
	target: PhotoQuery["target"],
): string {
	if (target === "overlay") return thumbnail;
	if ((image.width ?? 0) * (image.height ?? 0) > LIMITS.maxImagePixels) return thumbnail;
	if ((image.filesize ?? 0) <= LIMITS.maxRemoteImageBytes || thumbnail === original)
		return original;
	const url = new URL(thumbnail);
	url.searchParams.set("full_size", "true");
	url.searchParams.set("compressed", "true");
	return url.href;
}

/**
 * The name of a licence as Creative Commons writes it: "CC BY-SA 4.0", "CC0 1.0", "Public Domain
 * Mark 1.0".
 */
function licenseName(code: string, version: string): string {
	const short = oneLine(code).toLowerCase();
	const name =
		short === "cc0" ? "CC0" : short === "pdm" ? "Public Domain Mark" : `CC ${short.toUpperCase()}`;
	return `${name} ${oneLine(version)}`.trim();
}
