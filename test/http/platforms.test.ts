/** Documents with several platforms, wherever a document goes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import sharp from "sharp";
import t, { type Test } from "tap";
import type { BatchLine } from "../../src/contract/batch.js";
import type { LinkResponse } from "../../src/contract/links.js";
import type { MeasureResponse } from "../../src/contract/measure-response.js";
import type { RenderResponse } from "../../src/contract/render-response.js";
import { WARNINGS_HEADER } from "../../src/service/delivery/warnings-header.js";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";
import { captureLog } from "../helpers/log.js";
import { parseExposition } from "../helpers/prometheus.js";
import { CARD, withCard } from "../helpers/templates.js";

/** The text of the first slide is below a link preview, and on the others. */
const DOCUMENT = {
	mode: "carousel",
	stepperStyle: "dots",
	slides: [
		{
			backgroundColor: "#204060",
			textBlocks: [{ text: "Low", x: 30, y: 300 }],
			layers: [
				{ type: "text", text: "Tall", x: 30, y: 120, only: ["story"] },
				{ type: "text", text: "Wide", x: 30, y: 80, only: ["landscape"] },
			],
		},
		{ backgroundColor: "#604020", alt: "The end", textBlocks: [{ text: "Last", x: 30, y: 150 }] },
	],
};
const PLATFORMS = ["photo-feed-story", "link-preview", "custom"];
const SIZE = { width: 600, height: 900 };
const SEVERAL = { ...DOCUMENT, platforms: PLATFORMS, size: SIZE };
/** The same for one platform alone. */
const single = (platform: string | undefined) => ({
	...DOCUMENT,
	platform,
	...(platform === "custom" && { size: SIZE }),
});

const bytesOf = async (answer: Promise<Response>): Promise<Buffer> =>
	Buffer.from(await (await answer).arrayBuffer());
const jsonOf = async <T>(answer: Promise<Response>): Promise<T> => {
	const response = await answer;
	const text = await response.text();
	t.equal(response.status, 200, text.slice(0, 500));
	return JSON.parse(text) as T;
};
const issuesOf = async (answer: Promise<Response>) => {
	const response = await answer;
	t.equal(response.status, 400);
	const { error } = (await response.json()) as {
		error: { code: string; details: { issues: { path: string; message: string }[] } };
	};
	t.equal(error.code, "invalid_render_request");
	return error.details.issues;
};

/** Names and bytes of the files of a ZIP. */
function filesOf(t: Test, zip: Buffer): Map<string, Buffer> {
	const folder = mkdtempSync(join(tmpdir(), "platforms-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const path = join(folder, "all.zip");
	writeFileSync(path, zip);
	const names = execFileSync("unzip", ["-Z1", path], { encoding: "utf8" }).trim().split("\n");
	return new Map(names.map((name) => [name, execFileSync("unzip", ["-p", path, name])]));
}

t.test("a render answers each platform as a render of its own would", async (t) => {
	const { post } = await startApp(t);
	const answer = await jsonOf<RenderResponse>(post("/api/render", SEVERAL));
	t.match(answer, { platform: "photo-feed-story", mode: "carousel", slideCount: 2 });
	t.same(
		answer.images.map(({ platform, slide, width, height, alt }) => [
			platform,
			slide,
			width,
			height,
			alt,
		]),
		[
			["photo-feed-story", 1, 1080, 1920, "Low\nTall"],
			["photo-feed-story", 2, 1080, 1920, "The end"],
			["link-preview", 1, 1200, 630, "Low\nWide"],
			["link-preview", 2, 1200, 630, "The end"],
			["custom", 1, 600, 900, "Low"],
			["custom", 2, 600, 900, "The end"],
		],
	);
	const warnings: unknown[] = [];
	for (const platform of PLATFORMS) {
		const alone = await jsonOf<RenderResponse>(post("/api/render", single(platform)));
		for (const image of alone.images) {
			const same = answer.images.find(
				(other) => other.platform === platform && other.slide === image.slide,
			);
			t.equal(same?.dataUrl, image.dataUrl, `${platform} ${image.slide}`);
			t.notOk("platform" in image);
		}
		warnings.push(...alone.warnings.map((warning) => ({ ...warning, platform })));
	}
	const byText = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
	t.same(byText(answer.warnings), byText(warnings));
	t.match(answer.warnings[0], { code: "off_slide", platform: "link-preview" });
	t.equal(answer.warningCount, warnings.length);
	// Mode single draws the first slide of each.
	const first = await jsonOf<RenderResponse>(post("/api/render", { ...SEVERAL, mode: "single" }));
	t.equal(first.slideCount, 1);
	t.same(
		first.images.map(({ platform, slide }) => [platform, slide]),
		PLATFORMS.map((platform) => [platform, 1]),
	);
	t.match(
		first.warnings.find(({ code }) => code === "slides_not_drawn"),
		{
			path: "/slides",
			slideCount: 2,
			platform: undefined,
		},
	);
});

t.test("files are for one platform, the first unless the query says another", async (t) => {
	const { post } = await startApp(t);
	for (const format of ["png", "jpeg", "webp", "svg"]) {
		const path = `/api/render.${format}`;
		for (const platform of [undefined, ...PLATFORMS]) {
			const query = platform === undefined ? "?slide=2" : `?slide=2&platform=${platform}`;
			const answer = await post(`${path}${query}`, SEVERAL);
			t.equal(answer.headers.get("x-image-alt"), "UTF-8''The%20end");
			const alone = post(`${path}?slide=2`, single(platform ?? PLATFORMS[0]));
			t.ok(Buffer.from(await answer.arrayBuffer()).equals(await bytesOf(alone)), query);
		}
	}
	const low = await post("/api/render.png?platform=link-preview", SEVERAL);
	t.match(low.headers.get(WARNINGS_HEADER), /^1; off_slide@\/slides\/0\/textBlocks\/0$/);
	const pdf = await bytesOf(post("/api/render.pdf?platform=custom", SEVERAL));
	t.ok(pdf.equals(await bytesOf(post("/api/render.pdf", single("custom")))));
	const firstPdf = await bytesOf(post("/api/render.pdf", SEVERAL));
	t.ok(firstPdf.equals(await bytesOf(post("/api/render.pdf", single(PLATFORMS[0])))));
	t.match(await issuesOf(post("/api/render.png?platform=pin", SEVERAL)), [
		{ path: "/platform", message: /photo-feed-story, link-preview, custom/ },
	]);
	t.match(await issuesOf(post("/api/render.pdf?platform=pin", single("custom"))), [
		{ path: "/platform", message: "must be custom, the only platform of the document" },
	]);
	t.equal((await post("/api/render.png?platform=custom", single("custom"))).status, 200);
	t.match(await issuesOf(post("/api/render.png?platform=none", SEVERAL)), [{ path: "/platform" }]);
	t.match(await issuesOf(post("/api/render.png?slide=3", SEVERAL)), [
		{ path: "/slide", message: "must be at most 2" },
	]);
});

t.test("a ZIP has a folder for each platform", async (t) => {
	const { post } = await startApp(t);
	const answer = await post("/api/render.zip", { ...SEVERAL, format: "jpeg" });
	t.match(
		answer.headers.get(WARNINGS_HEADER),
		"off_slide@/slides/0/textBlocks/0;platform=link-preview",
	);
	const files = filesOf(t, Buffer.from(await answer.arrayBuffer()));
	t.same(
		[...files.keys()],
		PLATFORMS.flatMap((name) => [`${name}/slide-01.jpeg`, `${name}/slide-02.jpeg`]),
	);
	const { width, height } = await sharp(files.get("custom/slide-02.jpeg")).metadata();
	t.same([width, height], [600, 900]);
	const one = filesOf(t, await bytesOf(post("/api/render.zip?platform=custom", SEVERAL)));
	t.same([...one.keys()], ["slide-01.png", "slide-02.png"], "of one platform alone");
});

t.test("measure lays each platform out", async (t) => {
	const { post } = await startApp(t);
	const answer = await jsonOf<MeasureResponse>(post("/api/measure", SEVERAL));
	t.match(answer, { platform: "photo-feed-story", previewWidth: 405, previewHeight: 720 });
	const all: unknown[] = [];
	for (const platform of PLATFORMS) {
		const { slides } = await jsonOf<MeasureResponse>(post("/api/measure", single(platform)));
		all.push(...slides.map((slide) => ({ platform, ...slide })));
	}
	t.same(answer.slides, all);
	t.match(answer.warnings[0], { code: "off_slide", platform: "link-preview" });
});

t.test("rows of a batch", async (t) => {
	const { post, url } = await startApp(t);
	const document = {
		platforms: ["pin", "link-preview"],
		slides: [{ textBlocks: [{ text: "{{who}}", y: 80 }] }],
	};
	const rows = [{ who: "Ada" }, { who: "Grace" }];
	const expected = async (who: string) => {
		const body = { ...document, variables: { who } };
		return (await jsonOf<RenderResponse>(post("/api/render", body))).images;
	};
	const linesOf = async (answer: Promise<Response>) =>
		(await (await answer).text())
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as BatchLine & { images: unknown[] });
	const lines = await linesOf(post("/api/batch", { document, rows }));
	for (const [i, { who }] of rows.entries()) t.same(lines[i]!.images, await expected(who));
	const form = new FormData();
	form.set("document", JSON.stringify(document));
	form.set("rows", "who\nAda\nGrace\n");
	const csv = await linesOf(fetch(`${url}/api/batch.csv`, { method: "POST", body: form }));
	t.same(csv, lines);
	const files = filesOf(t, await bytesOf(post("/api/batch.zip", { document, rows })));
	t.same(
		[...files.keys()],
		[
			"pin/row-0001-slide-01.png",
			"link-preview/row-0001-slide-01.png",
			"pin/row-0002-slide-01.png",
			"link-preview/row-0002-slide-01.png",
		],
	);
	const bad = await post("/api/batch", { document: { ...document, platform: "pin" }, rows });
	t.equal(bad.status, 400);
	t.match(await bad.json(), { error: { details: { issues: [{ path: "/document/platforms" }] } } });
});

t.test("links choose a platform by their query", async (t) => {
	const { post, url, get } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const request = { document: SEVERAL };
	const { urls } = await jsonOf<LinkResponse>(post("/api/links", request));
	t.equal(urls.length, 6);
	const tags = new Set<string | null>();
	for (const [i, link] of urls.entries()) {
		const platform = PLATFORMS[Math.floor(i / 2)]!;
		const slide = (i % 2) + 1;
		t.match(link, new RegExp(`/${slide}\\.png\\?platform=${platform}$`));
		const answer = await fetch(link);
		tags.add(answer.headers.get("etag"));
		const alone = post(`/api/render.png?slide=${slide}`, single(platform));
		t.ok(Buffer.from(await answer.arrayBuffer()).equals(await bytesOf(alone)), link.slice(-40));
	}
	t.equal(tags.size, 6);
	t.equal(
		new Set(urls.map((link) => link.split("?")[0])).size,
		2,
		"the platform is not a part of what is signed",
	);
	const [plain] = urls[0]!.split("?");
	t.ok((await bytesOf(fetch(plain!))).equals(await bytesOf(fetch(urls[0]!))), "the first");
	for (const query of ["?platform=pin", "?platform=none"])
		t.equal((await fetch(`${plain}${query}`)).status, 400, query);
	// Unknown parameters are left out by a redirect to the one URL of the picture.
	for (const [query, kept] of [
		["?platform=custom&x", "?platform=custom"],
		["?x=1", ""],
	] as const) {
		const redirect = await fetch(`${plain}${query}`, { redirect: "manual" });
		t.equal(redirect.status, 308, query);
		const { location } = Object.fromEntries(redirect.headers);
		t.equal(new URL(location!, plain).href, `${plain}${kept}`);
	}
	const second = await jsonOf<LinkResponse>(post("/api/links", { ...request, slide: 2 }));
	t.same(second.urls, [urls[1], urls[3], urls[5]]);
	const one = await jsonOf<LinkResponse>(post("/api/links", { document: single("custom") }));
	t.notMatch(one.urls[0], /\?/);
	t.equal((await fetch(`${one.urls[0]}?platform=custom`)).status, 200);
	t.equal((await get(urls[1]!.slice(url.length), { method: "HEAD" })).status, 200);
});

t.test("a template is drawn for those of its platforms that are asked for", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: LINK_KEY }, { templates: withCard() });
	const body = { template: CARD.id, variables: { title: "Hello" } };
	const [first, second] = [...CARD.platforms].reverse() as [string, string];
	const platforms = [first, second];
	const answer = await jsonOf<RenderResponse>(post("/api/render", { ...body, platforms }));
	t.equal(answer.platform, first);
	for (const platform of platforms) {
		const alone = await jsonOf<RenderResponse>(post("/api/render", { ...body, platform }));
		const same = answer.images.find((image) => image.platform === platform);
		t.equal(same?.dataUrl, alone.images[0]!.dataUrl);
	}
	t.match(await issuesOf(post("/api/render", { ...body, platforms: [first, "wide-post"] })), [
		{ path: "/platforms/1", message: /the template lists/ },
	]);
	t.match(await issuesOf(post("/api/render", { ...body, platforms, platform: first })), [
		{ path: "/platforms", message: /combined with platform/ },
	]);
	t.match(await issuesOf(post("/api/render", { ...body, platforms: "pin" })), [
		{ path: "/platforms" },
	]);
	const document = { ...body, platforms };
	const { urls } = await jsonOf<LinkResponse>(post("/api/links", { document }));
	t.same(
		urls.map((link) => link.split("?")[1]),
		platforms.map((platform) => `platform=${platform}`),
	);
	for (const link of urls) t.equal((await fetch(link)).status, 200);
});

t.test("what a document with platforms cannot have", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const slides = (count: number) => Array.from({ length: count }, () => ({}));
	const issues = (more: object) => issuesOf(post("/api/render", { slides: [{}], ...more }));
	const two = ["pin", "wide-post"];
	for (const [document, path] of [
		[{ platforms: ["pin"] }, "/platforms"],
		[{ platforms: [] }, "/platforms"],
		[{ platforms: ["pin", "pin"] }, "/platforms"],
		[{ platforms: ["pin", "nowhere"] }, "/platforms/1"],
		[{ platforms: Array.from({ length: 9 }, () => "pin") }, "/platforms"],
		[{ platforms: two, platform: "pin" }, "/platforms"],
		[{ platforms: [...two, "custom"] }, "/size"],
		[{ platforms: two, size: SIZE }, "/size"],
		[{ platforms: [...two, "custom"], size: { width: 4096, height: 64 }, scale: 3 }, "/scale"],
		[{ platforms: [...two, "link-preview"], slides: slides(14) }, "/platforms"],
	] as const)
		t.match(await issues(document), [{ path }], JSON.stringify(document).slice(0, 100));
	const [tooMany] = await issues({ platforms: two, slides: [...slides(20), {}] });
	t.equal(tooMany!.path, "/slides");
	const drawn = await jsonOf<RenderResponse>(
		post("/api/render", { platforms: two, mode: "carousel", slides: slides(20) }),
	);
	t.equal(drawn.images.length, 40);
	// Slides that are left out are no pictures.
	const hidden = [...slides(10), ...slides(10).map(() => ({ hideIf: "true" }))];
	const four = [...two, "link-preview", "video-thumbnail"];
	const some = await jsonOf<RenderResponse>(
		post("/api/render", { platforms: four, mode: "carousel", slides: hidden }),
	);
	t.equal(some.images.length, 40);
	// One arrangement of layers for each canvas: each is counted on its own.
	const arrangement = (only: string) =>
		Array.from({ length: 150 }, () => ({ type: "shape", shape: "ellipse", only: [only] }));
	const layers = [...arrangement("landscape"), ...arrangement("portrait")];
	const fits = { platforms: ["wide-post", "pin"], slides: [{ layers }] };
	t.equal((await post("/api/render", fits)).status, 200);
	const more = {
		...fits,
		slides: [{ layers: [...layers, { type: "stack", only: ["portrait"] }] }],
	};
	t.match(await issues(more), [{ path: "/slides/0/layers" }]);
	for (const missing of [{}, { slides: null }, { platforms: two, slides: undefined }])
		t.match(await issuesOf(post("/api/render", missing)), [
			{ path: "/slides", message: /template names a template/ },
		]);
});

t.test("each picture counts as a render", async (t) => {
	const fake = () => ({ renderer: fakeRenderer() });
	const several = { platforms: ["pin", "wide-post", "link-preview"], slides: [{}] };
	const statuses = async ({ post }: RunningApp, path: string, bodies: readonly object[]) => {
		const found: number[] = [];
		for (const body of bodies) {
			const answer = await post(path, body);
			found.push(answer.status);
			await answer.arrayBuffer();
		}
		return found;
	};
	const start = (max: number) => startApp(t, { RATE_LIMIT_MAX: `${max}` }, fake());
	t.same(
		await statuses(await start(7), "/api/render", [several, several, several]),
		[200, 200, 429],
	);
	t.same(await statuses(await start(4), "/api/render.zip", [several, several]), [200, 429]);
	const one = { slides: [{}, {}, {}], mode: "carousel" };
	t.same(await statuses(await start(2), "/api/render", [one, one, one]), [200, 200, 429]);
	t.same(
		await statuses(await start(2), "/api/render.png", [several, several, several]),
		[200, 200, 429],
		"a file is one picture",
	);
	t.same(
		await statuses(await start(2), "/api/render", [several, one]),
		[200, 429],
		"more than a client has in a minute is all that it has",
	);
	const app = await start(6);
	const document = { ...several, slides: [{ textBlocks: [{ text: "{{a}}" }] }] };
	const batch = await app.post("/api/batch", { document, rows: [{ a: "1" }, { a: "2" }] });
	t.equal((await batch.text()).split("\n").length, 3);
	t.same(await statuses(app, "/api/render", [one]), [429], "rows count all of their pictures");
	const client = new Client({ name: "test", version: "1.0.0" });
	const { url } = await startApp(t, { RATE_LIMIT_MAX: "4" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
	t.teardown(() => client.close());
	const call = () => client.callTool({ name: "render", arguments: { document: several } });
	t.notOk((await call()).isError);
	t.match(await call(), { isError: true, content: [{ text: /rate_limited/ }] });
});

t.test("the log, the metrics and errors say what was drawn", async (t) => {
	const log = captureLog();
	const app = await startApp(t, { LOG_LEVEL: "info" }, log);
	await jsonOf(app.post("/api/render", SEVERAL));
	await bytesOf(app.post("/api/render.jpeg?platform=custom", { ...SEVERAL, scale: 0.5 }));
	await bytesOf(app.post("/api/render.svg", SEVERAL));
	const exposition = parseExposition(await (await app.get("/metrics")).text());
	const pixels = (format: string) =>
		exposition.value("post_image_pixels_rendered_total", { format });
	t.equal(pixels("png"), 2 * (1080 * 1920 + 1200 * 630 + 600 * 900));
	t.equal(pixels("jpeg"), 300 * 450);
	t.equal(pixels("webp"), 0);
	t.equal(exposition.value("post_image_slides_rendered_total", { format: "png" }), 6);
	const line = await log.find(
		({ route, durationMs }) => route === "/api/render" && durationMs !== undefined,
	);
	t.match(line, { platform: "photo-feed-story", platforms: 3, slides: 6 });
	const tooComplex = await app.post("/api/render", {
		platforms: ["link-preview", "custom"],
		size: { width: 4096, height: 4096 },
		slides: [
			{
				layers: Array.from({ length: 150 }, () => ({
					type: "stack",
					width: "100%",
					height: "100%",
					opacity: 0.5,
					background: { type: "linear", stops: [{ color: "red" }, { color: "blue" }] },
				})),
			},
		],
	});
	t.equal(tooComplex.status, 422);
	t.match(await tooComplex.json(), {
		error: { code: "too_complex", details: { platform: "custom" } },
	});
});
