import t, { type Test } from "tap";
import { createPhotos, type PhotoQuery } from "../../src/catalog/photos/index.js";
import { LIMITS } from "../../src/contract/limits.js";
import { json, openverseImage, openverseServer, text } from "../helpers/photo-providers.js";

const query = (more: Partial<PhotoQuery> = {}): PhotoQuery => ({
	query: "sea",
	target: "background",
	page: 1,
	perPage: 12,
	...more,
});
const context = () => ({ baseUrl: "http://service.test", signal: new AbortController().signal });

async function start(t: Test, total?: number) {
	const server = await openverseServer(total);
	const photos = createPhotos({
		provider: "openverse",
		unsplashAccessKey: "unused",
		unsplashApiUrl: new URL("http://127.0.0.1:1"),
		openverseApiUrl: server.url,
	});
	t.teardown(async () => {
		await photos.close();
		await server.close();
	});
	return { server, photos };
}

const numbers = (page: { results: readonly { description: string }[] }) =>
	page.results.map((photo) => Number(photo.description.replace("Picture ", "")));
const from = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i);

t.test("a search is mapped, with licences that allow a post", async (t) => {
	const { server, photos } = await start(t);
	const page = await photos.search(query({ orientation: "portrait" }), context());
	t.strictSame(Object.fromEntries(server.seen[0]?.url.searchParams ?? []), {
		q: "sea",
		page: "1",
		page_size: "20",
		license_type: "commercial,modification",
		extension: "jpg,jpeg,png,webp",
		size: "large",
		aspect_ratio: "tall",
	});
	t.equal(server.seen[0]?.headers.authorization, undefined);
	t.match(page, { provider: "openverse", total: 240, totalPages: 20 });
	const id = "0aff3595-8168-440b-83ff-000000000003";
	t.strictSame(page.results[3], {
		id,
		description: "Picture 3",
		width: 2400,
		height: 1600,
		color: null,
		thumbUrl: `${server.url.origin}/v1/images/${id}/thumb/`,
		renderUrl: "https://live.staticflickr.com/1/3_b.jpg",
		pageUrl: "https://www.flickr.com/photos/someone/3",
		attribution: {
			name: "Creator 3",
			url: "https://www.flickr.com/photos/someone",
			source: "Openverse",
			sourceUrl: `https://openverse.org/image/${id}`,
			license: "CC BY-SA 2.0",
			text: '"Picture 3" by Creator 3 is licensed under CC BY-SA 2.0. To view a copy of this license, visit https://creativecommons.org/licenses/by-sa/2.0/.',
			downloadLocation: `${server.url.origin}/v1/images/${id}/`,
		},
	});
	for (const [orientation, ratio] of [
		["landscape", "wide"],
		["squarish", "square"],
	] as const) {
		await photos.search(query({ orientation, target: "overlay" }), context());
		t.equal(server.seen.at(-1)?.url.searchParams.get("aspect_ratio"), ratio);
		t.equal(server.seen.at(-1)?.url.searchParams.get("size"), null, "an overlay may be small");
	}
});

t.test("pages of any size are bridged over the API's twenty", async (t) => {
	const { server, photos } = await start(t, 95);
	for (const perPage of [1, 7, 12, 20, 30]) {
		const all: number[] = [];
		const pages = Math.ceil(95 / perPage);
		for (let page = 1; page <= pages; page++) {
			const found = await photos.search(query({ page, perPage }), context());
			t.equal(found.total, 95);
			t.equal(found.totalPages, pages);
			all.push(...numbers(found));
		}
		t.strictSame(all, from(0, 95), `${perPage} a page: all of them once, in order`);
	}
	t.equal(server.seen.length, 5, "each page of the API was asked for once");
	for (const { url } of server.seen) t.equal(url.searchParams.get("page_size"), "20");
});

t.test("a page past the end is empty and still tells the total", async (t) => {
	const { server, photos } = await start(t, 45);
	for (const [page, perPage] of [
		[3, 30],
		[5, 12],
		[100, 30],
		[10_000, 1],
	] as const) {
		const found = await photos.search(query({ page, perPage }), context());
		t.match(found, { total: 45, results: [] });
		t.equal(found.results.length, 0);
	}
	for (const { url } of server.seen) t.ok(Number(url.searchParams.get("page")) <= 20);
	const none = await start(t, 0);
	t.match(await none.photos.search(query(), context()), { total: 0, totalPages: 0, results: [] });
});

t.test("results that cannot be paged to are not counted", async (t) => {
	const { photos } = await start(t, 10_000);
	const found = await photos.search(query({ page: 14, perPage: 30 }), context());
	t.equal(found.total, 400);
	t.strictSame(numbers(found), from(390, 10));
});

t.test("the rendition keeps within what a render request takes", async (t) => {
	const { server, photos } = await start(t);
	const { origin } = server.url;
	const image = openverseImage(1, origin);
	const thumb = image.thumbnail;
	const found = async (change: object, target: "background" | "overlay" = "background") => {
		server.next.push(
			json(200, { result_count: 1, page_count: 1, results: [{ ...image, ...change }] }),
		);
		const page = await photos.search(query({ query: JSON.stringify(change), target }), context());
		return page.results[0];
	};
	t.equal((await found({}, "overlay"))?.renderUrl, thumb);
	t.equal(
		(await found({ filesize: LIMITS.maxRemoteImageBytes + 1 }))?.renderUrl,
		`${thumb}?full_size=true&compressed=true`,
	);
	t.equal((await found({ filesize: LIMITS.maxRemoteImageBytes }))?.renderUrl, image.url);
	t.equal((await found({ width: 10_000, height: 8_000 }))?.renderUrl, thumb);
	t.match(
		await found({ width: null, height: null, creator: null, creator_url: null, title: null }),
		{ width: null, height: null, description: "", attribution: { name: "Unknown" } },
	);
	t.equal(
		(await found({ license: "cc0", license_version: "1.0" }))?.attribution.license,
		"CC0 1.0",
	);
	t.equal(
		(await found({ license: "pdm", license_version: "1.0", attribution: null }))?.attribution.text,
		'"Picture 1" by Creator 1 is licensed under Public Domain Mark 1.0.',
	);
	t.equal(await found({ url: "ftp://files.test/a.jpg" }), undefined, "cannot be rendered");
});

t.test("its own locations are accepted without a call, others are not", async (t) => {
	const { server, photos } = await start(t);
	const page = await photos.search(query(), context());
	const calls = server.seen.length;
	const location = page.results[0]?.attribution.downloadLocation ?? "";
	t.strictSame(await photos.track(location, context()), { tracked: false });
	for (const wrong of [
		"",
		`${location}thumb/`,
		`${location}?x=1`,
		`${location}#x`,
		location.slice(0, -1),
		location.replace("127.0.0.1", "user@127.0.0.1"),
		location.replace("/v1/", "/v1/../v1/"),
		location.replace("/images/", "/audio/"),
		"https://api.openverse.org.evil.example/v1/images/0aff3595-8168-440b-83ff-000000000003/",
		"https://api.unsplash.com/photos/abc/download",
		`${location}${"x".repeat(10_000)}`,
	])
		await t.rejects(photos.track(wrong, context()), { code: "invalid_download_url", status: 400 });
	t.equal(server.seen.length, calls);
});

t.test("limits and failures are reported in our own words", async (t) => {
	const { server, photos } = await start(t);
	server.next.push(json(429, { detail: "Request was throttled." }, { "retry-after": "41" }));
	await t.rejects(photos.search(query(), context()), {
		code: "rate_limited",
		status: 429,
		retryAfter: 41,
		message: "The photo provider's rate limit is reached.",
	});
	for (const reply of [
		text(200, "<html>"),
		json(200, { result_count: 1, page_count: 1, results: [{}] }),
		json(200, {
			result_count: 1,
			page_count: 1,
			results: [{ ...openverseImage(1, "x"), id: "../x" }],
		}),
		json(400, { detail: "no" }),
		json(401, { detail: "no" }),
	]) {
		server.next.push(reply);
		await t.rejects(photos.search(query(), context()), {
			code: "provider_failed",
			status: 502,
			message: "The photo provider sent an invalid response.",
			details: { provider: "openverse" },
		});
	}
	server.next.push(text(502, "bad gateway"));
	t.equal((await photos.search(query(), context())).results.length, 12, "tried once more");
});
