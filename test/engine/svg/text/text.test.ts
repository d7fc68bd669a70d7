import { Resvg } from "@resvg/resvg-js";
import { parseHTML } from "linkedom";
import t from "tap";
import type { TextBlock } from "../../../../src/contract/render-request.js";
import type { PaintNode } from "../../../../src/engine/paint/node.js";
import { writeSvg } from "../../../../src/engine/paint/svg-writer.js";
import { resolveScene } from "../../../../src/engine/scene/scene.js";
import { layOutText } from "../../../../src/engine/svg/text/layout.js";
import { outlineColor, textPaints } from "../../../../src/engine/svg/text/text.js";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";

const fonts = await openFontLibrary();

/**
 * What a block draws; pictures are `<shade/>` in the markup.
 * @returns also the nanoseconds that its nodes do not show
 */
function draw(block: TextBlock): { markup: string; paints: PaintNode[]; spent: number } {
	const scene = resolveScene({
		slide: { textBlocks: [block] },
		slideIndex: 0,
		slideCount: 1,
		platform: "photo-feed-square",
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
	});
	const layout = layOutText(scene.texts[0]!, fonts);
	let spent = 0;
	const spend = (nanoseconds: number) => {
		spent += nanoseconds;
	};
	const whole = { x: 0, y: 0, width: 1080, height: 1080 };
	const paints = layout ? textPaints(layout, whole, undefined, spend) : [];
	const markup = paints
		.map((paint) => writeSvg(paint, () => "shade"))
		.join("")
		.replace(/<image [^>]*"shade"[^>]*>/g, "<shade/>");
	return { markup, paints, spent };
}
const count = (markup: string, part: string | RegExp) => markup.split(part).length - 1;

t.test("a block without content draws nothing", async (t) => {
	for (const block of [{}, { text: "" }, { richText: " <b> </b> " }, { emoji: "" }, { text: "" }])
		t.equal(draw(block).markup, "", JSON.stringify(block));
});

t.test("richText wins over text when it has content, the emoji comes first", async (t) => {
	const plain = draw({ text: "plain", x: 10, y: 10 }).markup;
	t.equal(draw({ richText: "<i></i>", text: "plain", x: 10, y: 10 }).markup, plain);
	t.not(draw({ richText: "rich", text: "plain", x: 10, y: 10 }).markup, plain);
	const sticker = draw({ emoji: "🎉", x: 10, y: 10 }).markup;
	t.equal(count(sticker, "scale("), 1);
	const both = draw({ emoji: "🎉", text: "plain", x: 10, y: 10 }).markup;
	t.equal(count(both, "scale("), 1);
	t.match(both, 'fill="#ffffff"');
});

t.test("each text style draws its own layers in order", async (t) => {
	const text = { text: "Hello there", x: 10, y: 10, width: 130 };
	t.notMatch(draw({ ...text, style: "bold" }).markup, /stroke|<shade/);
	const outline = draw({ ...text, style: "outline" }).markup;
	t.ok(outline.indexOf('stroke="#000000"') < outline.indexOf('fill="#ffffff"'), "under the fill");
	const shadow = draw({ ...text, style: "shadow" }).markup;
	t.match(shadow, /^<shade\/><path/, "one, under the text");
	const highlight = draw({ ...text, style: "highlight" }).markup;
	t.match(highlight, /^<path fill="#d4af37" d="M/);
	t.notMatch(
		draw({ ...text, style: "highlight", highlightColor: "transparent" }).markup,
		"#d4af37",
	);
});

t.test("the outline is black round light text and white round dark text", async (t) => {
	const level = (r: number, g: number, b: number) => outlineColor({ r, g, b, a: 1 }).r;
	t.equal(level(255, 255, 255), 0);
	t.equal(level(212, 175, 55), 0);
	t.equal(level(0, 0, 0), 255);
	t.equal(level(0, 0, 255), 255);
	t.equal(level(12, 81, 63), 255);
});

t.test(
	"backgrounds, underlines and strikes take their colours and follow the line breaks",
	async (t) => {
		const { markup } = draw({
			richText: '<mark>two lines</mark> <u>quiet</u> <s><span style="color:red">no</span></s>',
			x: 10,
			y: 10,
			width: 90,
			highlightColor: "#123456",
		});
		t.match(markup, 'fill="#123456"');
		const mark = /fill="#123456" d="([^"]*)"/.exec(markup)![1]!;
		t.ok(count(mark, "z") >= 1);
		t.match(markup, 'fill="#ff0000"');
		const quiet = draw({ richText: "<u>nnn</u>", x: 10, y: 10 }).markup;
		const crossing = draw({ richText: "<u>ngn</u>", x: 10, y: 10 }).markup;
		t.ok(count(crossing, /V[\d.]+H[\d.]+z/) > count(quiet, /V[\d.]+H[\d.]+z/), "ink is skipped");
	},
);

t.test("what is off the slide draws nothing, at any size and rotation", async (t) => {
	for (const style of ["bold", "shadow", "outline", "highlight"] as const) {
		for (const position of [
			{ x: 1300 },
			{ x: 1e6 },
			{ x: 1e308, y: -1e308 },
			{ y: 1000, rotation: 45 },
			{ x: -1e9, maxWidth: 10 },
		])
			t.equal(draw({ text: "far", style, ...position }).markup, "", JSON.stringify(position));
	}
});

t.test("every number is finite and near the slide, whatever the document says", async (t) => {
	for (const block of [
		{ text: "word ".repeat(2000), x: -1e6, maxWidth: 1e308, fontSize: 240 },
		{ text: "word ".repeat(2000), maxWidth: 1e308, rotation: 17, style: "highlight" },
		{ text: "a\n".repeat(5000), y: -50_000, style: "shadow" },
		{ richText: `<u><mark>${"word ".repeat(1500)}</mark></u>`, x: -9000, maxWidth: 1e7 },
	] as TextBlock[]) {
		const { markup } = draw(block);
		t.notMatch(markup, /NaN|Infinity|e[+-]?\d/i);
		for (const [number] of markup.replace(/#[0-9a-f]+/g, "").matchAll(/-?\d+(\.\d+)?/g))
			if (Math.abs(Number(number)) > 8000) t.fail(number);
	}
});

t.test("the bounds of a paint hold all its ink", async (t) => {
	for (const block of [
		{ text: "Ågjp\u0301 AVATAR", x: 100, y: 100, style: "outline" },
		{ richText: "<i>fjord</i> <u>gyp</u> <mark>mark</mark>", x: 60, y: 100, width: 200 },
		{ text: "turned", x: 150, y: 150, rotation: 33, style: "highlight" },
		{ text: "عربي ชั้น", emoji: "🎉", x: 100, y: 100, style: "shadow" },
	] as TextBlock[]) {
		for (const paint of draw(block).paints) {
			if (paint.kind === "shade") continue;
			const { pixels } = new Resvg(
				`<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080">${writeSvg(paint, () => "").replace(/<image [^>]*>/g, "")}</svg>`,
				{ font: { loadSystemFonts: false } },
			).render();
			const { x, y, width, height } = paint.bounds;
			for (let i = 0; i < 1080 * 1080; i++) {
				if (pixels[i * 4 + 3] === 0) continue;
				const left = i % 1080;
				const top = Math.floor(i / 1080);
				if (left < x - 2 || left > x + width + 1 || top < y - 2 || top > y + height + 1)
					return t.fail(`ink at ${left}, ${top} outside ${JSON.stringify(paint.bounds)}`);
			}
		}
	}
	t.pass("no ink outside");
});

t.test("the markup is well-formed", async (t) => {
	const { markup } = draw({
		richText: `<b>"quotes" &amp; 'more'</b> <i>&lt;tag&gt;</i>`,
		highlightColor: "rgb(1 2 3 / 50%)",
		style: "highlight",
		x: 10,
		y: 10,
	});
	const { document } = parseHTML(`<svg>${markup}</svg>`);
	t.ok(document.querySelectorAll("path").length >= 2);
});

t.test("rotation turns about the centre of the box", async (t) => {
	const { markup } = draw({ text: "x", x: 75, y: 75, width: 150, height: 75, rotation: 45 });
	t.match(markup, '<g transform="rotate(45 400 300)">');
});

t.test(
	"strokes of joined letters have a price for the edges they follow, others have none",
	async (t) => {
		const textStroke = { color: "#FF0000", width: 2 };
		const arabic = { text: "السلام عليكم ورحمة الله", fontSize: 40, width: 380 };
		t.equal(draw(arabic).spent, 0, "no stroke, no edge");
		t.equal(draw({ ...arabic, text: "Latin letters", textStroke }).spent, 0);
		const once = draw({ ...arabic, textStroke }).spent;
		t.ok(once > 0);
		const twice = draw({ ...arabic, text: `${arabic.text} ${arabic.text}`, textStroke }).spent;
		t.ok(twice > 1.5 * once);
		const heap = { ...arabic, text: "ﷺ".repeat(1_000), fontSize: 20, letterSpacing: -0.2 };
		const { spent, markup } = draw({ ...heap, textStroke });
		t.ok(spent < 1e9, "what would take seconds stops");
		t.match(markup, /fill="none"[^>]*stroke="#ff0000"/, "and has its lines");
	},
);
