/** POST /api/batch. */
import sharp from "sharp";
import t from "tap";
import { ServiceError } from "../../src/base/errors.js";
import type { Issue } from "../../src/base/issue.js";
import type { BatchLine } from "../../src/contract/batch.js";
import { MEDIA_TYPES } from "../../src/contract/formats.js";
import { NO_WARNINGS } from "../../src/engine/report/warning-list.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";

const DOCUMENT = {
	mode: "carousel",
	slides: [{ textBlocks: [{ text: "{{who}}" }] }, { textBlocks: [{ text: "{{what}}" }] }],
};
const ROWS = [
	{ who: "Ada", what: "engines" },
	{ who: "Grace", what: "compilers" },
];

type Drawn = Extract<BatchLine, { images: unknown }>;
type Failed = Extract<BatchLine, { error: unknown }>;

async function linesOf(answer: Response): Promise<(Drawn & Failed)[]> {
	const text = await answer.text();
	t.equal(answer.status, 200, text.slice(0, 500));
	t.equal(answer.headers.get("content-type"), "application/x-ndjson; charset=utf-8");
	t.ok(text.endsWith("\n"));
	return text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Drawn & Failed);
}

async function issuesOf(answer: Response): Promise<readonly Issue[]> {
	const body = (await answer.json()) as { error: { code: string; details: { issues: Issue[] } } };
	t.equal(answer.status, 400);
	t.equal(body.error.code, "invalid_render_request");
	return body.error.details.issues;
}

const form = ({ url }: RunningApp, parts: Record<string, string | Blob>, query = "") => {
	const data = new FormData();
	for (const [name, value] of Object.entries(parts)) {
		if (typeof value === "string") data.set(name, value);
		else data.set(name, value, `${name}.csv`);
	}
	return fetch(`${url}/api/batch${query}`, { method: "POST", body: data });
};

t.test("rows become lines in their order, as renders of their own", async (t) => {
	const app = await startApp(t, { RENDER_PROCESSES: "2" });
	const lines = await linesOf(await app.post("/api/batch", { document: DOCUMENT, rows: ROWS }));
	t.same(
		lines.map(({ row, images }) => [row, images.length]),
		[
			[1, 2],
			[2, 2],
		],
	);
	for (const [i, variables] of ROWS.entries()) {
		const single = await app.post("/api/render", { ...DOCUMENT, variables });
		const { images, warnings, warningCount } = (await single.json()) as Drawn;
		t.same(lines[i], { row: i + 1, images, warnings, warningCount });
	}
});

t.test("rows that show one picture have the bytes of single renders, in each look", async (t) => {
	const app = await startApp(t, { RENDER_PROCESSES: "2" });
	const { url, png } = await photo();
	const look = {
		filter: { saturate: 0.4, blur: 2 },
		zoom: 1.3,
		flip: "horizontal",
		borderRadius: 9,
	};
	const overlay = { src: png, x: 200, y: 300, width: 90, height: 120, ...look };
	const text = { text: "{{who}}", fontSize: 40 };
	const layers = [
		{ type: "image", src: url, x: 10, y: 10, width: 300, height: 200, focus: "attention" },
		{
			type: "shape",
			shape: "star",
			x: 90,
			y: 90,
			width: 90,
			height: 90,
			fill: { type: "image", src: url },
		},
		{
			type: "stack",
			shadow: { x: 0, y: 9, blur: 9, color: "#000000", opacity: 1 },
			children: [{ ...overlay, type: "image" }],
		},
		{ ...text, type: "text", y: 300 },
	];
	const slide = {
		image: url,
		imageOverlays: [overlay, { ...overlay, src: url }],
		textBlocks: [text],
	};
	const rows = ["Ada", "Grace", "Ada", "Mary", "Grace"].map((who) => ({ who }));
	const drawn = { mode: "carousel", stepperStyle: "none", scale: 0.5 };
	for (const format of ["png", "jpeg", "webp"])
		for (const slides of [[slide], [{ layers }, slide]]) {
			const document = { ...drawn, format, slides };
			const lines = await linesOf(await app.post("/api/batch", { document, rows }));
			for (const [i, variables] of rows.entries()) {
				const single = await app.post("/api/render", { ...document, variables });
				const { images, warnings } = (await single.json()) as Drawn;
				t.same(lines[i]!.images, images, `${format}, row ${i + 1}`);
				t.same(lines[i]!.warnings, warnings);
			}
		}
});

/** A picture with edges and noise as JPEG, and one that is partly transparent as PNG. */
async function photo() {
	const noise = { type: "gaussian", mean: 120, sigma: 50 } as const;
	const size = { width: 640, height: 480, channels: 3, background: "#446688" } as const;
	const made = sharp({ create: { ...size, noise } });
	const jpeg = await made.clone().jpeg().toBuffer();
	const png = await made.resize(200, 150).ensureAlpha(0.5).png().toBuffer();
	const dataUrl = (type: string, bytes: Buffer) =>
		`data:image/${type};base64,${bytes.toString("base64")}`;
	return { url: dataUrl("jpeg", jpeg), png: dataUrl("png", png) };
}

t.test("with a renderer that draws nothing", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const { post } = app;

	await t.test("a bad row fails alone, with its number", async (t) => {
		const rows = [ROWS[0]!, { who: "Ada" }, { ...ROWS[0]!, more: "?" }, ROWS[1]!];
		const lines = await linesOf(await post("/api/batch", { document: DOCUMENT, rows }));
		t.same(
			lines.map(({ row, error }) => [row, error?.code]),
			[
				[1, undefined],
				[2, "invalid_render_request"],
				[3, "invalid_render_request"],
				[4, undefined],
			],
		);
		t.match(lines[1]!.error, {
			details: { issues: [{ path: "/slides/1/textBlocks/0/text", missing: ["what"] }] },
		});
		t.match(lines[2]!.error, { details: { issues: [{ path: "/variables/more" }] } });
	});

	await t.test("variables of the document stand for what a row leaves out", async (t) => {
		const document = { ...DOCUMENT, variables: { what: "things" } };
		const rows = [{ who: "Ada" }, { who: "Ada", what: "engines" }];
		const lines = await linesOf(await post("/api/batch", { document, rows }));
		t.ok(lines.every(({ images }) => images.length === 2));
	});

	await t.test("rows as CSV: a form, a file, a string", async (t) => {
		const csv = 'who,what\nAda,engines\n"Grace, Hopper",compilers\nnobody\n';
		const document = JSON.stringify(DOCUMENT);
		for (const answer of [
			await form(app, { document, rows: csv }),
			await form(app, { document, rows: new Blob([csv], { type: "text/csv" }) }),
			await post("/api/batch", { document: DOCUMENT, rows: csv }),
		]) {
			const lines = await linesOf(answer);
			t.same(
				lines.map(({ row, images }) => [row, images?.length]),
				[
					[1, 2],
					[2, 2],
					[3, undefined],
				],
			);
			t.match(
				lines[2]!.error.message,
				/^This row has only 1 of the 2 columns that the header names\.$/,
			);
		}
	});

	await t.test("names of columns are checked before anything is drawn", async (t) => {
		const rows = "who,extra\nAda,1";
		t.match(await issuesOf(await post("/api/batch", { document: DOCUMENT, rows })), [
			{ path: "/rows", message: /column "extra"/, allowed: ["who", "what"] },
			{ path: "/rows", message: /no column "what"/, allowed: ["who", "extra"] },
		]);
	});

	await t.test("a fault that all rows share is a 400 before anything is drawn", async (t) => {
		const [slide, ...others] = DOCUMENT.slides;
		const slides = [{ ...slide, backgroundColor: 5 }, ...others];
		const wrong = { ...DOCUMENT, format: "gif", slides };
		for (const path of ["/api/batch", "/api/jobs"])
			t.match(await issuesOf(await post(path, { document: wrong, rows: ROWS })), [
				{ path: "/document/format", message: /must be one of png/ },
				{ path: "/document/slides/0/backgroundColor", message: /must be a string/ },
			]);
		const named = { template: "sale-price", variables: { product: "A", price: 7, nothing: 1 } };
		t.match(await issuesOf(await post("/api/batch", { document: named, rows: [{ price: "1" }] })), [
			{ path: "/document/variables/nothing" },
		]);
		const size = { layers: [{ type: "text", text: "{{who}}", fontSize: "{{what}}" }] };
		const rows = [
			{ who: "Ada", what: "x" },
			{ who: "Ada", what: 20 },
		];
		const lines = await linesOf(await post("/api/batch", { document: { slides: [size] }, rows }));
		t.same(
			lines.map(({ error }) => error?.code),
			["invalid_render_request", undefined],
			"a fault of one row is not",
		);
	});

	await t.test("what is no batch is a 400", async (t) => {
		const bad: [body: object, path: string][] = [
			[{ rows: ROWS }, "/document"],
			[{ document: DOCUMENT }, "/rows"],
			[{ document: DOCUMENT, rows: [] }, "/rows"],
			[{ document: DOCUMENT, rows: Array(1_001).fill({}) }, "/rows"],
			[{ document: DOCUMENT, rows: [null] }, "/rows/0"],
			[{ document: DOCUMENT, rows: "who" }, "/rows"],
			[{ document: { slides: [] }, rows: ROWS }, "/document/slides"],
			[{ document: "{}", rows: ROWS }, "/document"],
			[{ document: DOCUMENT, rows: ROWS, unknown: 1 }, "/unknown"],
		];
		for (const [body, path] of bad)
			t.match(await issuesOf(await post("/api/batch", body)), [{ path }], path);
		t.match(await issuesOf(await form(app, { document: "{", rows: "who\n1" })), [
			{ path: "/document", message: /is not valid JSON at line 1/ },
		]);
		t.match(await issuesOf(await form(app, { document: "{}", other: "x" })), [{ path: /./ }]);
		const noForm = await fetch(`${app.url}/api/batch`, {
			method: "POST",
			headers: { "content-type": "multipart/form-data; boundary=x" },
			body: "no form at all",
		});
		t.match(await issuesOf(noForm), [{ message: /multipart\/form-data|object|required/ }]);
		const noBoundary = await fetch(`${app.url}/api/batch`, {
			method: "POST",
			headers: { "content-type": "multipart/form-data; charset=x" },
			body: "--x",
		});
		t.match(await issuesOf(noBoundary), [{ message: "is not valid multipart/form-data" }]);
		const other = await form(app, {}, "/../render");
		t.equal(other.status, 415, "other endpoints take no forms");
		const text = await post("/api/batch", "a", { "content-type": "text/plain" });
		t.equal(text.status, 415);
		t.match(await text.json(), { error: { message: /multipart\/form-data/ } });
		t.equal((await post("/api/batch?output=pdf", { document: DOCUMENT, rows: ROWS })).status, 400);
	});

	await t.test("as a ZIP, with what failed in the end", async (t) => {
		const rows = [ROWS[0]!, { who: "Ada" }, ROWS[1]!];
		const answer = await post("/api/batch?output=zip", { document: DOCUMENT, rows });
		t.equal(answer.headers.get("content-type"), "application/zip");
		const zip = Buffer.from(await answer.arrayBuffer()).toString("latin1");
		for (const name of [
			"row-0001-slide-01.png",
			"row-0001-slide-02.png",
			"row-0003-slide-02.png",
			"errors.ndjson",
		])
			t.ok(zip.includes(name), name);
		t.notOk(zip.includes("row-0002"));
		t.ok(zip.includes('{"row":2,"error":{"code":"invalid_render_request"'));
	});

	await t.test("temporary URLs", async (t) => {
		const document = { ...DOCUMENT, delivery: "url" };
		const [line] = await linesOf(await post("/api/batch", { document, rows: ROWS }));
		const image = await fetch(line!.images[0]!.url!);
		t.same(Buffer.from(await image.arrayBuffer()), FAKE_IMAGE);
	});

	await t.test("metrics count the rows", async (t) => {
		const text = await (await app.get("/metrics")).text();
		t.match(text, /post_image_batch_rows_total\{outcome="drawn"\} [1-9]/);
		t.match(text, /post_image_batch_rows_total\{outcome="failed"\} [1-9]/);
	});
});

t.test("rows wait for a place, and a failure of the drawing is that row's", async (t) => {
	let calls = 0;
	const renderer = fakeRenderer({
		drawSlide: async ({ format }) => {
			calls++;
			if (calls === 2) throw new ServiceError("overloaded", { retryAfter: 0 });
			if (calls === 4) throw new ServiceError("too_complex", { details: { path: "/slides/0" } });
			if (calls === 6) throw new Error("not for clients");
			const type = MEDIA_TYPES[format as "png"];
			return { mimeType: type, width: 1, height: 1, bytes: FAKE_IMAGE, alt: "", ...NO_WARNINGS };
		},
	});
	const { post } = await startApp(t, { RENDER_PROCESSES: "1" }, { renderer });
	const document = { slides: [{ textBlocks: [{ text: "{{n}}" }] }] };
	const rows = Array.from({ length: 6 }, (_, i) => ({ n: String(i) }));
	const lines = await linesOf(await post("/api/batch", { document, rows }));
	t.equal(calls, 7, "one was drawn again");
	const codes = lines.map(({ error }) => error?.code ?? "drawn").sort();
	t.same(codes, ["drawn", "drawn", "drawn", "drawn", "internal_error", "too_complex"]);
	t.same(
		lines.map(({ row }) => row),
		[1, 2, 3, 4, 5, 6],
	);
});

t.test("a batch whose rows end their processes in succession is mostly refused", async (t) => {
	let calls = 0;
	const renderer = fakeRenderer({
		drawSlide: async ({ format }) => {
			calls++;
			if (calls < 12) throw new ServiceError("internal_error");
			const type = MEDIA_TYPES[format as "png"];
			return { mimeType: type, width: 1, height: 1, bytes: FAKE_IMAGE, alt: "", ...NO_WARNINGS };
		},
	});
	const { post } = await startApp(t, { RENDER_PROCESSES: "1" }, { renderer });
	const document = { slides: [{ textBlocks: [{ text: "{{n}}" }] }] };
	const rows = Array.from({ length: 400 }, (_, i) => ({ n: String(i) }));
	const lines = await linesOf(await post("/api/batch", { document, rows }));
	t.equal(lines.length, 400);
	const failed = lines.filter(({ error }) => error?.code === "internal_error");
	t.equal(lines.at(-1)!.error, undefined, "after one that was drawn, the others are too");
	t.ok(failed.length > 100, `${failed.length} of 400 failed`);
	t.equal(calls, 11 + 400 - failed.length, "the others were not tried");
});

t.test("rows count against the rate of their client, and wait", async (t) => {
	const { post } = await startApp(t, { RATE_LIMIT_MAX: "3" }, { renderer: fakeRenderer() });
	const document = { slides: [{ textBlocks: [{ text: "{{n}}" }] }] };
	const rows = Array.from({ length: 3 }, (_, i) => ({ n: String(i) }));
	t.equal((await linesOf(await post("/api/batch", { document, rows }))).length, 3);
	t.equal((await post("/api/render", { slides: [{}] })).status, 429);
});

t.test("no more is drawn than is taken, and nothing when the client has gone", async (t) => {
	let drawn = 0;
	const big = Buffer.alloc(4_000_000);
	const renderer = fakeRenderer({
		drawSlide: async () => {
			drawn++;
			return { mimeType: "image/png", width: 1, height: 1, bytes: big, alt: "", ...NO_WARNINGS };
		},
	});
	const { url } = await startApp(t, { RENDER_PROCESSES: "1" }, { renderer });
	const rows = Array.from({ length: 200 }, (_, i) => ({ n: String(i) }));
	const abort = new AbortController();
	const answer = await fetch(`${url}/api/batch`, {
		method: "POST",
		signal: abort.signal,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ document: { slides: [{ textBlocks: [{ text: "{{n}}" }] }] }, rows }),
	});
	await answer.body!.getReader().read();
	await new Promise((resolve) => setTimeout(resolve, 300));
	t.ok(drawn < 20, `${drawn} rows drawn for a client that reads nothing`);
	const before = drawn;
	abort.abort();
	await new Promise((resolve) => setTimeout(resolve, 300));
	t.ok(drawn <= before + 2, `${drawn} rows, ${before} before it hung up`);
});
