import { type Static, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { ServiceError } from "../../base/errors.js";
import { onDemand } from "../../base/on-demand.js";
import type { Photo } from "../../contract/assets.js";
import type { PhotoContext, PhotoPage, PhotoProvider, PhotoQuery } from "./provider.js";
import { retryAfterSeconds } from "./retry-after.js";
import { searchCache } from "./search-cache.js";
import { below, oneLine, queryText, webUrl } from "./text.js";
import { unsplashTrackingUrl } from "./track.js";
import {
	headerOf,
	providerFailed,
	providerLimited,
	Upstream,
	type UpstreamResponse,
} from "./upstream.js";

const ID = "unsplash";

/** What we read of https://unsplash.com/documentation#search-photos; the rest is ignored. */
const UnsplashPhoto = Type.Object({
	id: Type.String({ minLength: 1, maxLength: 256 }),
	width: Type.Integer({ minimum: 1 }),
	height: Type.Integer({ minimum: 1 }),
	color: Type.Optional(Type.Union([Type.String(), Type.Null()])),
	description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
	alt_description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
	urls: Type.Object({ raw: Type.String(), small: Type.String() }),
	links: Type.Object({ html: Type.String(), download_location: Type.String() }),
	user: Type.Object({ name: Type.String(), links: Type.Object({ html: Type.String() }) }),
});
const unsplashSearch = onDemand(() =>
	TypeCompiler.Compile(
		Type.Object({
			total: Type.Integer({ minimum: 0 }),
			total_pages: Type.Integer({ minimum: 0 }),
			results: Type.Array(UnsplashPhoto, { maxItems: 30 }),
		}),
	),
);

/** Name of this service in links to Unsplash, which its API guidelines require. */
const REFERRAL = { utm_source: "post_image_render_service", utm_medium: "referral" } as const;

/** The largest slide, which a background must cover without being enlarged. */
const BACKGROUND = { width: 1200, height: 1920, most: 3000 } as const;
/** Longer side of an overlay; the default width of an overlay is 480 pixels. */
const OVERLAY_SIDE = 1080;

/** Photos of Unsplash: https://unsplash.com/documentation */
export class UnsplashPhotos implements PhotoProvider {
	readonly id = ID;
	readonly #base: URL;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #upstream = new Upstream(ID);
	readonly #cache = searchCache<PhotoPage>();

	/**
	 * @param accessKey only sent to `base`
	 * @param base https://api.unsplash.com, or a proxy for it
	 */
	constructor(accessKey: string, base: URL) {
		this.#base = base;
		this.#headers = { authorization: `Client-ID ${accessKey}`, "accept-version": "v1" };
	}

	async search(query: PhotoQuery, context: PhotoContext): Promise<PhotoPage> {
		const url = below(this.#base, "/search/photos");
		url.searchParams.set("query", queryText(query.query));
		url.searchParams.set("page", String(query.page));
		url.searchParams.set("per_page", String(query.perPage));
		if (query.orientation !== undefined) url.searchParams.set("orientation", query.orientation);
		const key = `${query.target} ${url.search}`;
		const known = this.#cache.get(key);
		if (known !== undefined) return known;
		const answer = await this.#get(url, context.signal, true);
		const found = this.#upstream.parse(answer);
		if (!unsplashSearch().Check(found)) throw providerFailed(ID, "unexpected answer");
		const page: PhotoPage = {
			provider: ID,
			total: found.total,
			totalPages: found.total_pages,
			results: found.results.map((photo) => this.#photo(photo, query)),
		};
		this.#cache.set(key, page);
		return page;
	}

	async track(downloadLocation: string, context: PhotoContext): Promise<{ tracked: boolean }> {
		const url = unsplashTrackingUrl(downloadLocation, this.#base);
		if (url === undefined) throw new ServiceError("invalid_download_url");
		// Every call counts as a use, so it is never repeated.
		const answer = await this.#get(url, context.signal, false);
		if (answer.status === 404)
			throw new ServiceError("invalid_download_url", { message: "The photo does not exist." });
		this.#upstream.parse(answer);
		return { tracked: true };
	}

	close(): Promise<void> {
		return this.#upstream.close();
	}

	async #get(url: URL, signal: AbortSignal, retry: boolean): Promise<UpstreamResponse> {
		const answer = await this.#upstream.get({ url, headers: this.#headers, signal, retry });
		// Beyond its hourly limit, Unsplash returns 403 "Rate Limit Exceeded" as plain text; a wrong
		// key is a 401 or a 403 with JSON.
		const limited =
			answer.status === 429 ||
			(answer.status === 403 &&
				(headerOf(answer, "x-ratelimit-remaining") === "0" ||
					/^\s*rate limit exceeded/i.test(answer.text)));
		if (limited)
			throw providerLimited(ID, retryAfterSeconds(headerOf(answer, "retry-after"), toNextHour()));
		return answer;
	}

	#photo(photo: Static<typeof UnsplashPhoto>, query: PhotoQuery): Photo {
		const raw = webUrl(photo.urls.raw);
		const thumbUrl = webUrl(photo.urls.small);
		const pageUrl = referral(photo.links.html);
		const authorUrl = referral(photo.user.links.html);
		const tracking = unsplashTrackingUrl(photo.links.download_location, this.#base);
		if (!raw || !thumbUrl || !pageUrl || !authorUrl || !tracking)
			throw providerFailed(ID, "unexpected URL in the answer");
		const name = oneLine(photo.user.name) || "Unknown";
		return {
			id: photo.id,
			description: oneLine(photo.alt_description) || oneLine(photo.description),
			width: photo.width,
			height: photo.height,
			color: /^#[0-9a-f]{6}$/i.test(photo.color ?? "") ? (photo.color as string) : null,
			thumbUrl,
			renderUrl: rendition(raw, photo.width / photo.height, query.target),
			pageUrl,
			attribution: {
				name,
				url: authorUrl,
				source: "Unsplash",
				sourceUrl: referral("https://unsplash.com/") as string,
				license: "Unsplash License",
				text: `Photo by ${name} on Unsplash`,
				downloadLocation: photo.links.download_location,
			},
		};
	}
}

/**
 * The original from Unsplash's image server (imgix), in the size that is needed and never enlarged
 * (fit=max). Its existing parameters stay, above all ixid, which counts the view.
 * https://unsplash.com/documentation#dynamically-resizable-images
 */
function rendition(raw: string, ratio: number, target: PhotoQuery["target"]): string {
	const url = new URL(raw);
	if (target === "background") {
		const covering = Math.max(BACKGROUND.width, Math.ceil(BACKGROUND.height * ratio));
		url.searchParams.set("w", String(Math.min(BACKGROUND.most, covering)));
	} else {
		url.searchParams.set("w", String(OVERLAY_SIDE));
		url.searchParams.set("h", String(OVERLAY_SIDE));
	}
	url.searchParams.set("fit", "max");
	url.searchParams.set("q", "85");
	url.searchParams.set("fm", "jpg");
	return url.href;
}

function referral(link: string): string | undefined {
	const href = webUrl(link);
	if (href === undefined) return undefined;
	const url = new URL(href);
	for (const [name, value] of Object.entries(REFERRAL)) url.searchParams.set(name, value);
	return url.href;
}

/** Seconds until the next full hour, when Unsplash resets its counter. */
function toNextHour(now: number = Date.now()): number {
	return 3600 - (Math.floor(now / 1000) % 3600);
}
