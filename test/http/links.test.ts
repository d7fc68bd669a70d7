import fc from "fast-check";
import t, { type Test } from "tap";
import { ENUMS } from "../../src/contract/enums.js";
import { EXAMPLES } from "../../src/contract/examples.js";
import { isLossy } from "../../src/contract/formats.js";
import type { LinkResponse } from "../../src/contract/links.js";
import type { RenderRequest } from "../../src/contract/render-request.js";
import { decodePayload } from "../../src/service/links/payload.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, sendRaw, startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf, payloadOf, signedLink } from "../helpers/links.js";
import { captureLog } from "../helpers/log.js";
import { parseExposition } from "../helpers/prometheus.js";

const DOCUMENT = { slides: [{ textBlocks: [{ text: "By its link" }] }] };
const YEAR = "public, max-age=31536000, immutable";

/** A service with links whose renderer counts what it draws. */
async function start(t: Test, env: Record<string, string> = {}, parts = {}) {
	let drawn = 0;
	const renderer = fakeRenderer({
		drawSlide: async ({ format }) => {
			drawn++;
			const mimeType = format === "svg" ? "image/svg+xml" : "image/png";
			const warnings = { warnings: [], warningCount: 0, alt: "" };
			return { mimeType, width: 1080, height: 1350, bytes: FAKE_IMAGE, ...warnings };
		},
	});
	const app = await startApp(t, { LINK_KEYS: LINK_KEY, ...env }, { renderer, ...parts });
	return { app, drawn: () => drawn };
}

const counted = async (app: RunningApp, outcome: string) =>
	parseExposition(await (await app.get("/metrics")).text()).value("post_image_links_total", {
		outcome,
	});

/** What every refused link answers. */
async function refused(t: Test, response: Response, status: number, code: string, path = "") {
	t.equal(response.status, status, path);
	t.equal(response.headers.get("cache-control"), "no-store");
	t.match(response.headers.get("content-type"), /^application\/json/);
	t.equal(response.headers.get("etag"), null);
	const body = (await response.json()) as { error: { code: string } };
	t.equal(body.error.code, code, path);
	return body.error as { code: string; message: string; details: Record<string, unknown> };
}

t.test("the examples by link: short, and the bytes that a POST gives", async (t) => {
	const app = await startApp(t, { LINK_KEYS: LINK_KEY });
	for (const [name, document] of Object.entries<RenderRequest>(EXAMPLES)) {
		const response = await app.post("/api/links", { document });
		t.equal(response.status, 200);
		const { urls, warnings } = (await response.json()) as LinkResponse;
		t.same(warnings, []);
		t.equal(urls.length, document.mode === "carousel" ? document.slides.length : 1);
		for (const [index, url] of urls.entries()) {
			t.ok(url.length < 1_300, `${name} ${index + 1}: ${url.length} characters`);
		}
		// One slide of each, the last one, as a carousel's has all before it.
		const slide = urls.length;
		const [link, posted] = await Promise.all([
			fetch(urls.at(-1)!),
			app.post(`/api/render.${document.format ?? "png"}?slide=${slide}`, document),
		]);
		const bytes = Buffer.from(await link.arrayBuffer());
		t.same(link.status, 200, name);
		t.ok(bytes.equals(Buffer.from(await posted.arrayBuffer())), `${name}: the same bytes`);
	}
	for (const format of ENUMS.outputFormat) {
		const document = { ...EXAMPLES.habitsCarousel, quality: 80, format: "jpeg" };
		const response = await app.post("/api/links", { document, slide: 2, format });
		const { urls } = (await response.json()) as LinkResponse;
		const [link, posted] = await Promise.all([
			fetch(urls[0]!),
			// What the format has no use for is not in the link.
			app.post(`/api/render.${format}?slide=2`, {
				...EXAMPLES.habitsCarousel,
				...(isLossy(format) && { quality: 80 }),
			}),
		]);
		t.equal(link.headers.get("content-type"), posted.headers.get("content-type"));
		t.equal(link.headers.get("x-render-warnings"), posted.headers.get("x-render-warnings"));
		const bytes = Buffer.from(await link.arrayBuffer());
		t.ok(bytes.equals(Buffer.from(await posted.arrayBuffer())), `${format} in every byte`);
	}
});

t.test("what comes with a picture", async (t) => {
	const { app, drawn } = await start(t);
	const path = linkOf(DOCUMENT);
	const response = await app.get(path);
	t.equal(response.status, 200);
	t.ok(Buffer.from(await response.arrayBuffer()).equals(FAKE_IMAGE));
	const expected: Record<string, string | null> = {
		"content-type": "image/png",
		"content-length": String(FAKE_IMAGE.length),
		"cache-control": YEAR,
		"access-control-allow-origin": "*",
		"cross-origin-resource-policy": "cross-origin",
		"x-content-type-options": "nosniff",
		"x-render-warnings": "0",
		vary: null,
	};
	for (const [name, value] of Object.entries(expected)) t.equal(response.headers.get(name), value);
	t.match(response.headers.get("content-security-policy"), /sandbox/);
	t.match(response.headers.get("etag"), /^"[\w-]{22}"$/);
	const svg = await app.get(linkOf(DOCUMENT, { file: "1.svg" }));
	t.equal(svg.headers.get("content-type"), "image/svg+xml");
	t.not(svg.headers.get("etag"), response.headers.get("etag"));
	t.equal(drawn(), 2);
});

t.test("304 and HEAD do not draw", async (t) => {
	const { app, drawn } = await start(t);
	const path = linkOf(DOCUMENT);
	const head = await app.get(path, { method: "HEAD" });
	t.equal(head.status, 200);
	t.equal(head.headers.get("content-type"), "image/png");
	t.equal(head.headers.get("cache-control"), YEAR);
	const etag = head.headers.get("etag")!;
	const conditional = (tag: string, method = "GET") =>
		app.get(path, { method, headers: { "if-none-match": tag } });
	for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
		const response = await conditional(tag);
		t.equal(response.status, 304, tag);
		t.equal(response.headers.get("etag"), etag);
		t.equal(response.headers.get("cache-control"), YEAR);
		t.equal(await response.text(), "");
	}
	t.equal((await conditional(etag, "HEAD")).status, 304);
	t.equal(drawn(), 0);
	t.equal(await counted(app, "drawn"), 0);
	t.equal(await counted(app, "not_modified"), 5);
	t.equal(await counted(app, "head"), 1);

	t.equal((await conditional('"another"')).status, 200);
	t.equal((await app.get(path)).status, 200);
	const known = await app.get(path, { method: "HEAD" });
	t.equal(known.headers.get("content-length"), String(FAKE_IMAGE.length));
	t.equal(known.headers.get("etag"), etag);
	t.equal(drawn(), 1);
	t.equal(await counted(app, "drawn"), 1);
	t.equal(await counted(app, "memory"), 1);
	t.equal(await counted(app, "head"), 2);
});

t.test("a character that is another one, anywhere: 403", async (t) => {
	const { app, drawn } = await start(t);
	const future = Math.floor(Date.now() / 1_000) + 1_000;
	const links = [linkOf(DOCUMENT), linkOf(DOCUMENT, { expires: future, file: "1.svg" })];
	for (const link of links) t.equal((await app.get(link)).status, 200);
	// Characters that are possible in the first line of a request.
	const characters = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i));
	const tampered = fc
		.record({
			link: fc.constantFrom(...links),
			at: fc.nat(10_000),
			character: fc.constantFrom(...characters),
			edit: fc.constantFrom("replace", "insert", "delete", "swap"),
		})
		.map(({ link, at, character, edit }) => {
			const index = 3 + (at % (link.length - 3));
			const [before, own, after] = [link.slice(0, index), link[index] ?? "", link.slice(index + 1)];
			if (edit === "replace") return before + character + after;
			if (edit === "insert") return before + character + own + after;
			if (edit === "delete") return before + after;
			return before + after.slice(0, 1) + own + after.slice(1);
		})
		.filter((path) => !links.includes(path));
	await fc.assert(
		fc.asyncProperty(tampered, async (path) => {
			// Sent unchanged; fetch() would normalise it.
			const answer = await sendRaw(
				app,
				`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
			);
			t.match(answer, /^HTTP\/1\.1 403 /, path);
			t.match(answer, /"invalid_signature"/);
			t.match(answer, /cache-control: no-store/i);
		}),
		{ numRuns: 400 },
	);
	t.equal(drawn(), 2);
});

t.test("other spellings of a link that is right", async (t) => {
	const { app, drawn } = await start(t);
	const path = linkOf(DOCUMENT);
	const raw = async (target: string) => {
		const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
		return Number(/^HTTP\/1\.1 (\d+)/.exec(await sendRaw(app, head))?.[1]);
	};
	const statuses: Record<string, number> = {
		[`${path}?`]: 308,
		[`${path}?utm_source=x`]: 308,
		[`${path}#x`]: 403,
		[`${path}.`]: 403,
		[`${path}/`]: 403,
		[`${path}%20`]: 403,
		[`${path};x`]: 403,
		[path.replace("/i/", "//i/")]: 404,
		[path.replace("/i/", "/i//")]: 403,
		[path.replace("/i/", "/./i/")]: 404,
		[path.replace("/i/", "/I/")]: 404,
		[path.replace("/i/", "/%69/")]: 404,
		[path.replace("/i/", "/i%2F")]: 404,
		[path.replace("1.png", "%31.png")]: 403,
		[path.replace("1.png", "1%2Epng")]: 403,
		[path.replace("1.png", "1%2epng")]: 403,
		[path.replace("1.png", "./1.png")]: 403,
		[path.replace("/i/", "/i/../i/")]: 403,
		[path.replace("1.png", "%zz.png")]: 403,
	};
	for (const [target, status] of Object.entries(statuses)) {
		t.equal(await raw(target), status, target);
	}
	t.equal(drawn(), 0);
	t.equal(await raw(`http://elsewhere.example${path}`), 200, "absolute, as proxies may send it");
	t.equal(await raw(path), 200);
	t.equal(drawn(), 1);

	// Spellings that the holder of the key signs himself.
	const payload = payloadOf(DOCUMENT);
	for (const rest of [
		`/${payload}=/1.png`,
		`/${payload}/01.png`,
		`/${payload}/1.PNG`,
		`/${payload}/1.bmp`,
		`//${payload}/1.png`,
		`/e0${"1".repeat(10)}/${payload}/1.png`,
		`/${payload}/%31.png`,
		"",
		"/",
	]) {
		const target = signedLink(rest);
		t.equal(await raw(target), 400, target);
	}
	t.equal(drawn(), 1);
});

t.test("who may not: no key, another key, an expired link", async (t) => {
	const { app, drawn } = await start(t, { API_KEYS: "an-api-key" });
	t.equal((await app.get(linkOf(DOCUMENT))).status, 200, "a link needs no API key");
	await refused(t, await app.post("/api/links", { document: DOCUMENT }), 401, "unauthorized");
	const other = linkOf(DOCUMENT, { key: "a-key-of-another-service" });
	await refused(t, await app.get(other), 403, "invalid_signature");
	await refused(t, await app.get("/i/x"), 403, "invalid_signature");
	await refused(t, await app.get("/i/"), 403, "invalid_signature");
	const now = Math.floor(Date.now() / 1_000);
	const expired = linkOf(DOCUMENT, { expires: now - 1 });
	await refused(t, await app.get(expired), 410, "link_expired");
	t.equal((await app.get(expired, { method: "HEAD" })).status, 410);
	const later = expired.replace(`e${now - 1}`, `e${now + 99}`);
	await refused(t, await app.get(later), 403, "invalid_signature");
	const conditional = { headers: { "if-none-match": "*" } };
	t.equal((await app.get(expired, conditional)).status, 410);
	t.equal((await app.get(other, conditional)).status, 403);
	t.equal(drawn(), 1);

	const posted = await app.post("/i/x/y/1.png", DOCUMENT, { authorization: "Bearer an-api-key" });
	await refused(t, posted, 405, "method_not_allowed");
	const { app: without } = await start(t, { LINK_KEYS: "" });
	await refused(t, await without.get(linkOf(DOCUMENT)), 404, "not_found");
	await refused(t, await without.post("/api/links", { document: DOCUMENT }), 404, "not_found");
});

t.test("a link that expires is kept no longer than that", async (t) => {
	const { app } = await start(t);
	const expires = Math.floor(Date.now() / 1_000) + 1_000;
	const response = await app.get(linkOf(DOCUMENT, { expires }));
	const [, seconds] = /^public, max-age=(\d+), immutable$/.exec(
		response.headers.get("cache-control") ?? "",
	)!;
	t.ok(Number(seconds) <= 1_000 && Number(seconds) > 900, `${seconds} s`);
	t.equal((await app.get(linkOf(DOCUMENT))).headers.get("etag"), response.headers.get("etag"));
	t.equal(await counted(app, "drawn"), 1, "one picture, whenever its links end");
});

t.test("keys that follow one another", async (t) => {
	const { app } = await start(t, { LINK_KEYS: `the-new-key-of-links, ${LINK_KEY}` });
	const response = await app.post("/api/links", { document: DOCUMENT });
	const { urls } = (await response.json()) as LinkResponse;
	t.equal(new URL(urls[0]!).pathname.slice(0, 25), linkWith("the-new-key-of-links", urls[0]!));
	t.equal((await fetch(urls[0]!)).status, 200);
	t.equal((await app.get(linkOf(DOCUMENT))).status, 200, "links of the old key go on");
});

const linkWith = (key: string, url: string) =>
	signedLink(new URL(url).pathname.slice(25), key).slice(0, 25);

t.test("documents that a render would refuse", async (t) => {
	const { app, drawn } = await start(t, { MAX_BODY_BYTES: "2000" });
	const cases: [unknown, string, number, string][] = [
		[{ slides: [] }, "1.png", 400, "invalid_render_request"],
		[{ slides: [{}], x: 1 }, "1.png", 400, "invalid_render_request"],
		[{ slides: [{ textBlocks: [{ fontSize: 1 }] }] }, "1.png", 400, "invalid_render_request"],
		[{ slides: [{ image: "file:///etc/passwd" }] }, "1.png", 400, "invalid_render_request"],
		[{ slides: [{}], format: "gif" }, "1.png", 400, "invalid_render_request"],
		['{"slides":[{}],"__proto__":{}}', "1.png", 400, "invalid_render_request"],
		[{ slides: [{}] }, "2.png", 400, "invalid_render_request"],
		[[], "1.png", 400, "invalid_render_request"],
		[null, "1.png", 400, "invalid_render_request"],
		["null", "1.png", 400, "invalid_render_request"],
		["{", "1.png", 400, "invalid_request"],
		[
			{ slides: [{ textBlocks: [{ text: "x".repeat(3_000) }] }] },
			"1.png",
			413,
			"payload_too_large",
		],
		[`${"[".repeat(1_900)}`, "1.png", 400, "invalid_request"],
	];
	for (const [document, file, status, code] of cases) {
		await refused(t, await app.get(linkOf(document, { file })), status, code);
		t.equal((await app.get(linkOf(document, { file }), { method: "HEAD" })).status, status);
	}
	const { details } = await refused(
		t,
		await app.get(linkOf({ slides: [{}] }, { file: "9.png" })),
		400,
		"invalid_render_request",
	);
	t.match(details, { issues: [{ path: "/slide", maximum: 1 }] });
	t.equal(drawn(), 0);
});

t.test("a link of over 8,000 characters is refused", async (t) => {
	const { app } = await start(t);
	const payload = (length: number) => "A".repeat(length - signedLink("//1.png").length);
	await refused(t, await app.get(signedLink(`/${payload(8_000)}/1.png`)), 400, "invalid_request");
	await refused(t, await app.get(signedLink(`/${payload(8_001)}/1.png`)), 414, "link_too_long");
	await refused(t, await app.get(signedLink(`/${payload(15_000)}/1.png`)), 414, "link_too_long");
});

t.test("POST /api/links answers one signed link per slide", async (t) => {
	const { app } = await start(t, { PUBLIC_BASE_URL: "https://img.example/posts" });
	const ask = async (body: object) =>
		(await app.post("/api/links", body)).json() as Promise<LinkResponse>;
	const carousel = {
		mode: "carousel",
		slides: Array.from({ length: 5 }, (_, i) => ({ textBlocks: [{ text: `Slide ${i + 1}` }] })),
	};
	const all = await ask({ document: carousel });
	t.equal(all.urls.length, 5);
	t.equal(all.expiresAt, null);
	for (const [index, url] of all.urls.entries()) {
		t.ok(url.startsWith("https://img.example/posts/i/"));
		t.ok(url.endsWith(`/${index + 1}.png`));
		t.equal((await app.get(url.slice("https://img.example/posts".length))).status, 200);
	}
	t.equal((await ask({ document: { ...carousel, mode: "single" } })).urls.length, 1);
	const [third] = (await ask({ document: carousel, slide: 3, format: "svg" })).urls;
	t.match(third, /\/3\.svg$/);
	t.match((await ask({ document: { ...carousel, format: "svg" } })).urls[0], /\/1\.svg$/);

	const before = Date.now();
	const { urls, expiresAt } = await ask({ document: DOCUMENT, expiresIn: 60 });
	t.match(urls[0], /\/i\/[\w-]{22}\/e\d{10}\//);
	const ends = Date.parse(expiresAt!);
	t.ok(ends > before + 58_000 && ends <= Date.now() + 60_000);

	// Random, so that it does not get shorter.
	const noise = (length: number) =>
		Array.from({ length }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7_919) % 20_000))).join("");
	const long = await ask({ document: { slides: [{ textBlocks: [{ text: noise(900) }] }] } });
	t.match(long.warnings, [{ code: "long_link", path: "/urls/0" }]);
	const wrong: [object, string][] = [
		[{ document: { slides: [{ textBlocks: [{ text: noise(5_000) }] }] } }, "/document/slides/0"],
		[{ document: { slides: [{ image: "ftp://x" }] } }, "/document/slides/0/image"],
		[{ document: { slides: [{ x: 1 }] } }, "/document/slides/0/x"],
		[{ document: DOCUMENT, slide: 2 }, "/slide"],
		[{ document: DOCUMENT, slide: 0 }, "/slide"],
		[{ document: DOCUMENT, expiresIn: 0 }, "/expiresIn"],
		[{ document: DOCUMENT, expiresIn: 1e12 }, "/expiresIn"],
		[{ document: DOCUMENT, format: "gif" }, "/format"],
		[{}, "/document"],
	];
	for (const [body, path] of wrong) {
		const { details } = await refused(
			t,
			await app.post("/api/links", body),
			400,
			"invalid_render_request",
			path,
		);
		t.match(details, { issues: [{ path }] }, path);
	}
});

t.test("links count against the rate when they draw", async (t) => {
	const { app, drawn } = await start(t, { RATE_LIMIT_MAX: "3" });
	const link = (text: string) => linkOf({ slides: [{ textBlocks: [{ text }] }] });
	t.equal((await app.get(link("1"))).status, 200);
	const etag = (await app.get(link("1"))).headers.get("etag")!;
	for (let i = 0; i < 5; i++) {
		t.equal((await app.get(link("1"))).status, 200);
		t.equal((await app.get(link("new"), { method: "HEAD" })).status, 200, "counts once");
		t.equal((await app.get(link("1"), { headers: { "if-none-match": etag } })).status, 304);
		t.equal((await app.get(`${link("1")}x`)).status, 403);
	}
	t.equal((await app.get(link("2"))).status, 200);
	const response = await app.get(link("3"));
	t.ok(Number(response.headers.get("retry-after")) > 0);
	await refused(t, response, 429, "rate_limited");
	t.equal((await app.get(link("2"))).status, 200, "what is drawn already goes on");
	t.equal(drawn(), 2);
});

t.test("no key and no payload in the log", async (t) => {
	const log = captureLog();
	const { app } = await start(t, { LOG_LEVEL: "trace" }, { logStream: log.logStream });
	const path = linkOf({ slides: [{ textBlocks: [{ text: "a secret of the client" }] }] });
	const signature = path.split("/")[2]!;
	const payload = path.split("/")[3]!;
	const failing = linkOf({ slides: [{ image: "http://127.0.0.1:1/x.png" }] });
	for (const target of [
		path,
		path,
		`${path}?`,
		`${path}x`,
		`/${path}`,
		`${path}%zz`,
		path.replace("/i/", "/%69/"),
		path.replace("/i/", "/I/"),
		failing,
	]) {
		await sendRaw(app, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	}
	await app.get(path, { method: "HEAD" });
	await log.find(({ status, method }) => status === 200 && method === "HEAD");
	for (const secret of [LINK_KEY, signature, payload.slice(0, 16), payload.slice(-16)]) {
		t.notOk(log.text().includes(secret), secret);
	}
	const lines = log.requests();
	t.match(lines[0], {
		route: "/i/:signature/:payload/:file",
		status: 200,
		link: "drawn",
		slides: 1,
	});
	t.match(lines[1], { status: 200, link: "memory" });
});

t.test("every origin may embed, whatever CORS_ORIGIN says", async (t) => {
	const { app } = await start(t, { CORS_ORIGIN: "https://app.example" });
	for (const origin of ["https://app.example", "https://other.example"]) {
		const response = await app.get(linkOf(DOCUMENT), { headers: { origin } });
		t.equal(response.headers.get("access-control-allow-origin"), "*");
		t.equal(response.headers.get("vary"), null, "one URL, one answer");
	}
});

t.test("a service does not draw links for a service", async (t) => {
	const { app, drawn } = await start(t);
	const headers = { via: "1.1 cdn.example, 1.1 post-image-render-service" };
	await refused(t, await app.get(linkOf(DOCUMENT), { headers }), 400, "invalid_request");
	t.equal(drawn(), 0);
	await app.get(linkOf(DOCUMENT));
	t.equal((await app.get(linkOf(DOCUMENT), { headers })).status, 200, "but shows what it has");
});

t.test("all formats of the contract", async (t) => {
	const { app } = await start(t);
	for (const format of ENUMS.outputFormat) {
		t.equal((await app.get(linkOf(DOCUMENT, { file: `1.${format}` }))).status, 200, format);
	}
});

t.test("images of this service and of others", async (t) => {
	const { app } = await start(
		t,
		{},
		{
			imageSources: {
				load: async () => new Map([["x", FAKE_IMAGE]]),
				close: async () => undefined,
			},
		},
	);
	const link = async (image: string) => {
		const response = await app.post("/api/links", { document: { slides: [{ image }] } });
		const { urls } = (await response.json()) as LinkResponse;
		const [, , , payload = ""] = new URL(urls[0]!).pathname.split("/");
		const { slides } = decodePayload(payload, 10_000) as RenderRequest;
		return { url: urls[0]!, image: slides[0]?.image };
	};
	const icon = "/api/assets/icons/lucide/rocket.svg?color=%23ff0000";
	t.equal((await link(`${app.url}${icon}`)).image, icon, "by its path, whatever the host");
	t.equal((await link("https://other.example/x.png")).image, "https://other.example/x.png");
	for (const image of [`${app.url}${icon}`, "lucide:rocket", "data:image/png;base64,AAAA"]) {
		const { url } = await link(image);
		const head = await fetch(url, { method: "HEAD" });
		t.equal(head.headers.get("cache-control"), YEAR, image);
	}
	// A client that claims to have asked the host of the image does not make it ours.
	const remote = linkOf({ slides: [{ image: `${app.url}${icon}` }] });
	const response = await app.get(remote, { method: "HEAD" });
	t.equal(response.headers.get("cache-control"), "public, max-age=86400");
	t.equal(response.headers.get("etag"), null);
});

t.test("slides that are left out do not count in the stepper of a link", async (t) => {
	const app = await startApp(t, { LINK_KEYS: LINK_KEY });
	const slide = { textBlocks: [{ text: "Shown" }] };
	const slides = [slide, { ...slide, showIf: "" }, { ...slide, hideIf: "yes" }, slide];
	const document = { mode: "carousel", stepperStyle: "numeric", slides };
	const { urls } = (await (await app.post("/api/links", { document })).json()) as LinkResponse;
	t.equal(urls.length, 2);
	const link = Buffer.from(await (await fetch(urls[1]!)).arrayBuffer());
	const posted = await app.post("/api/render.png?slide=2", document);
	t.equal(posted.status, 200);
	t.ok(link.equals(Buffer.from(await posted.arrayBuffer())));
});
