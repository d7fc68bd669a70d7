import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { startApp } from "../helpers/app.js";

interface Issue {
	readonly path: string;
	readonly message: string;
	readonly allowed?: unknown;
}

const shape = (more: object = {}) => ({ type: "shape", shape: "rectangle", ...more });
const text = (more: object = {}) => ({ type: "text", text: "Words", ...more });
const gradient = (stops: unknown[]) => shape({ fill: { type: "linear", stops } });
const stops = [{ color: "red" }, { color: "blue" }];
const code = (kind: string, data: string, more: object = {}) => ({
	type: "barcode",
	kind,
	data,
	...more,
});
const path = (data: string, viewBox: unknown = [0, 0, 100, 100]) =>
	shape({ shape: "path", path: data, viewBox });
const many = (count: number, layer: unknown) => Array.from({ length: count }, () => layer);
const nested = (depth: number): object =>
	depth === 1 ? shape() : { type: "stack", children: [nested(depth - 1)] };

t.test("one mistake in a layer is one issue at its full path", async (t) => {
	const { app } = await startApp(t);
	const send = (slide: unknown, request: object = {}) =>
		app.inject({
			method: "POST",
			url: "/api/render.png",
			payload: { platform: "photo-feed-square", slides: [slide], ...request },
		});
	const issuesOf = async (slide: unknown, request?: object): Promise<Issue[]> => {
		const answer = await send(slide, request);
		if (answer.statusCode !== 400)
			throw new Error(`${answer.statusCode} ${answer.body}`.slice(0, 300));
		return answer.json().error.details.issues;
	};
	type Row = [layer: unknown, path: string, message: RegExp];
	const rows: Record<string, Row> = {
		"unknown type": [
			{ type: "circle" },
			"/type",
			/one of text, image, shape, stack, grid, barcode; did you mean \{"type":"shape","shape":"ellipse"\}\?$/,
		],
		"type with a slip": [{ type: "txt" }, "/type", /did you mean text/],
		"no type": [{ x: 1 }, "/type", /is required: one of text/],
		"a gradient of CSS": [
			shape({ fill: "linear-gradient(90deg, rgb(255, 0, 0) 10%, blue)" }),
			"/fill",
			/write it as an object: \{"type":"linear","angle":90,"stops":\[\{"color":"rgb\(255, 0, 0\)"\},\{"color":"blue"\}\]\}$/,
		],
		"a gradient in a field for a colour": [
			text({ textColor: "radial-gradient(red, blue)" }),
			"/textColor",
			/is a gradient; this field only takes a colour; write "textFill": \{"type":"radial"/,
		],
		"no colour": [text({ textColor: "reddish" }), "/textColor", /is not a CSS colour/],
		"shadow and shadows": [
			{ type: "stack", shadow: { blur: 1 }, shadows: [{ blur: 2 }] },
			"/shadows",
			/cannot be combined with shadow/,
		],
		"five shadows": [shape({ shadows: many(5, { blur: 1 }) }), "/shadows", /at most 4 items/],
		"an inset shadow of letters": [
			text({ shadows: [{ blur: 1, inset: true }] }),
			"/shadows/0/inset",
			/only possible on stacks, grids, image layers and rectangles/,
		],
		"a colour of the second shadow": [
			shape({ shadows: [{ blur: 1 }, { color: "x" }] }),
			"/shadows/1/color",
			/is not a CSS colour/,
		],
		"a mask without a colour": [text({ mask: "blakc" }), "/mask", /is not a CSS colour/],
		"a filter with an unknown colour": [
			{ type: "stack", filter: { duotone: ["x", "red"] } },
			"/filter/duotone/0",
			/is not a CSS colour/,
		],
		"too much blur": [shape({ backdropBlur: 61 }), "/backdropBlur", /at most 60/],
		...Object.fromEntries(
			[
				"javascript:alert(1)",
				"JavaScript:alert(1)",
				"java\nscript:alert(1)",
				" https://example.com",
				"data:text/html,<script>",
				"file:///etc/passwd",
				"ftp://example.com",
				"vbscript:x",
				"blob:https://example.com/1",
				"//example.com",
				"/shop",
				"example.com",
				"https:example.com",
				"https:///example.com",
				"https:\\\\example.com",
				"https://user@example.com",
				"https://user:secret@example.com/",
				"https://@example.com",
				"https://exa mple.com",
				"https://[1",
				"https://example.com/\u0000",
				"https://example.com/\u202egnp",
				"https://example.com/\ud800",
				"mailto:",
				"mailto:nobody",
				"mailto:?subject=a",
				"tel:",
				"tel:call me",
				"tel:+",
				"https://",
			].map((href) => [
				`the link ${JSON.stringify(href)}`,
				[text({ href }), "/href", /contains|is not|has/],
			]),
		),
		"a link without an address": [text({ href: "" }), "/href", /at least 1 character/],
		"a link that is too long": [
			text({ href: `https://example.com/${"a".repeat(1_981)}` }),
			"/href",
			/at most 2000 characters/,
		],
		"a link that is no text": [text({ href: 5 }), "/href", /must be a string/],
		"a link in a link": [
			{ type: "stack", href: "https://example.com", children: [text({ href: "tel:1" })] },
			"/children/0/href",
			/cannot be inside another link/,
		],
		"too much slant": [text({ skewX: 61 }), "/skewX", /at most 60/],
		"too much slant the other way": [{ type: "stack", skewY: -90 }, "/skewY", /at least -60/],
		"a slant that is no number": [shape({ skewX: "10deg" }), "/skewX", /must be a finite number/],
		"a slanted barcode": [
			{ type: "barcode", kind: "qr", data: "x", skewX: 1 },
			"/skewX",
			/is not a known property/,
		],
		"a filter of a barcode": [
			{ type: "barcode", kind: "qr", data: "x", filter: { blur: 1 } },
			"/filter",
			/is not a known property/,
		],
		"one paint in layers": [
			shape({ fill: { type: "layers", paints: ["red"] } }),
			"/fill/paints",
			/at least 2 items/,
		],
		"layers in layers": [
			shape({ fill: { type: "layers", paints: ["red", { type: "layers", paints: [] }] } }),
			"/fill/paints/1/type",
			/must be one of linear, radial, conic, image, pattern, grain/,
		],
		"a colour in layers": [
			shape({ fill: { type: "layers", paints: ["red", "blakc"] } }),
			"/fill/paints/1",
			/is not a CSS colour/,
		],
		"a pattern without an image": [
			shape({ fill: { type: "pattern", src: "no" } }),
			"/fill/src",
			/./,
		],
		"a tile that is too narrow": [
			shape({ fill: { type: "pattern", src: "lucide:star", width: 1 } }),
			"/fill/width",
			/at least 4/,
		],
		"too much grain": [shape({ fill: { type: "grain", amount: 2 } }), "/fill/amount", /at most 1/],
		"a stroke's paint": [
			shape({ stroke: { paint: { type: "conic", stops: [{ color: "x" }, { color: "red" }] } } }),
			"/stroke/paint/stops/0/color",
			/is not a CSS colour/,
		],
		"stops as strings": [
			gradient(["red", { color: "blue" }]),
			"/fill/stops/0",
			/must be an object: \{"color":"red"\}$/,
		],
		left: [shape({ left: 1 }), "/left", /did you mean x\?/],
		top: [shape({ top: 1 }), "/top", /did you mean y\?/],
		"color of a text": [text({ color: "red" }), "/color", /did you mean textColor\?/],
		"color of a shape": [shape({ color: "red" }), "/color", /did you mean fill\?/],
		"color of a stack": [{ type: "stack", color: "red" }, "/color", /did you mean background\?/],
		"fill of a text": [text({ fill: "red" }), "/fill", /did you mean textFill\?/],
		"fill of a stack": [{ type: "stack", fill: "red" }, "/fill", /did you mean background\?/],
		radius: [shape({ radius: 1 }), "/radius", /did you mean borderRadius\?/],
		fontStyle: [text({ fontStyle: "italic" }), "/fontStyle", /italics are in richText: <i>/],
		"z-index": [text({ "z-index": 3 }), "/z-index", /in the order of their list/],
		fontWeight: [text({ fontWeight: 700 }), "/fontWeight", /did you mean weight\?/],
		"text-align": [text({ "text-align": "left" }), "/text-align", /did you mean align\?/],
		"border of a shape": [
			shape({ border: { width: 1, color: "red" } }),
			"/border",
			/did you mean stroke\?/,
		],
		"layers in a stack": [{ type: "stack", layers: [] }, "/layers", /did you mean children\?/],
		"data of a text": [text({ grow: "1" }), "/grow", /must be a finite number/],
		"sides of a star": [
			shape({ shape: "star", sides: 5 }),
			"/sides",
			/field of shape polygon, not of star/,
		],
		"corners of an ellipse": [
			shape({ shape: "ellipse", borderRadius: 5 }),
			"/borderRadius",
			/of shape rectangle/,
		],
		"path without viewBox": [
			shape({ shape: "path", path: "M0 0Z" }),
			"/viewBox",
			/is required with shape path/,
		],
		"viewBox without path": [
			shape({ shape: "path", viewBox: [0, 0, 1, 1] }),
			"/path",
			/is required with shape path/,
		],
		"viewBox without width": [
			path("M0 0L1 1", [0, 0, 0, 1]),
			"/viewBox",
			/is invalid: width and height must be/,
		],
		"viewBox of three": [path("M0 0L1 1", [0, 0, 1]), "/viewBox", /list of 4 numbers/],
		"a path that is none": [
			path("M0 0 X 1"),
			"/path",
			/is invalid: expected a command .* found "X"/,
		],
		"a path of too many segments": [
			path(`M0 0${"h1".repeat(2_000)}`),
			"/path",
			/more than 2000 segments/,
		],
		"a path that is too long": [
			path(`M0 0${"L1 1".repeat(3_000)}`),
			"/path",
			/at most 10000 characters/,
		],
		"a size that is no percentage": [
			shape({ width: "50px" }),
			"/width",
			/preview pixels or a percentage/,
		],
		"a gap in percent": [{ type: "stack", gap: "5%" }, "/gap", /must be a finite number/],
		"three paddings": [{ type: "stack", padding: [1, 2, 3] }, "/padding", /list of 4 numbers/],
		"stops that decrease": [
			gradient([
				{ color: "red", at: 50 },
				{ color: "blue", at: 20 },
			]),
			"/fill/stops/1/at",
			/must not be less than the previous stop \(50\)/,
		],
		"one stop": [gradient([{ color: "red" }]), "/fill/stops", /at least 2 items/],
		"a thousand stops": [
			gradient(many(1_000, { color: "red" })),
			"/fill/stops",
			/at most 16 items/,
		],
		"a stop without colour": [
			gradient([{ at: 1 }, { color: "red" }]),
			"/fill/stops/0/color",
			/is required/,
		],
		"a paint without type": [
			shape({ fill: { stops } }),
			"/fill/type",
			/one of linear, radial, conic, image/,
		],
		"a paint of another type": [
			shape({ fill: { type: "mesh", stops } }),
			"/fill/type",
			/one of linear, radial, conic, image/,
		],
		"a paint that is a number": [shape({ fill: 5 }), "/fill", /must be a string or an object/],
		"a border that is too wide": [
			{ type: "stack", border: { width: 61, color: "red" } },
			"/border/width",
			/at most 60/,
		],
		"a stroke of letters without a colour": [
			text({ textStroke: { width: 3 } }),
			"/textStroke/color",
			/is required without paint/,
		],
		"a border with three widths": [
			{ type: "stack", border: { width: [1, 2, 3], color: "red" } },
			"/border/width",
			/4/,
		],
		"a side of a border that is negative": [
			{ type: "stack", border: { width: [1, 2, 3, -1], color: "red" } },
			"/border/width/3",
			/at least 0/,
		],
		"dashes of a border with several colours": [
			{ type: "stack", border: { width: 2, color: ["red", "red", "red", "red"], dash: [2, 2] } },
			"/border/dash",
			/one width and one colour/,
		],
		"a shadow that is too soft": [shape({ shadow: { blur: 101 } }), "/shadow/blur", /at most 100/],
		"opacity above 1": [shape({ opacity: 1.1 }), "/opacity", /at most 1/],
		"letters in an EAN": [code("ean13", "abc"), "/data", /is invalid: EAN-13 needs 12 digits/],
		"a wrong check digit": [code("ean13", "4006381333932"), "/data", /is invalid: the check digit/],
		"Code 128 beyond ASCII": [code("code128", "é"), "/data", /is invalid: Code 128 takes ASCII/],
		"Code 128 that is too long": [
			code("code128", "a".repeat(501)),
			"/data",
			/has 501 characters; Code 128 takes at most 500/,
		],
		"a QR code that is too long": [
			code("qr", "漢".repeat(1_000), { errorCorrection: "H" }),
			"/data",
			/has 3000 bytes in UTF-8/,
		],
		"a QR code that is a little too long": [
			code("qr", "漢".repeat(490), { errorCorrection: "H", width: 100, height: 100 }),
			"/data",
			/has 1470 bytes in UTF-8/,
		],
		"too many dashes": [
			shape({ width: 1e6, height: 10, stroke: { dash: [0.5, 0.5] } }),
			"/stroke/dash",
			/makes \d+ dashes; at most 10000/,
		],
		"shrink without bounds": [text({ fit: "shrink" }), "/fit", /needs a limited width and height/],
		"shrink with a width alone": [
			text({ fit: "shrink", x: 1, right: 1 }),
			"/fit",
			/needs a limited height/,
		],
		"shrink in a free stack": [
			{ type: "stack", children: [text({ fit: "shrink" })] },
			"/children/0/fit",
			/needs a limited width and height/,
		],
		"a stack that fits without bounds": [
			{ type: "stack", width: 100, fit: "shrink" },
			"/fit",
			/needs a limited height/,
		],
		"a grid that fits in one that fits": [
			{
				...{ type: "stack", width: 100, height: 100, fit: "fill" },
				children: [{ type: "stack", children: [{ type: "grid", fit: "shrink" }] }],
			},
			"/children/0/children/0/fit",
			/cannot be combined with the fit of a box around it/,
		],
	};
	const bad = "reddish";
	const colors: Record<string, unknown> = {
		"/fill": shape({ fill: bad }),
		"/fill/stops/1/color": gradient([{ color: "red" }, { color: bad }]),
		"/stroke/color": shape({ stroke: { color: bad } }),
		"/shadow/color": shape({ shadow: { color: bad } }),
		"/border/color": { type: "stack", border: { width: 1, color: bad } },
		"/border/color/2": { type: "stack", border: { width: 1, color: ["red", "red", bad, "red"] } },
		"/background": text({ background: bad }),
		"/background/stops/0/color": {
			type: "stack",
			background: { type: "radial", stops: [{ color: bad }, { color: "red" }] },
		},
		"/textFill": text({ textFill: bad }),
		"/textStroke/color": text({ textStroke: { color: bad, width: 1 } }),
		"/textStroke/paint": text({ textStroke: { paint: bad, width: 1 } }),
		"/textStroke/paint/paints/0": text({
			textStroke: { paint: { type: "layers", paints: [bad, "red"] }, width: 1 },
		}),
		"/list/color": text({ list: { color: bad } }),
		"/color": code("qr", "a", { color: bad }),
		"/filter/duotone/1": { type: "image", src: "lucide:rocket", filter: { duotone: ["red", bad] } },
	};
	for (const [at, layer] of Object.entries(colors))
		rows[`no colour at ${at}`] = [layer, at, /is not a CSS colour/];
	for (const [name, [layer, at, message]] of Object.entries(rows))
		await t.test(name, async (t) => {
			const inStack = { layers: [shape(), { type: "stack", children: [layer] }] };
			// A child is bounded by other things than a layer of the slide: that is its own row.
			const alone = name.startsWith("shrink");
			const issues = await issuesOf(alone ? { layers: [layer] } : inStack);
			const base = alone ? "/slides/0/layers/0" : "/slides/0/layers/1/children/0";
			t.same(
				issues.map((issue) => issue.path),
				[`${base}${at}`],
			);
			t.match(issues[0]!.message, message);
		});

	await t.test("an unknown field lists those that the type has", async (t) => {
		const [issue] = await issuesOf({ layers: [{ type: "stack", colour: "red" }] });
		t.ok((issue!.allowed as string[]).includes("background"));
		t.notOk((issue!.allowed as string[]).includes("fill"));
		const [star] = await issuesOf({ layers: [shape({ shape: "star", sides: 5 })] });
		t.ok((star!.allowed as string[]).includes("points"));
		t.ok((star!.allowed as string[]).includes("fill"));
		t.notOk((star!.allowed as string[]).includes("sides"));
	});

	await t.test("layers of common and of later slides have their paths", async (t) => {
		const layer = shape({ fill: bad });
		t.equal((await issuesOf({}, { common: { front: [layer] } }))[0]!.path, "/common/front/0/fill");
		const slides = [{}, { layers: [layer] }];
		t.equal((await issuesOf({}, { slides }))[0]!.path, "/slides/1/layers/0/fill");
	});

	await t.test("the old lists do not take the fields of a stack's children", async (t) => {
		for (const field of ["type", "position", "grow", "shrink", "basis", "alignSelf"]) {
			const value = field === "grow" || field === "shrink" ? 1 : "absolute";
			const [issue] = await issuesOf({ textBlocks: [{ text: "a", [field]: value }] });
			t.equal(issue!.path, `/slides/0/textBlocks/0/${field}`);
		}
	});

	await t.test("depth, count, pictures and codes are bounded", async (t) => {
		const picture = { type: "image", src: "lucide:rocket", width: 1, height: 1 };
		const qr = code("qr", "a");
		const fits: Record<string, unknown[]> = {
			depth: [nested(LIMITS.maxLayerDepth)],
			layers: many(150, shape()),
			pictures: many(40, picture),
			codes: many(20, qr),
		};
		for (const [name, layers] of Object.entries(fits))
			t.equal((await send({ layers })).statusCode, 200, name);
		t.match(
			(await issuesOf({ layers: [nested(LIMITS.maxLayerDepth + 1)] }))[0]!.message,
			/10 levels deep/,
		);
		t.match((await issuesOf({ layers: many(151, shape()) }))[0]!.message, /more than 150 layers/);
		const common = { behind: many(100, shape()), front: many(50, shape()) };
		t.match(
			(await issuesOf({ layers: [shape()] }, { common }))[0]!.message,
			/more than 150 layers/,
		);
		t.match((await issuesOf({ layers: many(41, picture) }))[0]!.message, /makes 41 pictures/);
		t.match((await issuesOf({ layers: many(21, qr) }))[0]!.message, /has 21 barcodes/);
	});

	await t.test("a document of which every slide is left out is refused", async (t) => {
		const [issue] = await issuesOf({ showIf: "" });
		t.equal(issue!.path, "/slides");
	});

	await t.test("a text that shrinks is bounded by size, insets or its stack", async (t) => {
		for (const layer of [
			text({ fit: "shrink", width: 100, height: "50%" }),
			text({ fit: "shrink", x: 1, right: 1, y: 1, bottom: 1 }),
			{
				type: "stack",
				width: 90,
				height: 90,
				align: "stretch",
				children: [text({ fit: "shrink", grow: 1 })],
			},
		])
			t.equal((await send({ layers: [layer] })).statusCode, 200);
	});
});
