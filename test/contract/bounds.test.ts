import t from "tap";
import { BRAND_IDS } from "../../src/contract/brands.js";
import { ENUMS } from "../../src/contract/enums.js";
import { LIMITS } from "../../src/contract/limits.js";
import { PLATFORM_IDS } from "../../src/contract/platforms.js";
import { fakeRenderer, startApp } from "../helpers/app.js";

/** A field, the values that it takes and those that it refuses, at each bound. */
interface Row {
	readonly field: string;
	readonly good: readonly unknown[];
	readonly bad: readonly unknown[];
}

/** What no number of the contract takes. */
const NOT_NUMBERS = ["36", true, [36], {}];
/** What no string of the contract takes. */
const NOT_STRINGS = [36, true, ["a"], {}];
/** Any finite number, far off the slide too. */
const ANY_NUMBER = [0, -0, -5, 0.5, 1e-320, 1e9, 1e308, -1e308];
const COLOR = {
	good: ["#000000", "#fff", "#ffFFff80", "red", "oklch(60% 0.1 200)", "rgb(0 0 0 / 50%)"],
	bad: [...NOT_STRINGS, "", "#00000g", "#0000000", "000000", "＃000000", "reddish"],
};
const ROTATION = { good: [-3_600, 0, 180], bad: [...NOT_NUMBERS, -3_600.1, 3_600.1] };
const PERCENT = { good: [0, 50.5, 100], bad: [...NOT_NUMBERS, -0.1, 100.1] };
const IMAGE = "https://images.example/a.png";
const SOURCE_BAD = [...NOT_STRINGS, "", "a.png", "//host/a.png", "file:///etc/passwd", "ftp://a/b"];

const enumeration = (field: string, values: readonly string[]): Row => ({
	field,
	good: values,
	bad: [...NOT_STRINGS, "", values[0]?.toUpperCase() === values[0] ? "s" : "NONE", "other"],
});
const text = (field: string): Row => ({
	field,
	good: ["", "a", "__proto__", "a".repeat(LIMITS.maxTextLength)],
	bad: [...NOT_STRINGS, "a".repeat(LIMITS.maxTextLength + 1)],
});
const number = (field: string): Row => ({ field, good: ANY_NUMBER, bad: NOT_NUMBERS });
const times = (count: number, value: unknown): unknown[] => Array(count).fill(value);

/** Fields that may not be left out, and those that there are not. */
const REQUIRED: ReadonlySet<string> = new Set(["slides", "src", "unknown"]);

const NOT_OBJECTS = [1, "a", true, []];
const BOUNDS_OF_FILTER: readonly (readonly [string, number])[] = [
	["blur", LIMITS.maxFilterBlur],
	["brightness", LIMITS.maxFilterFactor],
	["contrast", LIMITS.maxFilterFactor],
	["saturate", LIMITS.maxFilterFactor],
	["grayscale", 1],
	["sepia", 1],
	["invert", 1],
];
/** How a picture looks. */
const LOOK: Row[] = [
	{
		field: "filter",
		good: [
			{},
			...BOUNDS_OF_FILTER.flatMap(([name, most]) => [{ [name]: 0 }, { [name]: most }]),
			{ duotone: ["#14213D", "gold"] },
		],
		bad: [
			...NOT_OBJECTS,
			...BOUNDS_OF_FILTER.flatMap(([name, most]) => [
				{ [name]: -0.001 },
				{ [name]: most + 0.001 },
				{ [name]: "1" },
			]),
			{ duotone: ["#14213D"] },
			{ duotone: ["#14213D", "gold", "red"] },
			{ duotone: ["#14213D", "nope"] },
			{ hueRotate: 361 },
		],
	},
	{ field: "zoom", good: [1, 2.5, 8], bad: [...NOT_NUMBERS, 0.999, 8.001, 0, -1] },
	enumeration("flip", ENUMS.flip),
	enumeration("focus", ENUMS.focus),
];
const IMAGE_OPTIONS: Row[] = [
	{ field: "cropX", ...PERCENT },
	{ field: "cropY", ...PERCENT },
	...LOOK,
	{ field: "unknown", good: [], bad: [1] },
];

const REQUEST: Row[] = [
	enumeration("platform", PLATFORM_IDS),
	enumeration("mode", ENUMS.mode),
	enumeration("format", ENUMS.outputFormat),
	enumeration("delivery", ENUMS.delivery),
	enumeration("brand", BRAND_IDS),
	enumeration("stepperStyle", ENUMS.stepperStyle),
	{
		field: "slides",
		good: [times(1, {}), times(20, {})],
		bad: [[], times(21, {}), null, {}, "a", [null], [[]]],
	},
	{ field: "unknown", good: [], bad: [1] },
];
const SLIDE: Row[] = [
	{ field: "backgroundColor", good: COLOR.good, bad: COLOR.bad },
	{ field: "image", good: [], bad: SOURCE_BAD },
	{ field: "textBlocks", good: [[], times(30, {})], bad: [times(31, {}), {}, [null]] },
	{
		field: "imageOverlays",
		good: [[]],
		bad: [times(31, { src: IMAGE }), {}, [null], [{}]],
	},
	{
		field: "scrim",
		good: [
			{},
			{ from: null },
			{ color: "#123456", opacity: 0, from: "left" },
			...ENUMS.scrimFrom.map((from) => ({ from, opacity: 1 })),
		],
		bad: [
			[],
			1,
			"all",
			{ from: "middle" },
			{ opacity: -0.001 },
			{ opacity: 1.001 },
			{ opacity: "0.5" },
			{ color: "reddish" },
			{ color: "#fffff" },
			{ unknown: 1 },
		],
	},
	{
		field: "counterPosition",
		good: [{}, { x: 1 }, { y: -1e9 }, { x: 0.5, y: 2 }, { x: null, y: 2 }],
		bad: [[], 1, "a", { x: "1" }, { z: 1 }],
	},
	{ field: "unknown", good: [], bad: [1] },
];
const BLOCK: Row[] = [
	text("text"),
	text("richText"),
	text("emoji"),
	enumeration("size", ENUMS.textSize),
	{ field: "fontSize", good: [8, 36.5, 600], bad: [...NOT_NUMBERS, 7.999, 600.0001] },
	enumeration("style", ENUMS.textStyle),
	{ field: "textColor", good: COLOR.good, bad: COLOR.bad },
	{
		field: "highlightColor",
		good: ["#abc", "transparent", "rgb(1 2 3 / 50%)", "gold"],
		bad: [...NOT_STRINGS, "", "nope", 'red"/><image href="/etc/hostname"/>', "url(#a)"],
	},
	number("x"),
	number("y"),
	number("width"),
	number("height"),
	number("maxWidth"),
	{ field: "rotation", ...ROTATION },
	enumeration("align", ENUMS.textAlign),
	enumeration("verticalAlign", ENUMS.verticalAlign),
	{
		field: "lineHeight",
		good: [0.8, 1.2, 3],
		bad: [...NOT_NUMBERS, 0, -1, 0.7999, 3.0001, 1e308],
	},
	{
		field: "weight",
		good: ENUMS.textWeight,
		bad: ["400", true, [400], {}, 0, 300, 450, 400.5, 1000, -400],
	},
	enumeration("fit", ["none"]),
	{
		field: "minFontSize",
		good: [8, 36.5, 600],
		bad: [...NOT_NUMBERS, 0, 7.999, 600.0001],
	},
	{ field: "maxLines", good: [1, 2, 100], bad: [...NOT_NUMBERS, 0, 1.5, 101, -1, 1e9] },
	{ field: "unknown", good: [], bad: [1] },
];
const OVERLAY: Row[] = [
	{ field: "src", good: [], bad: [...SOURCE_BAD, null] },
	{
		field: "name",
		good: ["", "a".repeat(LIMITS.maxNameLength)],
		bad: [...NOT_STRINGS, "a".repeat(LIMITS.maxNameLength + 1)],
	},
	number("x"),
	number("y"),
	number("width"),
	number("height"),
	{ field: "rotation", ...ROTATION },
	{
		field: "borderRadius",
		good: [0, 0.5, 1e308, [0, 1, 2, 3], [1e308, 0, 0, 0]],
		bad: [...NOT_NUMBERS, -1e-9, [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, -1e-9], [1, 2, 3, "4"]],
	},
	...LOOK,
	{
		field: "border",
		good: [
			{ width: 0, color: "red" },
			{ width: 60, color: "#fff8", dash: [0.5, 10_000] },
		],
		bad: [
			...NOT_OBJECTS,
			{},
			{ width: 1 },
			{ width: -0.001, color: "red" },
			{ width: 60.001, color: "red" },
			{ width: 1, color: "nope" },
			{ width: 1, color: "red", dash: [0.49, 1] },
			{ width: 1, color: "red", dash: [1, 10_000.1] },
			{ width: 1, color: "red", dash: [1] },
		],
	},
	{
		field: "shadow",
		good: [{}, { x: -100, y: 100, blur: 100, spread: -100, color: "gold", opacity: 0 }],
		bad: [
			...NOT_OBJECTS,
			{ x: -100.1 },
			{ y: 100.1 },
			{ blur: -0.1 },
			{ blur: 100.1 },
			{ opacity: 1.1 },
			{ color: "nope" },
			{ inset: true },
		],
	},
	enumeration("blendMode", ENUMS.blendMode),
	{ field: "cropX", ...PERCENT },
	{ field: "cropY", ...PERCENT },
	{ field: "color", good: COLOR.good, bad: COLOR.bad },
	{ field: "opacity", good: [0, 0.5, 1], bad: [...NOT_NUMBERS, -0.0001, 1.0000001] },
	enumeration("fit", ENUMS.overlayFit),
	{ field: "unknown", good: [], bad: [1] },
];

/** A real image of one pixel, so that a good overlay passes the whole way. */
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const LOSSY: Row[] = [
	{ field: "quality", good: [1, 50, 100], bad: [...NOT_NUMBERS, 0, 101, 50.5, -1, 1e308] },
	{
		field: "maxBytes",
		good: [10_000, 2 ** 31, Number.MAX_SAFE_INTEGER],
		bad: [...NOT_NUMBERS, 9_999, 0, -1, 10_000.5, -1e308],
	},
];

const LEVELS: readonly {
	name: string;
	rows: Row[];
	path: string;
	wrap: (part: object) => object;
}[] = [
	{ name: "request", rows: REQUEST, path: "", wrap: (part) => ({ slides: [{}], ...part }) },
	...ENUMS.outputFormat.map((format) => ({
		name: `request for ${format}`,
		rows: LOSSY,
		path: "",
		wrap: (part: object) => ({ slides: [{}], format, ...part }),
	})),
	{ name: "slide", rows: SLIDE, path: "/slides/1", wrap: (part) => ({ slides: [{}, part] }) },
	{
		name: "text block",
		rows: BLOCK,
		path: "/slides/1/textBlocks/0",
		wrap: (part) => ({ slides: [{}, { textBlocks: [part] }] }),
	},
	{
		name: "image options",
		rows: IMAGE_OPTIONS,
		path: "/slides/1/imageOptions",
		wrap: (part) => ({ slides: [{}, { image: PIXEL, imageOptions: part }] }),
	},
	{
		name: "image overlay",
		rows: OVERLAY,
		path: "/slides/1/imageOverlays/0",
		wrap: (part) => ({ slides: [{}, { imageOverlays: [{ src: PIXEL, ...part }] }] }),
	},
];

t.test("each field takes what the contract allows, and nothing past it", async (t) => {
	// Whether a value is accepted is the question, not what it draws.
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	for (const { name, rows, path, wrap } of LEVELS) {
		for (const { field, good, bad } of rows) {
			await t.test(`${name}: ${field}`, async (t) => {
				// null is as good as nothing for whatever may be left out.
				const taken = REQUIRED.has(field) ? good : [...good, null];
				for (const value of taken) {
					const response = await post("/api/render", wrap({ [field]: value }));
					t.equal(response.status, 200, `takes ${JSON.stringify(value)?.slice(0, 60)}`);
					await response.arrayBuffer();
				}
				for (const value of bad) {
					const response = await post("/api/render", wrap({ [field]: value }));
					const body = (await response.json()) as {
						error: { code: string; details: { issues: { path: string }[] } };
					};
					t.equal(response.status, 400, `refuses ${JSON.stringify(value)?.slice(0, 60)}`);
					t.equal(body.error.code, "invalid_render_request");
					t.ok(
						body.error.details.issues[0]?.path.startsWith(`${path}/${field}`),
						`names ${path}/${field}, not ${body.error.details.issues[0]?.path}`,
					);
				}
			});
		}
	}
});

t.test("30 overlays on a slide are the most", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const document = (count: number) => ({
		slides: [{ imageOverlays: times(count, { src: PIXEL }) }],
	});
	t.equal((await post("/api/render", document(30))).status, 200);
	t.equal((await post("/api/render", document(31))).status, 400);
});

t.test("slides and src are required", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	for (const [body, path] of [
		[{}, "/slides"],
		[{ slides: [{ imageOverlays: [{}] }] }, "/slides/0/imageOverlays/0/src"],
	] as const) {
		const response = await post("/api/render", body);
		t.equal(response.status, 400);
		t.match(await response.json(), {
			error: { details: { issues: [{ path, message: "is required" }] } },
		});
	}
});

t.test("shrink needs the box that the text is to stay in", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const answer = (block: object) =>
		post("/api/render", { slides: [{}, { textBlocks: [{ text: "a", fit: "shrink", ...block }] }] });
	for (const block of [
		{ width: 100, height: 50 },
		{ width: 0, height: -5, minFontSize: 600 },
		{ width: 1e308, height: 1e-320, maxLines: 1 },
	])
		t.equal((await answer(block)).status, 200, JSON.stringify(block));
	for (const block of [
		{},
		{ width: 100 },
		{ height: 50 },
		{ width: null, height: 50 },
		{ maxWidth: 9 },
	]) {
		const response = await answer(block);
		t.equal(response.status, 400, JSON.stringify(block));
		t.match(await response.json(), {
			error: {
				details: { issues: [{ path: "/slides/1/textBlocks/0/fit", message: /width and height/ }] },
			},
		});
	}
});
