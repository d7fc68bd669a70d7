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
	good: ["#000000", "#ffFFff"],
	bad: [
		...NOT_STRINGS,
		"",
		"#fff",
		"#00000g",
		"#0000000",
		"000000",
		"#000000\n",
		"＃000000",
		"red",
	],
};
const ROTATION = { good: [-180, 0, 180], bad: [...NOT_NUMBERS, null, -180.0001, 180.0001] };
const PERCENT = { good: [0, 50.5, 100], bad: [...NOT_NUMBERS, null, -0.1, 100.1] };
const IMAGE = "https://images.example/a.png";
const SOURCE_BAD = [...NOT_STRINGS, "", "a.png", "//host/a.png", "file:///etc/passwd", "ftp://a/b"];

const enumeration = (field: string, values: readonly string[]): Row => ({
	field,
	good: values,
	bad: [...NOT_STRINGS, null, "", values[0]?.toUpperCase() === values[0] ? "s" : "NONE", "other"],
});
const text = (field: string): Row => ({
	field,
	good: ["", "a", "__proto__", "a".repeat(LIMITS.maxTextLength)],
	bad: [...NOT_STRINGS, null, "a".repeat(LIMITS.maxTextLength + 1)],
});
const number = (field: string): Row => ({ field, good: ANY_NUMBER, bad: [...NOT_NUMBERS, null] });
const numberOrNull = (field: string): Row => ({
	field,
	good: [...ANY_NUMBER, null],
	bad: NOT_NUMBERS,
});
const times = (count: number, value: unknown): unknown[] => Array(count).fill(value);

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
	{ field: "backgroundColor", good: COLOR.good, bad: [...COLOR.bad, null] },
	{ field: "image", good: [null], bad: SOURCE_BAD },
	{ field: "textBlocks", good: [[], times(30, {})], bad: [times(31, {}), null, {}, [null]] },
	{
		field: "imageOverlays",
		good: [[]],
		bad: [times(31, { src: IMAGE }), null, {}, [null], [{}]],
	},
	{
		field: "counterPosition",
		good: [null, {}, { x: 1 }, { y: -1e9 }, { x: 0.5, y: 2 }],
		bad: [[], 1, "a", { x: "1" }, { x: null }, { z: 1 }],
	},
	{ field: "unknown", good: [], bad: [1] },
];
const BLOCK: Row[] = [
	text("text"),
	text("richText"),
	text("emoji"),
	enumeration("size", ENUMS.textSize),
	{ field: "fontSize", good: [8, 36.5, 240], bad: [...NOT_NUMBERS, null, 7.999, 240.0001] },
	enumeration("style", ENUMS.textStyle),
	{ field: "textColor", good: COLOR.good, bad: [...COLOR.bad, null] },
	{
		field: "highlightColor",
		good: ["#abc", "transparent", "rgb(1 2 3 / 50%)", "gold"],
		bad: [...NOT_STRINGS, null, "", "nope", 'red"/><image href="/etc/hostname"/>', "url(#a)"],
	},
	number("x"),
	number("y"),
	numberOrNull("width"),
	numberOrNull("height"),
	numberOrNull("maxWidth"),
	{ field: "rotation", ...ROTATION },
	{ field: "unknown", good: [], bad: [1] },
];
const OVERLAY: Row[] = [
	{ field: "src", good: [], bad: [...SOURCE_BAD, null] },
	{
		field: "name",
		good: ["", "a".repeat(LIMITS.maxNameLength)],
		bad: [...NOT_STRINGS, null, "a".repeat(LIMITS.maxNameLength + 1)],
	},
	number("x"),
	number("y"),
	number("width"),
	number("height"),
	{ field: "rotation", ...ROTATION },
	{ field: "borderRadius", good: [0, 0.5, 1e308], bad: [...NOT_NUMBERS, null, -1e-9] },
	{ field: "cropX", ...PERCENT },
	{ field: "cropY", ...PERCENT },
	{ field: "color", good: [...COLOR.good, null], bad: COLOR.bad },
	{ field: "opacity", good: [0, 0.5, 1], bad: [...NOT_NUMBERS, null, -0.0001, 1.0000001] },
	{ field: "unknown", good: [], bad: [1] },
];

/** A real image of one pixel, so that a good overlay passes the whole way. */
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const LEVELS: readonly {
	name: string;
	rows: Row[];
	path: string;
	wrap: (part: object) => object;
}[] = [
	{ name: "request", rows: REQUEST, path: "", wrap: (part) => ({ slides: [{}], ...part }) },
	{ name: "slide", rows: SLIDE, path: "/slides/1", wrap: (part) => ({ slides: [{}, part] }) },
	{
		name: "text block",
		rows: BLOCK,
		path: "/slides/1/textBlocks/0",
		wrap: (part) => ({ slides: [{}, { textBlocks: [part] }] }),
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
				for (const value of good) {
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
