import { inspect } from "node:util";
import t, { type Test } from "tap";
import { ServiceError } from "../../src/base/errors.js";
import { createPhotos, type PhotoQuery } from "../../src/catalog/photos/index.js";
import {
	json,
	text,
	UNSPLASH_KEY,
	unsplashPhoto,
	unsplashServer,
} from "../helpers/photo-providers.js";

const query = (more: Partial<PhotoQuery> = {}): PhotoQuery => ({
	query: "coffee",
	target: "background",
	page: 1,
	perPage: 12,
	...more,
});
const context = () => ({ baseUrl: "http://service.test", signal: new AbortController().signal });

async function start(t: Test, total?: number) {
	const server = await unsplashServer(total);
	const photos = createPhotos({
		unsplashAccessKey: UNSPLASH_KEY,
		unsplashApiUrl: server.url,
		openverseApiUrl: new URL("http://127.0.0.1:1"),
	});
	t.teardown(async () => {
		await photos.close();
		await server.close();
	});
	return { server, photos };
}

/** The error of a call, which must be a ServiceError that shows neither key nor upstream text. */
async function failure(call: Promise<unknown>): Promise<ServiceError> {
	const error = await call.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (!(error instanceof ServiceError))
		throw new Error("expected a ServiceError", { cause: error });
	const shown = inspect(error, { depth: 10, showHidden: true });
	if (shown.includes(UNSPLASH_KEY) || shown.includes("UPSTREAM-TEXT"))
		throw new Error("the error shows what it must not");
	return error;
}

t.test("a search is mapped, rendered and credited as Unsplash asks", async (t) => {
	const { server, photos } = await start(t);
	t.equal(photos.id, "unsplash");
	const page = await photos.search(
		query({ query: " coffee  & \r\n<b>milk</b> ", orientation: "portrait", page: 2, perPage: 30 }),
		context(),
	);
	const asked = server.seen[0];
	t.equal(asked?.headers.authorization, `Client-ID ${UNSPLASH_KEY}`);
	t.equal(asked?.headers["accept-version"], "v1");
	t.strictSame(Object.fromEntries(asked?.url.searchParams ?? []), {
		query: "coffee & <b>milk</b>",
		page: "2",
		per_page: "30",
		orientation: "portrait",
	});
	t.match(page, { provider: "unsplash", total: 100, totalPages: 4 });
	t.equal(page.results.length, 30);
	const photo = page.results[0];
	t.match(photo, {
		id: "Ph0to_-30",
		description: "photo number 30",
		width: 4000,
		height: 6000,
		color: "#a6734c",
		pageUrl:
			"https://unsplash.com/photos/a-photo-Ph0to_-30?utm_source=post_image_render_service&utm_medium=referral",
		attribution: {
			name: "Áuthor 30",
			url: "https://unsplash.com/@author30?utm_source=post_image_render_service&utm_medium=referral",
			source: "Unsplash",
			sourceUrl: "https://unsplash.com/?utm_source=post_image_render_service&utm_medium=referral",
			text: "Photo by Áuthor 30 on Unsplash",
			downloadLocation: `${server.url.origin}/photos/Ph0to_-30/download?ixid=M3wx30`,
		},
	});
	const render = new URL(photo?.renderUrl ?? "");
	t.equal(render.host, "images.unsplash.com");
	t.strictSame(Object.fromEntries(render.searchParams), {
		ixid: "M3wx30",
		ixlib: "rb-4.0.3",
		w: "1280",
		fit: "max",
		q: "85",
		fm: "jpg",
	});
});

t.test("the rendition fits the target", async (t) => {
	const { photos } = await start(t);
	const width = async (more: Partial<PhotoQuery>) => {
		const page = await photos.search(query(more), context());
		return new URL(page.results[0]?.renderUrl ?? "").searchParams;
	};
	t.equal((await width({ orientation: "landscape" })).get("w"), "2880", "covers a story's height");
	t.equal((await width({ orientation: "squarish" })).get("w"), "1920");
	const overlay = await width({ target: "overlay" });
	t.equal(overlay.get("w"), "1080");
	t.equal(overlay.get("h"), "1080");
});

t.test("the same search is asked once, another one again", async (t) => {
	const { server, photos } = await start(t);
	await photos.search(query(), context());
	await photos.search(query(), context());
	t.equal(server.seen.length, 1);
	await photos.search(query({ target: "overlay" }), context());
	await photos.search(query({ page: 2 }), context());
	t.equal(server.seen.length, 3);
});

t.test("tracking calls the location once, with the key and its query", async (t) => {
	const { server, photos } = await start(t);
	const page = await photos.search(query(), context());
	const location = page.results[3]?.attribution.downloadLocation ?? "";
	t.strictSame(await photos.track(location, context()), { tracked: true });
	const call = server.seen.at(-1);
	t.equal(call?.url.href, location);
	t.equal(call?.headers.authorization, `Client-ID ${UNSPLASH_KEY}`);
	t.strictSame(
		await photos.track("https://api.unsplash.com/photos/abc/download?ixid=M3w", context()),
		{ tracked: true },
		"what Unsplash itself gives out goes to the configured address",
	);
	t.equal(server.seen.at(-1)?.url.href, `${server.url.origin}/photos/abc/download?ixid=M3w`);
	const missing = await failure(
		photos.track(`${server.url.origin}/photos/missing/download`, context()),
	);
	t.equal(missing.code, "invalid_download_url");
});

t.test("nothing but a tracking address is called", async (t) => {
	const { server, photos } = await start(t);
	const { origin, port } = server.url;
	const path = "/photos/abc/download";
	const hostile = [
		"",
		"abc",
		path,
		`//api.unsplash.com${path}`,
		`http://api.unsplash.com${path}`,
		`https://api.unsplash.com.evil.example${path}`,
		`https://api-unsplash.com${path}`,
		`https://evil.example${path}`,
		`https://api.unsplash.com@evil.example${path}`,
		`https://user:pass@api.unsplash.com${path}`,
		`https://@api.unsplash.com${path}`,
		`https://api.unsplash.com:443${path}`,
		`https://api.unsplash.com:8443${path}`,
		`https://API.unsplash.com${path}`,
		`https://api.unsplash.com.${path}`,
		`https://api.unsplаsh.com${path}`,
		`http://169.254.169.254${path}`,
		`http://127.0.0.1${path}`,
		`http://127.0.0.1:${Number(port) - 1}${path}`,
		`http://user@127.0.0.1:${port}${path}`,
		`${origin}/photos/abc`,
		`${origin}/photos/abc/download/`,
		`${origin}/photos/abc/download/x`,
		`${origin}/photos//download`,
		`${origin}/photos/a%2Fb/download`,
		`${origin}/photos/a%2fb/download`,
		`${origin}/photos/abc%2Fdownload`,
		`${origin}/photos/../photos/abc/download`,
		`${origin}/photos/%2e%2e/abc/download`,
		`${origin}/photos/a.b/download`,
		`${origin}/me/photos/abc/download`,
		`${origin}/search/photos`,
		`${origin}\\photos\\abc\\download`,
		`${origin}${path}#x`,
		` ${origin}${path}`,
		`${origin}${path}\r\nHost: evil.example`,
		`${origin}/photos/a\tb/download`,
		`file:///photos/abc/download`,
		`javascript:alert(1)`,
		`${origin}${path}?ixid=${"x".repeat(10_000)}`,
	];
	for (const location of hostile) {
		const error = await failure(photos.track(location, context()));
		t.equal(error.code, "invalid_download_url", JSON.stringify(location.slice(0, 60)));
		t.equal(error.status, 400);
	}
	t.equal(server.seen.length, 0);
});

t.test("redirects are not followed and the key goes nowhere else", async (t) => {
	const { server, photos } = await start(t);
	const elsewhere = await unsplashServer();
	t.teardown(() => elsewhere.close());
	for (const status of [301, 302, 303, 307, 308]) {
		server.next.push(text(status, "", { location: `${elsewhere.url.origin}/photos/abc/download` }));
		const error = await failure(
			photos.track(`${server.url.origin}/photos/abc/download`, context()),
		);
		t.equal(error.code, "provider_failed");
	}
	server.next.push(text(302, "", { location: `${elsewhere.url.origin}/search/photos?query=x` }));
	t.equal((await failure(photos.search(query(), context()))).code, "provider_failed");
	t.equal(elsewhere.seen.length, 0);
});

t.test("a reached rate limit is a 429 with the time to wait", async (t) => {
	const { server, photos } = await start(t);
	const limits = [
		text(403, "Rate Limit Exceeded", { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "0" }),
		text(403, "Rate Limit Exceeded"),
		json(403, { errors: ["UPSTREAM-TEXT"] }, { "x-ratelimit-remaining": "0" }),
		json(429, { errors: ["UPSTREAM-TEXT"] }),
	];
	for (const limit of limits) {
		server.next.push(limit);
		const error = await failure(photos.search(query(), context()));
		t.equal(error.code, "rate_limited");
		t.equal(error.status, 429);
		t.ok(error.retryAfter && error.retryAfter >= 1 && error.retryAfter <= 3600);
	}
	server.next.push(text(429, "UPSTREAM-TEXT", { "retry-after": "37" }));
	t.equal((await failure(photos.search(query(), context()))).retryAfter, 37);
	server.next.push(text(403, "Rate Limit Exceeded"));
	const tracking = photos.track(`${server.url.origin}/photos/abc/download`, context());
	t.equal((await failure(tracking)).code, "rate_limited");
});

t.test("errors and garbage are a 502 that says nothing of the provider", async (t) => {
	const { server, photos } = await start(t);
	const photo = unsplashPhoto(1, server.url.origin);
	const page = (result: unknown) => json(200, { total: 1, total_pages: 1, results: [result] });
	const bad = [
		json(400, { errors: ["UPSTREAM-TEXT"] }),
		json(401, { errors: ["UPSTREAM-TEXT"] }),
		json(403, { errors: ["UPSTREAM-TEXT"] }),
		json(404, { errors: ["UPSTREAM-TEXT"] }),
		text(204, ""),
		text(200, ""),
		text(200, "<html>UPSTREAM-TEXT</html>"),
		text(200, '{"total": 1, "results": [UPSTREAM-TEXT'),
		json(200, null),
		json(200, []),
		json(200, { total: "1", total_pages: 1, results: [] }),
		json(200, { total: -1, total_pages: 1, results: [] }),
		json(200, { total: 1, total_pages: 1, results: {} }),
		page({ ...photo, urls: null }),
		page({ ...photo, width: 0 }),
		page({ ...photo, urls: { ...photo.urls, raw: "javascript:alert('UPSTREAM-TEXT')" } }),
		page({
			...photo,
			links: { ...photo.links, download_location: "https://evil.example/photos/a/download" },
		}),
		page({ ...photo, user: { name: "x", links: { html: "data:text/html,UPSTREAM-TEXT" } } }),
		text(200, `{"total":1,"total_pages":1,"results":[],"x":"${"UPSTREAM-TEXT".repeat(200_000)}"}`),
	];
	for (const reply of bad) {
		const before = server.seen.length;
		server.next.push(reply);
		const error = await failure(photos.search(query(), context()));
		t.equal(error.code, "provider_failed");
		t.equal(error.status, 502);
		t.equal(server.seen.length, before + 1, "asked once");
	}
});

t.test("a server error and a broken connection are tried once more", async (t) => {
	const { server, photos } = await start(t);
	server.next.push(json(500, { errors: ["UPSTREAM-TEXT"] }));
	t.equal((await photos.search(query(), context())).results.length, 12);
	t.equal(server.seen.length, 2);
	server.next.push((response) => response.destroy());
	t.equal((await photos.search(query({ page: 2 }), context())).results.length, 12);
	t.equal(server.seen.length, 4);
	server.next.push(text(503, "UPSTREAM-TEXT"), text(500, "UPSTREAM-TEXT"));
	t.equal((await failure(photos.search(query({ page: 3 }), context()))).code, "provider_failed");
	t.equal(server.seen.length, 6);
	server.next.push(text(500, "UPSTREAM-TEXT"));
	const tracking = photos.track(`${server.url.origin}/photos/abc/download`, context());
	t.equal((await failure(tracking)).code, "provider_failed");
	t.equal(server.seen.length, 7, "a use is never counted twice");
});

t.test("an answer that does not come ends", async (t) => {
	const { server, photos } = await start(t);
	server.next.push(() => {});
	// The body drips: headers alone do not stop the clock.
	server.next.push((response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const timer = setInterval(() => response.write(" "), 200);
		response.on("close", () => clearInterval(timer));
	});
	const errors = await Promise.all([
		failure(photos.search(query({ page: 4 }), context())),
		failure(photos.search(query({ page: 5 }), context())),
	]);
	for (const error of errors) t.equal(error.code, "provider_failed");
});

t.test("a client that leaves ends the call", async (t) => {
	const { server, photos } = await start(t);
	const client = new AbortController();
	const closed = new Promise<void>((resolve) =>
		server.next.push((response) => {
			response.on("close", () => resolve());
			client.abort(new Error("gone"));
		}),
	);
	await t.rejects(photos.search(query(), { baseUrl: "http://s.test", signal: client.signal }), {
		message: "gone",
	});
	await closed;
	t.equal(server.seen.length, 1);
});
