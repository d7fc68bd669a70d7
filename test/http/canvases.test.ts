import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import sharp from "sharp";
import t from "tap";
import type { LinkResponse } from "../../src/contract/links.js";
import type { RenderResponse } from "../../src/contract/render-response.js";
import { WARNINGS_HEADER } from "../../src/service/delivery/warnings-header.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";

/** On a machine that others use too, a large image takes longer than usual. */
const PATIENT = { RENDER_TIMEOUT_MS: "180000" };
const SLIDE = {
	backgroundColor: "#204060",
	textBlocks: [{ text: "Any canvas", x: 4, y: 4, fontSize: 12 }],
	layers: [{ type: "shape", shape: "ellipse", x: 2, y: 2, width: 12, height: 12, opacity: 0.5 }],
};

t.test("every format has the size of its canvas, scaled", async (t) => {
	const { post } = await startApp(t, PATIENT);
	const cases = [
		{ canvas: { platform: "pin" }, size: [1000, 1500] },
		{ canvas: { platform: "profile-banner", scale: 0.25 }, size: [375, 125] },
		{
			canvas: { platform: "custom", size: { width: 64, height: 65 }, scale: 0.25 },
			size: [16, 16],
		},
		{
			canvas: { platform: "custom", size: { width: 4096, height: 100 }, scale: 2 },
			size: [8192, 200],
		},
		{ canvas: { platform: "photo-feed-square", scale: 3 }, size: [3240, 3240] },
	];
	for (const { canvas, size } of cases) {
		for (const format of ["png", "jpeg", "webp", "svg"]) {
			const response = await post("/api/render", { ...canvas, format, slides: [SLIDE] });
			t.equal(response.status, 200);
			const [image] = ((await response.json()) as RenderResponse).images;
			t.same([image!.width, image!.height], size, `${format} ${JSON.stringify(canvas)}`);
			const bytes = image!.svg
				? Buffer.from(image!.svg)
				: Buffer.from(image!.dataUrl!.split(",")[1]!, "base64");
			const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
			t.same([width, height], size, `the ${format} itself`);
		}
	}
});

t.test("the largest image is drawn, also with all that takes memory", async (t) => {
	const { post } = await startApp(t, PATIENT);
	const canvas = { platform: "custom", size: { width: 4096, height: 4096 } };
	const plain = await post("/api/render.png", { ...canvas, slides: [SLIDE] });
	t.equal(plain.status, 200);
	const { width, height } = await sharp(Buffer.from(await plain.arrayBuffer())).metadata();
	t.same([width, height], [4096, 4096]);
	const groups = (depth: number): object => ({
		type: "stack",
		position: "absolute",
		x: 0,
		y: 0,
		width: 1536,
		height: 1536,
		opacity: 0.5,
		clip: true,
		borderRadius: 40,
		children: [
			{ type: "shape", shape: "rectangle", width: 1536, height: 1536, fill: "#804020" },
			depth === 0
				? { type: "shape", shape: "ellipse", width: 1536, height: 1536 }
				: groups(depth - 1),
		],
	});
	const deep = await post("/api/render.png", {
		...canvas,
		slides: [{ background: "transparent", layers: [groups(4)] }],
	});
	t.equal(deep.status, 422);
	t.match(await deep.json(), { error: { code: "too_complex" } });
	const still = await post("/api/render.png", { slides: [SLIDE] });
	t.equal(still.status, 200, "the service goes on");
});

t.test("a text below the slide says which y shows it", async (t) => {
	const { post } = await startApp(t);
	const document = (block: object) => ({
		platform: "link-preview",
		slides: [{ textBlocks: [{ text: "Hello", ...block }] }],
	});
	const warningOf = async (block: object) => {
		const answer = (await (await post("/api/render", document(block))).json()) as RenderResponse;
		return answer.warnings[0];
	};
	const off = await warningOf({});
	t.match(off, { code: "off_slide", severity: "error", path: "/slides/0/textBlocks/0" });
	const y = Number(/set y to (-?\d+)\.$/.exec(off!.message)?.[1]);
	t.equal(await warningOf({ y }), undefined, `y ${y} works`);
});

t.test("a link to a custom canvas needs its size, too", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const sign = (document: object) =>
		post("/api/links", { document: { platform: "custom", slides: [SLIDE], ...document } });
	const without = await sign({});
	t.equal(without.status, 400);
	t.match(await without.json(), { error: { details: { issues: [{ path: "/document/size" }] } } });
	t.equal((await sign({ size: { width: 400, height: 300 } })).status, 200);
});

/** A canvas of its own, at twice its pixels, with two fields that have no effect on a PNG. */
const CUSTOM = {
	platform: "custom",
	size: { width: 400, height: 304 },
	scale: 2,
	quality: 70,
	slides: [SLIDE],
};
const IGNORED = { code: "field_ignored", severity: "info", path: "/quality" };

t.test("size and scale go through batches, links and agents", async (t) => {
	const app = await startApp(t, { LINK_KEYS: LINK_KEY });
	const { post, url } = app;
	const direct = await post("/api/render.png", CUSTOM);
	t.equal(direct.headers.get(WARNINGS_HEADER), "1; field_ignored@/quality");
	const expected = Buffer.from(await direct.arrayBuffer());
	const { width, height } = await sharp(expected).metadata();
	t.same([width, height], [800, 608]);

	const rows = [{}, {}];
	const batch = await post("/api/batch", { document: CUSTOM, rows });
	for (const line of (await batch.text()).trim().split("\n")) {
		const { images, warnings } = JSON.parse(line) as RenderResponse;
		t.same([images[0]!.width, images[0]!.height], [800, 608]);
		t.ok(Buffer.from(images[0]!.dataUrl!.split(",")[1]!, "base64").equals(expected));
		t.match(warnings, [IGNORED]);
	}
	const form = new FormData();
	const ofRows = (scale: string) => ({ ...CUSTOM, scale, slides: [{ alt: "{{a}}" }] });
	form.set("document", JSON.stringify({ ...CUSTOM, slides: [{ alt: "{{a}}" }] }));
	form.set("rows", "a\nOne\n");
	const csv = await fetch(`${url}/api/batch.csv`, { method: "POST", body: form });
	t.match(JSON.parse(await csv.text()), { images: [{ width: 800, alt: "One" }] });
	// A number that is a variable takes its place in scale.
	const scales = await post("/api/batch", {
		document: ofRows("{{b}}"),
		rows: [
			{ a: "small", b: 0.5 },
			{ a: "large", b: 99 },
		],
	});
	const [small, large] = (await scales.text()).trim().split("\n");
	t.match(JSON.parse(small!), { images: [{ width: 200, height: 152 }] });
	t.match(JSON.parse(large!), { error: { details: { issues: [{ path: "/scale" }] } } });

	const links = await post("/api/links", { document: { ...CUSTOM, delivery: "url" } });
	const { urls, warnings } = (await links.json()) as LinkResponse;
	t.match(warnings, [
		{ ...IGNORED, path: "/document/quality" },
		{ ...IGNORED, path: "/document/delivery" },
	]);
	const linked = await fetch(urls[0]!);
	t.ok(Buffer.from(await linked.arrayBuffer()).equals(expected));
	t.equal(linked.headers.get(WARNINGS_HEADER), "0", "what has no effect is not signed");
	const stepper = { ...CUSTOM, quality: undefined, stepperStyle: "dots" };
	const withStepper = (await (
		await post("/api/links", { document: stepper })
	).json()) as LinkResponse;
	t.match(withStepper.warnings, [{ ...IGNORED, path: "/document/stepperStyle" }]);
	t.equal(
		(await fetch(withStepper.urls[0]!)).headers.get(WARNINGS_HEADER),
		"1; field_ignored@/stepperStyle",
	);

	const client = new Client({ name: "test", version: "1.0.0" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
	t.teardown(() => client.close());
	const { content } = await client.callTool({ name: "render", arguments: { document: CUSTOM } });
	const [{ text } = { text: "" }] = content as { text: string }[];
	t.match(text, /^custom, 800 x /m);
	t.match(text, "- info field_ignored /quality: ");
	t.equal(
		(await client.callTool({ name: "measure", arguments: { document: CUSTOM } })).isError,
		undefined,
	);
});

t.test(
	"one document for every endpoint: what has no effect is said, and wrong is wrong",
	async (t) => {
		const { post } = await startApp(t);
		const document = {
			format: "webp",
			quality: 80,
			maxBytes: 200_000,
			delivery: "both",
			stepperStyle: "dots",
			scale: 1,
			slides: [{}],
		};
		const ignored = async (path: string) => {
			const answer = await post(path, document);
			t.equal(answer.status, 200, path);
			const header = answer.headers.get(WARNINGS_HEADER);
			const warnings =
				header === null
					? ((await answer.json()) as RenderResponse).warnings.map(
							({ code, path }) => `${code}@${path}`,
						)
					: header.replace(/^\d+;? ?/, "").split(", ");
			await answer.body?.cancel().catch(() => {});
			return warnings
				.filter((one) => one.startsWith("field_ignored@/"))
				.map((one) => one.slice("field_ignored@/".length))
				.sort();
		};
		t.same(await ignored("/api/render"), ["stepperStyle"]);
		t.same(await ignored("/api/render.webp"), ["delivery", "stepperStyle"]);
		t.same(await ignored("/api/render.zip"), ["delivery", "stepperStyle"]);
		t.same(await ignored("/api/render.jpeg"), ["delivery", "format", "stepperStyle"]);
		for (const path of ["/api/render.png", "/api/render.svg"])
			t.same(await ignored(path), ["delivery", "format", "maxBytes", "quality", "stepperStyle"]);
		t.same(await ignored("/api/render.pdf"), ["delivery", "format", "maxBytes", "stepperStyle"]);
		t.same(await ignored("/api/measure"), [
			"delivery",
			"format",
			"maxBytes",
			"quality",
			"scale",
			"stepperStyle",
		]);
		for (const path of ["/api/render", "/api/render.png", "/api/render.zip", "/api/measure"]) {
			const wrong = await post(path, { ...document, quality: 101, maxBytes: 1, scale: 4 });
			t.equal(wrong.status, 400, path);
			const { error } = (await wrong.json()) as {
				error: { details: { issues: { path: string }[] } };
			};
			t.same(error.details.issues.map((issue) => issue.path).sort(), [
				"/maxBytes",
				"/quality",
				"/scale",
			]);
		}
	},
);
