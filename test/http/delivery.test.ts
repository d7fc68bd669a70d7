import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { ENUMS } from "../../src/contract/enums.js";
import { MEDIA_TYPES } from "../../src/contract/formats.js";
import type { RenderResponse } from "../../src/contract/render-response.js";
import { NO_WARNINGS } from "../../src/engine/report/warning-list.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../helpers/app.js";
import { budget, heldBytes } from "../helpers/in-flight.js";

// The bytes' way to the client is the matter here, not what they show.
const parts = () => ({ renderer: fakeRenderer() });
const carousel = { mode: "carousel", slides: [{}, {}, {}] };
const DATA_URL = `data:image/png;base64,${FAKE_IMAGE.toString("base64")}`;

t.test("delivery dataUrl, url and both answer the members they name", async (t) => {
	const { post, url } = await startApp(t, {}, parts());
	for (const delivery of ["dataUrl", "url", "both"] as const) {
		const response = await post("/api/render", { ...carousel, delivery });
		const body = (await response.json()) as RenderResponse;
		t.match(body, { ok: true, format: "png", delivery, mode: "carousel", slideCount: 3 });
		t.equal(body.platform, "short-video-carousel");
		t.same(
			body.images.map(({ slide }) => slide),
			[1, 2, 3],
		);
		for (const image of body.images) {
			t.equal(image.dataUrl, delivery === "url" ? undefined : DATA_URL);
			t.equal(image.svg, undefined);
			t.equal(image.expiresAt === undefined, image.url === undefined);
			t.equal(
				image.url?.startsWith(`${url}/api/renders/`),
				delivery === "dataUrl" ? undefined : true,
			);
		}
	}
});

t.test("a small answer tells its length, a large one comes in pieces", async (t) => {
	const document = { mode: "carousel", slides: [{}, {}] };
	for (const [size, whole] of [
		[65_536, true],
		[65_537, false],
	] as const) {
		const bytes = Buffer.alloc(size, "0123456789abc");
		const drawn = {
			mimeType: "image/png",
			width: 1080,
			height: 1350,
			bytes,
			alt: "",
			...NO_WARNINGS,
		} as const;
		const renderer = fakeRenderer({ drawSlide: async () => drawn });
		const inFlight = budget();
		const { post } = await startApp(t, {}, { renderer, inFlight });
		const response = await post("/api/render", document);
		const text = await response.text();
		t.equal(response.headers.get("content-length"), whole ? String(text.length) : null);
		const { images } = JSON.parse(text) as RenderResponse;
		const dataUrl = `data:image/png;base64,${bytes.toString("base64")}`;
		t.same(
			images.map((image) => image.dataUrl === dataUrl),
			[true, true],
		);
		// What counted as in flight is given back a moment after the client has it.
		for (let i = 0; i < 1_000 && heldBytes(inFlight) > 0; i++) await sleep(10);
		t.equal(heldBytes(inFlight), 0);
	}
});

t.test("mode single renders the first slide alone", async (t) => {
	const { post } = await startApp(t, {}, parts());
	const body = (await (await post("/api/render", { slides: [{}, {}] })).json()) as RenderResponse;
	t.match(body, { mode: "single", slideCount: 1 });
	t.equal(body.images.length, 1);
});

t.test("svg carries its markup", async (t) => {
	const { post } = await startApp(t, {}, parts());
	const response = await post("/api/render", { slides: [{}], format: "svg" });
	const [image] = ((await response.json()) as RenderResponse).images;
	t.equal(image?.mimeType, "image/svg+xml");
	t.equal(image?.svg, FAKE_IMAGE.toString());
	t.equal(image?.dataUrl, `data:image/svg+xml;base64,${FAKE_IMAGE.toString("base64")}`);
});

t.test("an endpoint that names its format answers that, whatever the document says", async (t) => {
	const { post } = await startApp(t, {}, parts());
	for (const made of ENUMS.outputFormat) {
		for (const format of ENUMS.outputFormat) {
			const document = { slides: [{}, {}], format, delivery: "url" };
			const response = await post(`/api/render.${made}?slide=2`, document);
			t.equal(response.status, 200);
			t.equal(response.headers.get("content-type"), MEDIA_TYPES[made]);
			t.equal(response.headers.get("cache-control"), "no-store");
			t.equal(response.headers.get("x-content-type-options"), "nosniff");
			if (made === "svg") t.match(response.headers.get("content-security-policy"), /sandbox$/);
			t.same(Buffer.from(await response.arrayBuffer()), FAKE_IMAGE);
			const past = await post(`/api/render.${made}?slide=3`, document);
			t.equal(past.status, 400);
			t.match(await past.json(), {
				error: { details: { issues: [{ path: "/slide", maximum: 2 }] } },
			});
		}
	}
});

t.test(
	"quality and maxBytes are ignored with a warning where no format has a use for them",
	async (t) => {
		const { post } = await startApp(t, {}, parts());
		for (const part of [{ quality: 50 }, { maxBytes: 10_000 }]) {
			const [field] = Object.keys(part);
			const ignored = async (path: string, document: object) => {
				const response = await post(path, { slides: [{}], ...document });
				t.equal(response.status, 200);
				return (response.headers.get("x-render-warnings") ?? "").includes(
					`field_ignored@/${field}`,
				);
			};
			const body = await (await post("/api/render", { slides: [{}], ...part })).json();
			t.match(body, { warnings: [{ code: "field_ignored", severity: "info", path: `/${field}` }] });
			t.ok(await ignored("/api/render.png", part));
			t.ok(await ignored("/api/render.svg", { ...part, format: "png" }));
			t.notOk(await ignored("/api/render.jpeg", part));
			t.notOk(await ignored("/api/render.webp", { ...part, format: "svg" }));
			t.ok(await ignored("/api/render.png", { ...part, format: "jpeg" }));
		}
		t.equal((await post("/api/render.png", { slides: [{}], quality: 0 })).status, 400);
	},
);

t.test("a temporary image is served for its time", async (t) => {
	const { post, get, url, directory } = await startApp(t, { RENDER_TTL_SECONDS: "60" }, parts());
	for (const [format, type] of Object.entries(MEDIA_TYPES)) {
		const before = Date.now();
		const rendered = await post("/api/render", { slides: [{}], format, delivery: "url" });
		const image = ((await rendered.json()) as RenderResponse).images[0];
		const path = image?.url?.slice(url.length) ?? "";
		t.equal(path.split(".").at(-1), format, "has the extension of its format");
		const ends = Date.parse(image?.expiresAt ?? "");
		t.ok(ends >= before + 60_000 && ends <= Date.now() + 60_000, "says when it ends");
		const response = await get(path);
		t.equal(response.status, 200);
		t.match(response.headers.get("content-type"), type);
		t.equal(response.headers.get("x-content-type-options"), "nosniff");
		t.match(response.headers.get("cache-control"), /^public, max-age=(5\d|60), immutable$/);
		t.match(response.headers.get("content-security-policy"), /^default-src 'none'.*sandbox$/);
		t.same(Buffer.from(await response.arrayBuffer()), FAKE_IMAGE);

		const head = await get(path, { method: "HEAD" });
		t.equal(head.headers.get("content-length"), String(FAKE_IMAGE.length));
		t.equal(await head.text(), "");
		const range = await get(path, { headers: { range: "bytes=2-4" } });
		t.equal(range.status, 206);
		t.same(Buffer.from(await range.arrayBuffer()), FAKE_IMAGE.subarray(2, 5));

		const old = new Date(Date.now() - 61_000);
		await utimes(join(directory, path.split("/").at(-1) ?? ""), old, old);
		t.equal((await get(path)).status, 404);
	}
});

t.test("no other file can be reached", async (t) => {
	const { get, directory } = await startApp(t, {}, parts());
	await writeFile(join(directory, "notes.txt"), "mine");
	const answers = new Set<string>();
	for (const name of [
		"notes.txt",
		"",
		"..%2f..%2fetc%2fpasswd",
		"%2e%2e%2fnotes.txt",
		"..%5cnotes.txt",
		"%00",
		"%252e%252e%252fnotes.txt",
		`${"A".repeat(22)}.png`,
		`${"A".repeat(22)}.png%00.svg`,
		"A".repeat(500),
	]) {
		const response = await get(`/api/renders/${name}`);
		t.equal(response.status, 404, name);
		answers.add(await response.text());
	}
	t.equal(answers.size, 1, "the answer is the same for all");
});

t.test("without storage, dataUrl still works", async (t) => {
	const { post, get, directory } = await startApp(t, {}, parts());
	await rm(directory, { recursive: true });
	await writeFile(directory, "a file in the way");
	const response = await post("/api/render", { slides: [{}], delivery: "url" });
	t.equal(response.status, 503);
	t.match(await response.json(), { error: { code: "storage_unavailable" } });
	t.equal((await post("/api/render", { slides: [{}] })).status, 200);
	const health = await get("/api/health");
	t.equal(health.status, 503);
	t.match(await health.json(), {
		ok: false,
		checks: { storage: { ok: false }, renderer: { ok: true } },
	});
});

t.test("with a full folder, dataUrl still works", async (t) => {
	const bytes = Buffer.alloc(400_000);
	const drawSlide = async () =>
		({ mimeType: "image/png", width: 1080, height: 1350, bytes, alt: "", ...NO_WARNINGS }) as const;
	const renderer = fakeRenderer({ drawSlide });
	const { post, get, directory } = await startApp(t, { RENDER_DIR_MAX_MB: "1" }, { renderer });
	t.equal((await post("/api/render", { slides: [{}], delivery: "url" })).status, 200);
	const refused = await post("/api/render", { ...carousel, delivery: "url" });
	t.equal(refused.status, 503);
	t.equal(refused.headers.get("retry-after"), "10");
	t.match(await refused.json(), { error: { code: "storage_unavailable" } });
	t.equal((await readdir(directory)).length, 1, "nothing is left of a carousel that had no room");
	t.equal((await post("/api/render", { slides: [{}], delivery: "url" })).status, 200);
	t.equal((await post("/api/render", carousel)).status, 200);
	const health = await get("/api/health");
	t.equal(health.status, 200, "a folder that is full for the moment is not a fault");
	t.match(await health.json(), {
		checks: {
			storage: { ok: true, store: "file", images: 2, bytes: 800_000, maxBytes: 1_048_576 },
		},
	});
});

t.test("URLs start with PUBLIC_BASE_URL, else with the origin of the request", async (t) => {
	const urlOf = async (env: Record<string, string>, headers: Record<string, string>) => {
		const { app } = await startApp(t, env, parts());
		const response = await app.inject({
			method: "POST",
			url: "/api/render",
			headers: { "content-type": "application/json", ...headers },
			payload: { slides: [{}], delivery: "url" },
		});
		return new URL((response.json() as RenderResponse).images[0]?.url ?? "").href.replace(
			/\/api\/renders\/.*/,
			"",
		);
	};
	t.equal(await urlOf({ PUBLIC_BASE_URL: "https://img.example/x/" }, {}), "https://img.example/x");
	t.equal(await urlOf({}, { host: "img.example:8080" }), "http://img.example:8080");
	const forwarded = {
		host: "a.example",
		"x-forwarded-host": "b.example",
		"x-forwarded-proto": "https",
	};
	t.equal(await urlOf({}, forwarded), "http://a.example");
	t.equal(await urlOf({ TRUST_PROXY: "true" }, forwarded), "https://b.example");
	for (const host of ['a"b', "a b", "user@host", "a/b", "a?b", "a\\b", "<x>", "a:b:c"]) {
		t.match(await urlOf({}, { host }), /^http:\/\/127\.0\.0\.1(:\d+)?$/, host);
	}
});
