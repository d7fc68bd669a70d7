/** Texts that make much of the text layer of a PDF: it stays small, and nothing waits for it. */
import t from "tap";
import type { TextBlock } from "../../src/contract/render-request.js";
import { drawSlide } from "../../src/engine/draw/draw-slide.js";
import type { SlideJob } from "../../src/engine/job.js";
import { MAX_PAGE_TAGS } from "../../src/engine/pdf-page.js";
import { pdfDocument } from "../../src/service/delivery/pdf/document.js";
import { unpackPage } from "../../src/service/delivery/pdf/unpack-page.js";
import { processorTime } from "../helpers/processor-time.js";
import { sampleOf } from "../helpers/samples.js";

/** Processor time of a step. Milliseconds. */
const STEP = 300;

const job = (textBlocks: readonly TextBlock[], format: "pdf" | "svg"): SlideJob => ({
	slide: { textBlocks: [...textBlocks] },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-post",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
	format,
});
const draw = async (textBlocks: readonly TextBlock[], format: "pdf" | "svg") => {
	const images = { sources: new Map(), bitmaps: new Map() };
	return (await drawSlide(job(textBlocks, format), images, () => undefined)).bytes;
};
const tiny = (text: string, i = 0): TextBlock => ({
	text,
	fontSize: 8,
	lineHeight: 0.8,
	x: 2,
	y: 0,
	width: 400,
	letterSpacing: i / 50,
});
const times = <T>(count: number, one: (i: number) => T) =>
	Array.from({ length: count }, (_, i) => one(i));
const HAN = String.fromCodePoint(...times(1_500, (i) => 0x4e00 + i));

const CASES: Record<string, readonly TextBlock[]> = {
	"a line for each letter": times(8, () => tiny("a\n".repeat(1_000))),
	"Hebrew with signs": times(2, (i) => tiny("של! ".repeat(300), i)),
	"many widths of many characters": times(6, (i) => tiny(HAN, i)),
	"one cluster of many marks": [tiny(`a${"\u0301\u0323".repeat(4_999)}`)],
	"emoji of many characters": [tiny("👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(200))],
	"items of lists": [
		{
			richText: "<ul>".concat("<li>x".repeat(1_900)),
			fontSize: 8,
			y: 0,
			lineHeight: 0.8,
			list: {},
		},
	],
};

t.test("the text layer is bounded, and written in small steps", async (t) => {
	for (const [name, blocks] of sampleOf(Object.entries(CASES), 3)) {
		const bytes = await draw(blocks, "pdf");
		const { words } = unpackPage(bytes);
		t.ok(
			words.tags.length > 0 && words.tags.length <= MAX_PAGE_TAGS,
			`${name}: ${words.tags.length} tags`,
		);
		t.ok(words.widths.length <= 65_535, `${name}: ${words.widths.length} codes`);
		const outlines = (await draw(blocks, "svg")).length;
		const layer = words.content.length + words.codes.length;
		t.ok(layer < outlines / 4 + 2_000, `${name}: ${layer} bytes beside an SVG of ${outlines}`);
		const pages = async function* () {
			for (let i = 0; i < 20; i++) yield { bytes: async () => bytes };
		};
		let longest = 0;
		let spent = processorTime();
		let size = 0;
		for await (const piece of pdfDocument(pages(), { title: name, language: "en" })) {
			longest = Math.max(longest, spent());
			size += piece.length;
			spent = processorTime();
		}
		t.ok(longest < STEP, `${name}: ${longest} ms`);
		t.ok(
			size < 21 * bytes.length + 200_000,
			`${name}: ${size} bytes for 20 pages of ${bytes.length}`,
		);
	}
});

t.test("a page that no process of this service would write is refused", async (t) => {
	const bytes = await draw([tiny("a")], "pdf");
	const head = JSON.parse(bytes.toString("utf8", 4, 4 + bytes.readUInt32LE(0)));
	const packed = (change: object) => {
		const words = { ...head.words, ...change };
		const json = Buffer.from(JSON.stringify({ ...head, words }));
		const length = Buffer.alloc(4);
		length.writeUInt32LE(json.length);
		return Buffer.concat([length, json, bytes.subarray(4 + bytes.readUInt32LE(0))]);
	};
	t.equal(unpackPage(packed({})).words.tags.length, 1);
	for (const change of [
		{ tags: [{ role: "Script" }] },
		{ tags: Array(MAX_PAGE_TAGS + 1).fill({ role: "P" }) },
		{ widths: [1.5] },
		{ codes: 1e9 },
	])
		t.throws(() => unpackPage(packed(change)));
});
