/** Texts that ask for all that typesetting can do: they are drawn or refused, and soon. */
import t from "tap";
import { ServiceError } from "../../src/base/errors.js";
import type { Layer } from "../../src/contract/document/layers.js";
import { LIMITS } from "../../src/contract/limits.js";
import type { Slide } from "../../src/contract/render-request.js";
import { drawSlide } from "../../src/engine/draw/draw-slide.js";
import type { SlideJob } from "../../src/engine/job.js";
import { startApp } from "../helpers/app.js";
import { sampleOf } from "../helpers/samples.js";

type Fields = Omit<Extract<Layer, { type: "text" }>, "type">;
const WORDS = "Donaudampfschifffahrtsgesellschaft uncharacteristically considered 2024-05-01 ";

const everything = (words: string, i: number): Fields => ({
	richText: `<ul><li>${words}</li></ul>`,
	x: 10,
	y: i * 10,
	width: 120 + i,
	height: 300,
	lang: "de",
	fontSize: 40,
	fit: "shrink",
	fitGroup: `g${i}`,
	textWrap: i % 2 === 0 ? "balance" : "pretty",
	hyphens: "auto",
	letterSpacing: 0.05,
	list: { marker: "check" },
	wordBreak: "keep-all",
	textStroke: { color: "#000000", width: 1 },
});
const LINES: Fields = {
	align: "justify",
	indent: { first: 1_000, rest: 1_000 },
	tabSize: 16,
	whiteSpace: "pre-wrap",
	fontFeatures: Object.fromEntries(
		"liga clig smcp frac onum zero ss01 ss02 ss03 aalt kern mark init fina vert nope"
			.split(" ")
			.map((tag) => [tag, 65_535]),
	),
};
const STROKE: Fields = {
	textStroke: {
		width: 60,
		position: "outside",
		paint: {
			type: "layers",
			paints: [
				{ type: "grain", amount: 1 },
				{ type: "conic", stops: [{ color: "#000" }, { color: "#FFF0" }] },
			],
		},
	},
};
const WIDE: Fields = { width: 300, height: 300 };
/** A path of many curves and no length in places. */
const KNOTS = `M0 0${"C9 9 -9 9 0 0C0 0 0 0 0 0".repeat(300)}`;
const fill = (length: number, words: string) =>
	words.repeat(Math.ceil(length / words.length)).slice(0, length);
const cases: [name: string, blocks: Fields[]][] = [
	["one block of 9,900", [everything(fill(9_900, WORDS), 0)]],
	["30 blocks of 9,900", Array.from({ length: 30 }, (_, i) => everything(fill(9_900, WORDS), i))],
	["30 blocks of 333", Array.from({ length: 30 }, (_, i) => everything(fill(333, WORDS), i))],
	["one word", [everything(fill(9_900, "a"), 1)]],
	["marks", [everything(fill(9_000, "a\u20dd\u0301\u0323"), 1)]],
	["Japanese", [everything(fill(9_000, "春の新作を発売中です。"), 1)]],
	["justified", [{ ...everything(fill(9_000, "a 春\u3000🔥\t"), 0), ...LINES }]],
	[
		"on a path",
		[{ text: fill(9_000, "ab 🔥سلام "), onPath: { path: KNOTS, viewBox: [0, 0, 1, 1] } }],
	],
	["on an arc", [{ text: fill(9_000, "ab 🔥سلام "), fit: "fill", onPath: { arc: 360 }, ...WIDE }]],
	[
		"strokes with paints",
		[1_000, 9_000].map((length, i) => ({ ...everything(fill(length, WORDS), i), ...STROKE })),
	],
	["spaces", [everything(fill(9_000, "a \u3000"), 0)]],
];
const nested = (levels: number, blocks: readonly Fields[]): Layer => ({
	type: "stack",
	...(levels === 5 && { width: 390, height: 390 }),
	direction: levels % 2 === 0 ? "row" : "column",
	wrap: levels % 2 === 0,
	children:
		levels === 1
			? blocks.map(({ x: _, y: __, ...block }) => ({ type: "text", ...block }))
			: [nested(levels - 1, blocks)],
});
const slides: [name: string, slide: Slide][] = cases.flatMap(([name, textBlocks]) => [
	[name, { textBlocks }],
	[`${name}, layers`, { layers: textBlocks.map((block) => ({ type: "text", ...block })) }],
	[`${name}, in stacks`, { layers: [nested(5, textBlocks)] }],
]);

/** @returns processor seconds, and why it was refused */
async function draw(slide: Slide): Promise<{ seconds: number; refused?: string }> {
	const started = process.cpuUsage();
	const job: SlideJob = {
		slide,
		slideIndex: 0,
		slideCount: 1,
		platform: "photo-feed-square",
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
	};
	let refused: string | undefined;
	try {
		await drawSlide(job, { sources: new Map(), bitmaps: new Map() }, () => {});
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		refused = error.code;
	}
	const { user, system } = process.cpuUsage(started);
	return { seconds: (user + system) / 1e6, ...(refused !== undefined && { refused }) };
}

t.test("what is drawn takes no longer than its price allows", async (t) => {
	await draw({ textBlocks: [everything("warm", 0)] });
	for (const [name, slide] of sampleOf(slides, 2)) {
		const { seconds, refused } = await draw(slide);
		// Another program on the same core may make it take twice as long.
		t.ok(seconds < LIMITS.maxSlideSeconds, `${name}: ${seconds} s`);
		t.ok(refused === undefined || refused === "too_complex", `${name}: ${refused}`);
		if (name.startsWith("30 blocks of 333")) t.equal(refused, undefined, "within the price");
	}
});

t.test("groups of long texts are refused before they are fitted", async (t) => {
	const { post } = await startApp(t);
	const blocks = Array.from({ length: 30 }, (_, i) => everything(fill(9_900, WORDS), i));
	const layers = blocks.map((block): Layer => ({ type: "text", ...block }));
	for (const slide of [{ textBlocks: blocks }, { layers }])
		for (const path of ["/api/measure", "/api/render.png"]) {
			const answer = await post(path, { slides: [slide] });
			t.equal(answer.status, 422, path);
			t.match(await answer.json(), { error: { code: "too_complex" } });
		}
});
