import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that a provider's server has seen. */
export interface SeenRequest {
	readonly method: string;
	readonly url: URL;
	readonly headers: IncomingMessage["headers"];
}

/** What a server does instead of its usual answer. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export interface ProviderServer {
	/** Base URL of the API. */
	readonly url: URL;
	readonly seen: SeenRequest[];
	/** Replies for the next requests, used up one by one. */
	readonly next: Reply[];
	close(): Promise<void>;
}

async function serve(answer: Reply): Promise<ProviderServer> {
	const seen: SeenRequest[] = [];
	const next: Reply[] = [];
	const server: Server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
		const entry = { method: request.method ?? "", url, headers: request.headers };
		seen.push(entry);
		(next.shift() ?? answer)(response, entry);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: new URL(`http://127.0.0.1:${port}`),
		seen,
		next,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** A reply with a JSON body. */
export const json =
	(status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
	(response) => {
		response.writeHead(status, { "content-type": "application/json", ...headers });
		response.end(JSON.stringify(body));
	};

/** A reply in plain text. */
export const text =
	(status: number, body: string, headers: Record<string, string> = {}): Reply =>
	(response) => {
		response.writeHead(status, { "content-type": "text/plain", ...headers });
		response.end(body);
	};

export const UNSPLASH_KEY = "test-access-key-5f1c0a";
const HOUR_LIMIT = { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "49" };

/** A photo as https://unsplash.com/documentation#search-photos describes it. */
export function unsplashPhoto(number: number, origin: string, orientation = "landscape") {
	const id = `Ph0to_-${number}`;
	const raw = `https://images.unsplash.com/photo-${number}?ixid=M3wx${number}&ixlib=rb-4.0.3`;
	const [width, height] = {
		landscape: [6000, 4000],
		portrait: [4000, 6000],
		squarish: [4000, 4000],
	}[orientation] as [number, number];
	return {
		id,
		slug: `a-photo-${id}`,
		created_at: "2024-05-01T10:00:00Z",
		width,
		height,
		color: "#a6734c",
		blur_hash: "LFC$yHwc8^$yIAS$%M%00KxukYIp",
		description: null,
		alt_description: `photo number ${number}`,
		urls: {
			raw,
			full: `${raw}&q=85&fm=jpg&crop=entropy&cs=srgb`,
			regular: `${raw}&q=80&fm=jpg&crop=entropy&cs=tinysrgb&w=1080&fit=max`,
			small: `${raw}&q=80&fm=jpg&crop=entropy&cs=tinysrgb&w=400&fit=max`,
			thumb: `${raw}&q=80&fm=jpg&crop=entropy&cs=tinysrgb&w=200&fit=max`,
		},
		links: {
			self: `${origin}/photos/${id}`,
			html: `https://unsplash.com/photos/a-photo-${id}`,
			download: `https://unsplash.com/photos/${id}/download?ixid=M3wx${number}`,
			download_location: `${origin}/photos/${id}/download?ixid=M3wx${number}`,
		},
		user: {
			id: `user${number}`,
			username: `author${number}`,
			name: `Áuthor ${number}`,
			links: { html: `https://unsplash.com/@author${number}` },
		},
	};
}

/**
 * A server that answers as Unsplash's API does: a key is asked for, the search
 * pages through `total` photos, a download location counts.
 */
export function unsplashServer(total = 100): Promise<ProviderServer> {
	return serve((response, { url, headers, method }) => {
		if (headers.authorization !== `Client-ID ${UNSPLASH_KEY}`)
			return json(401, { errors: ["OAuth error: The access token is invalid"] })(
				response,
				{} as never,
			);
		const done = (status: number, body: unknown) =>
			json(status, body, HOUR_LIMIT)(response, {} as never);
		const download = /^\/photos\/([\w-]+)\/download$/.exec(url.pathname);
		if (method === "GET" && download)
			return download[1] === "missing"
				? done(404, { errors: ["Couldn't find Photo"] })
				: done(200, { url: `https://images.unsplash.com/${download[1]}?ixid=x` });
		if (url.pathname !== "/search/photos") return done(404, { errors: ["Not found"] });
		const query = url.searchParams;
		if (!query.get("query")) return done(400, { errors: ["query is missing"] });
		const page = Number(query.get("page") ?? 1);
		const perPage = Math.min(30, Number(query.get("per_page") ?? 10));
		const start = (page - 1) * perPage;
		const results = Array.from({ length: Math.max(0, Math.min(perPage, total - start)) }, (_, i) =>
			unsplashPhoto(start + i, url.origin, query.get("orientation") ?? "landscape"),
		);
		done(200, { total, total_pages: Math.ceil(total / perPage), results });
	});
}

const uuid = (number: number) => `0aff3595-8168-440b-83ff-${String(number).padStart(12, "0")}`;

/** An image as https://api.openverse.org/v1/ describes it. */
export function openverseImage(number: number, origin: string) {
	const id = uuid(number);
	return {
		id,
		title: `Picture ${number}`,
		indexed_on: "2020-01-01T00:00:00Z",
		foreign_landing_url: `https://www.flickr.com/photos/someone/${number}`,
		url: `https://live.staticflickr.com/1/${number}_b.jpg`,
		creator: `Creator ${number}`,
		creator_url: "https://www.flickr.com/photos/someone",
		license: "by-sa",
		license_version: "2.0",
		license_url: "https://creativecommons.org/licenses/by-sa/2.0/",
		provider: "flickr",
		source: "flickr",
		category: "photograph",
		filesize: null as number | null,
		filetype: "jpg",
		tags: [{ name: "sea", accuracy: null }],
		attribution: `"Picture ${number}" by Creator ${number} is licensed under CC BY-SA 2.0. To view a copy of this license, visit https://creativecommons.org/licenses/by-sa/2.0/.`,
		fields_matched: ["title"],
		mature: false,
		height: 1600 as number | null,
		width: 2400 as number | null,
		thumbnail: `${origin}/v1/images/${id}/thumb/`,
		detail_url: `${origin}/v1/images/${id}/`,
		related_url: `${origin}/v1/images/${id}/related/`,
	};
}

/** A server that answers as Openverse's API does to a client without a key. */
export function openverseServer(total = 240): Promise<ProviderServer> {
	return serve((response, { url }) => {
		const done = (status: number, body: unknown) =>
			json(status, body, {
				"x-ratelimit-limit-anon_burst": "20/min",
				"x-ratelimit-available-anon_burst": "19",
			})(response, {} as never);
		if (url.pathname !== "/v1/images/") return done(404, { detail: "Not found." });
		const page = Number(url.searchParams.get("page") ?? 1);
		const pageSize = Number(url.searchParams.get("page_size") ?? 20);
		if (pageSize > 20) return done(401, { detail: "page_size must be between 1 & 20" });
		const pageCount = Math.ceil(total / pageSize);
		if (page > 20)
			return done(400, { detail: { page: ["Ensure this value is less than or equal to 20."] } });
		if (page > Math.max(1, pageCount)) return done(404, { detail: "Invalid page." });
		const start = (page - 1) * pageSize;
		done(200, {
			result_count: total,
			page_count: pageCount,
			page_size: pageSize,
			page,
			results: Array.from({ length: Math.min(pageSize, total - start) }, (_, i) =>
				openverseImage(start + i, url.origin),
			),
		});
	});
}
