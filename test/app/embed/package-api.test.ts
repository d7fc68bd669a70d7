/** What the package does besides drawing: rows of data, links, searches; and how it is required. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import t from "tap";
import { packageRoot } from "../../../src/base/package-root.js";
import type { BatchLine } from "../../../src/contract/batch.js";
import { type BatchResult, ConfigError, createRenderer, ServiceError } from "../../../src/index.js";
import { startApp } from "../../helpers/app.js";

const ENV = { LINK_KEYS: "a-key-of-links-0123456789" };
const service = await startApp(t, ENV);
const renderer = await createRenderer({ processes: 1, publicBaseUrl: service.url, env: ENV });
t.teardown(() => renderer.close());

const errorOf = (error: unknown) => error as ServiceError;

t.test("batch gives the rows of POST /api/batch in their order", async (t) => {
	const request = {
		document: { slides: [{ textBlocks: [{ text: "{{city}}" }] }] },
		rows: [{ city: "Lisbon" }, { town: "Porto" }, { city: "Braga ".repeat(300) }],
	};
	const results: BatchResult[] = [];
	for await (const result of renderer.batch(request)) results.push(result);
	const answer = await (await service.post("/api/batch", request)).text();
	const lines = answer.trim().split("\n");
	t.equal(results.length, lines.length);
	for (const [i, text] of lines.entries()) {
		const line = JSON.parse(text) as BatchLine;
		const result = results[i]!;
		t.equal(result.row, line.row);
		if ("error" in line) {
			t.ok("error" in result && result.error instanceof ServiceError);
			if ("error" in result) t.same(result.error.code, line.error.code);
			continue;
		}
		if ("error" in result) return t.fail(`row ${result.row}: ${result.error.message}`);
		t.same(result.warnings, line.warnings);
		for (const [slide, { bytes, alt }] of result.images.entries()) {
			const image = line.images[slide]!;
			t.equal(`data:image/png;base64,${Buffer.from(bytes).toString("base64")}`, image.dataUrl);
			t.equal(alt, image.alt);
		}
	}
	const csv = { document: request.document, rows: "city\nFaro\n" };
	for await (const result of renderer.batch(csv)) t.equal("images" in result, true);
});

t.test("a batch that is wrong as a whole throws; one that is left ends", async (t) => {
	const wrong = renderer.batch({ document: { slides: [{}] }, rows: [] });
	const error = errorOf(await wrong.next().catch((error: unknown) => error));
	t.match(error, { code: "invalid_render_request", details: { issues: [{ path: "/rows" }] } });
	const rows = Array.from({ length: 50 }, () => ({ a: "x" }));
	const document = { slides: [{ textBlocks: [{ text: "{{a}}" }] }] };
	for await (const { row } of renderer.batch({ document, rows })) {
		t.equal(row, 1);
		break;
	}
	const giveUp = new AbortController();
	const given = renderer.batch({ document, rows }, { signal: giveUp.signal });
	await given.next();
	giveUp.abort(new Error("enough"));
	await t.rejects(
		(async () => {
			for await (const _ of given);
		})(),
		/enough/,
	);
});

t.test("links are those of POST /api/links", async (t) => {
	const request = { document: { slides: [{ textBlocks: [{ text: "Linked" }] }] } };
	const { urls } = renderer.links(request);
	const posted = (await (await service.post("/api/links", request)).json()) as { urls: string[] };
	t.same(urls, posted.urls);
	t.equal((await fetch(urls[0]!)).status, 200);
	const plain = await createRenderer({ processes: 1 });
	t.throws(() => plain.links(request), { code: "invalid_request" });
	await plain.close();
});

t.test("searches give what the HTTP API answers, and a render takes it", async (t) => {
	const photos = await renderer.searchPhotos({ query: "sunset", per_page: 2 });
	const answered = await service.get("/api/assets/photos/search?query=sunset&per_page=2");
	t.same(photos, await answered.json());
	const icons = await renderer.searchIcons({ query: "rocket", limit: 3 });
	t.same(icons, await (await service.get("/api/assets/icons/search?query=rocket&limit=3")).json());
	t.equal(await renderer.trackDownload(photos.results[0]!.attribution.downloadLocation), false);
	const error = errorOf(await renderer.searchIcons({ limit: 0 }).catch((e: unknown) => e));
	t.match(error, { code: "invalid_request", details: { issues: [{ path: "/limit" }] } });
	await t.rejects(renderer.trackDownload("https://example.com/"), { code: "invalid_download_url" });

	// Without an address, the URLs are of this process alone, which draws them without a network.
	const plain = await createRenderer({ processes: 1 });
	const [photo] = (await plain.searchPhotos({ query: "sunset" })).results;
	const [icon] = (await plain.searchIcons({ query: "rocket" })).results;
	const { images } = await plain.render({
		slides: [{ image: photo!.renderUrl, imageOverlays: [{ src: icon!.renderUrl }] }],
	});
	t.equal(images.length, 1);
	await plain.close();
});

t.test("renderFile warns as a render does", async (t) => {
	const document = { slides: [{}, { textBlocks: [{ text: "Far", x: 2_000 }] }] };
	const { warnings, warningCount, mimeType } = await renderer.renderFile(document, "pdf");
	t.equal(mimeType, "application/pdf");
	t.equal(warningCount, 1);
	t.match(warnings, [{ code: "off_slide", path: "/slides/1/textBlocks/0" }]);
});

t.test("a setting that cannot be used is a ConfigError", async (t) => {
	const error = await createRenderer({ processes: 0 }).catch((error: unknown) => error);
	t.ok(error instanceof ConfigError);
});

t.test("CommonJS programs require the package", async (t) => {
	const loaded = createRequire(import.meta.url)(
		fileURLToPath(new URL("dist/src/index.cjs", packageRoot)),
	) as { createRenderer: unknown; ServiceError: unknown };
	t.equal(loaded.createRenderer, createRenderer);
	t.equal(loaded.ServiceError, ServiceError);
});

t.test("an installation without the packages for development builds nothing", async (t) => {
	const { scripts, bin, name } = JSON.parse(
		await readFile(new URL("package.json", packageRoot), "utf8"),
	);
	t.equal(scripts.prepare, "node scripts/prepare.mjs");
	t.equal(bin[name], bin["post-image-render"], "npx runs the command by the package's name");
	const folder = t.testdir({
		scripts: {
			"prepare.mjs": await readFile(new URL("scripts/prepare.mjs", packageRoot), "utf8"),
		},
	});
	const { stdout } = await promisify(execFile)(process.execPath, ["scripts/prepare.mjs"], {
		cwd: folder,
	});
	t.match(stdout, /typescript is not installed/);
});

t.test("canvases: size, scale and several platforms", async (t) => {
	const slides = [{ backgroundColor: "#204060", textBlocks: [{ text: "Any", x: 4, y: 4 }] }];
	const custom = {
		platform: "custom" as const,
		size: { width: 300, height: 200 },
		scale: 1.5,
		quality: 80,
		slides,
	};
	const own = await renderer.render(custom);
	t.match(own.images, [{ width: 450, height: 300, slide: 1 }]);
	t.notOk("platform" in own.images[0]!);
	t.match(own.warnings, [{ code: "field_ignored", path: "/quality" }]);
	t.match(await renderer.measure(custom), { platform: "custom", previewWidth: 112.5 });

	const several = {
		platforms: ["pin" as const, "link-preview" as const],
		mode: "carousel" as const,
		slides: [...slides, { alt: "Second" }],
	};
	const all = await renderer.render(several);
	t.same(
		all.images.map(({ platform, slide, width }) => [platform, slide, width]),
		[
			["pin", 1, 1000],
			["pin", 2, 1000],
			["link-preview", 1, 1200],
			["link-preview", 2, 1200],
		],
	);
	const heights = async (options: { readonly platform?: "pin" | "link-preview" }) => {
		const { bytes } = await renderer.renderFile(several, "pdf", options);
		const boxes = Buffer.from(bytes)
			.toString("latin1")
			.matchAll(/\/MediaBox ?\[0 0 [\d.]+ ([\d.]+)\]/g);
		return [...boxes].map(([, height]) => Number(height));
	};
	t.same(await heights({}), [1125, 1125]);
	t.same(await heights({ platform: "link-preview" }), [472.5, 472.5]);
	const names = async (options: { readonly platform?: "pin" | "link-preview" }) => {
		const { bytes } = await renderer.renderFile(several, "zip", options);
		return Buffer.from(bytes)
			.toString("latin1")
			.match(/[a-z-]*\/?slide-0\d\.png/g);
	};
	t.same(
		new Set(await names({})),
		new Set(
			["pin", "link-preview"].flatMap((platform) => [
				`${platform}/slide-01.png`,
				`${platform}/slide-02.png`,
			]),
		),
	);
	t.same(new Set(await names({ platform: "pin" })), new Set(["slide-01.png", "slide-02.png"]));
	const wrong = await renderer
		.renderFile(several, "pdf", { platform: "wide-post" })
		.catch((error: unknown) => error);
	t.match(wrong, { code: "invalid_render_request", details: { issues: [{ path: "/platform" }] } });
	const { urls } = renderer.links({ document: several });
	t.equal(urls.length, 4);
	t.equal((await fetch(urls[3]!)).status, 200);
	for await (const row of renderer.batch({ document: several, rows: [{}] }))
		t.equal("images" in row && row.images[2]!.platform, "link-preview");
});
