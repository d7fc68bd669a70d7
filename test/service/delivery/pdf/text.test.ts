/** The text of a PDF as pdftotext finds it: all of it, in reading order, where it is seen. */
import t from "tap";
import type { RenderRequest } from "../../../../src/contract/render-request.js";
import { slideAlt } from "../../../../src/engine/report/alt.js";
import { goldenCases } from "../../../helpers/golden.js";
import { needsPdfTools, type PdfFile, pdfPrinter } from "../../../helpers/pdf.js";

/** Signs of direction that poppler adds, and white space, which lines of Chinese do not have. */
const bare = (text: string) =>
	text.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\s]/g, "").normalize("NFC");
const plain = (text: string) =>
	text
		.replace(/[\u200e\u200f\u202a-\u202e]/g, "")
		.replace(/\s+/g, " ")
		.trim();

const said = ({ slides, common, platform = "photo-feed-post" }: RenderRequest) =>
	slides.map((slide) => slideAlt({ slide, ...(common && { common }), platform })).join("\n");

t.test("pdftotext finds the text of every script", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const cases = goldenCases().filter(({ name }) => name.startsWith("script-"));
	t.ok(cases.length >= 20, `${cases.length} scripts`);
	for (const { name, request } of cases) {
		const pdf = await draw(request);
		// Where both directions are mixed, poppler takes one for all of the page unless it is to keep
		// the order of the file.
		const options = name === "script-mixed-bidi" ? ["-raw"] : [];
		t.equal(bare(pdf.text(...options)), bare(said(request)), name);
	}
});

t.test("words of scripts with spaces are words", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	for (const name of [
		"script-latin-vietnamese",
		"script-arabic",
		"script-devanagari",
		"text-rich",
	]) {
		const { request } = goldenCases().find((one) => one.name === name)!;
		t.equal(plain((await draw(request)).text()), plain(said(request)), name);
	}
});

const story: RenderRequest = {
	platform: "photo-feed-square",
	common: {
		behind: [{ type: "text", text: "Behind", y: 350, fontSize: 12 }],
		front: [{ type: "text", text: "In front {{slide}} of {{slides}}", y: 10, fontSize: 12 }],
	},
	slides: [
		{
			textBlocks: [
				{ text: "Difficult office\nfinish — coöperate", y: 200, fontSize: 24 },
				{ richText: "A <b>bold</b> <i>word</i> and H<sub>2</sub>O", y: 280, fontSize: 20 },
			],
			layers: [
				{
					type: "stack",
					x: 20,
					y: 40,
					direction: "row-reverse",
					gap: 10,
					children: [
						{ type: "text", text: "First", fontSize: 16 },
						{ type: "stack", children: [{ type: "text", text: "Second", fontSize: 16 }] },
					],
				},
				{ type: "text", text: "Turned 👩🏽‍🚀", x: 200, y: 100, rotation: 20, fontSize: 16 },
			],
		},
	],
};

t.test(
	"texts come as they are read: behind, blocks, layers in depth, in front",
	needsPdfTools,
	async (t) => {
		const { draw } = await pdfPrinter(t);
		const text = plain((await draw(story)).text("-raw"));
		t.equal(
			text,
			"Behind Difficult office finish — coöperate A bold word and H2O First Second Turned 👩🏽‍🚀 In front 1 of 1",
		);
	},
);

t.test("lines that are turned or bent are read as lines", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const line = (text: string, more: object) => ({ type: "text", text, fontSize: 20, ...more });
	const pdf = await draw({
		platform: "photo-feed-square",
		stepperStyle: "none",
		slides: [
			{
				layers: [
					line("A line that is turned & read", { x: 30, y: 60, rotation: 30 }),
					line("Slanted words, in two lines of text", {
						...{ x: 180, y: 40, width: 190 },
						...{ skewX: -20, rotation: -12 },
					}),
					line("Letters on an arc", { x: 40, y: 250, onPath: { arc: 150 } }),
				],
			},
		],
	} as RenderRequest);
	const text = pdf.text();
	for (const said of ["A line that is turned & read", "Letters on an arc"]) t.match(text, said);
	t.match(text, /Slanted words, in\s+two lines of text/);
});

t.test("a list says its markers and its items", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const list = (marker: string): RenderRequest => ({
		slides: [
			{
				textBlocks: [
					{
						richText: "Before<ol><li>One</li><li>Two<ul><li>Deep</li></ul></li></ol>After",
						list: { marker },
						y: 50,
					},
				],
			},
		],
	});
	t.equal(plain((await draw(list("number"))).text("-raw")), "Before 1. One 2. Two 1. Deep After");
	t.equal(plain((await draw(list("→"))).text("-raw")), "Before → One → Two → Deep After");
	t.equal(plain((await draw(list("none"))).text("-raw")), "Before One Two Deep After");
});

t.test("what is cut off or hyphenated says what is seen", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const text = async (block: NonNullable<RenderRequest["slides"][0]["textBlocks"]>[0]) =>
		(await draw({ slides: [{ textBlocks: [block] }] })).text();
	t.match(
		await text({ text: "one two three four", width: 150, fontSize: 40, maxLines: 1 }),
		/^one t…\s*$/,
	);
	const hyphenated = await text({
		text: "Donaudampfschifffahrtsgesellschaft",
		lang: "de",
		hyphens: "auto",
		width: 200,
		fontSize: 30,
	});
	t.match(hyphenated, /\u00ad\n/, "a soft hyphen, which is none to those who search");
	t.equal(hyphenated.replace(/\u00ad?\n/g, "").trim(), "Donaudampfschifffahrtsgesellschaft");
	t.equal((await text({ text: "upper", textTransform: "uppercase" })).trim(), "UPPER");
	t.equal((await text({ text: "zalgo Z̵̡̢̊́̂̃̄̅̆̇̈̉̊̋̌̍", fontSize: 30 })).trim(), "zalgo Z̵̡̢̊́̂̃̄̅̆̇̈̉̊̋̌̍");
});

t.test("what is not seen is not said", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const pdf = await draw({
		slides: [
			{
				textBlocks: [
					{ text: "Seen", y: 100 },
					{ text: "Off the slide", y: 4_000 },
				],
				layers: [
					{ type: "text", text: "Faded away", opacity: 0 },
					{
						type: "stack",
						clip: true,
						width: 100,
						height: 20,
						children: [
							{ type: "text", text: "Inside", fontSize: 14, shrink: 0 },
							{ type: "text", text: "Clipped", fontSize: 14, position: "absolute", x: 0, y: 200 },
						],
					},
				],
			},
		],
	});
	t.equal(plain(pdf.text("-raw")), "Seen Inside");
});

interface Word {
	readonly text: string;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Words with their boxes, preview pixels. */
function wordsOf(pdf: PdfFile): Word[] {
	const pattern = /xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)</g;
	return [...pdf.text("-bbox").matchAll(pattern)]
		.slice(0)
		.map(([, left, top, right, bottom, text]) => {
			// Points, of which a preview pixel has two.
			const [l, t, r, b] = [left, top, right, bottom].map((value) => Number(value) / 2);
			return { text: text!, left: l!, top: t!, right: r!, bottom: b! };
		});
}

t.test("selections are where the letters are", needsPdfTools, async (t) => {
	const { draw, renderer } = await pdfPrinter(t);
	for (const [text, lang] of [
		["Waffles fly\nAVATAR To", "en"],
		["مرحبا بالعالم\nكل صباح", "ar"],
		["שלום עולם\nבוקר טוב", "he"],
		["漢字と仮名\n日本語", "ja"],
		["ภาษาไทย\nสวัสดี", "th"],
	] as const) {
		const request: RenderRequest = {
			slides: [
				{
					textBlocks: [
						{
							text,
							lang,
							x: 40,
							y: 60,
							width: 325,
							fontSize: 44,
							letterSpacing: lang === "en" ? 0.05 : 0,
						},
					],
				},
			],
		};
		const words = wordsOf(await draw(request));
		const { slides } = await renderer.measure(request);
		const { lines } = slides[0]!.textBlocks[0]!;
		t.equal(lines.length, 2);
		for (const [i, line] of lines.entries()) {
			const middle = line.y + line.height / 2;
			const own = words.filter(({ top, bottom }) => top < middle && middle < bottom);
			t.equal(
				bare(own.map((word) => word.text).join("")).length,
				bare(text.split("\n")[i]!).length,
			);
			const left = Math.min(...own.map((word) => word.left));
			const right = Math.max(...own.map((word) => word.right));
			t.ok(Math.abs(left - line.x) < 0.6, `${lang} ${i}: left ${left} ${line.x}`);
			// The last letter has its spacing behind it.
			t.ok(Math.abs(right - line.x - line.width) < 0.6, `${lang} ${i}: right`);
			t.ok(own.every(({ top, bottom }) => top > line.y - 12 && bottom < line.y + line.height + 12));
		}
	}
});

t.test("each letter of a word has its own place", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const alone = async (text: string) =>
		wordsOf(await draw({ slides: [{ textBlocks: [{ text, x: 40, y: 60, fontSize: 60 }] }] }))[0]!;
	const [whole, start] = [await alone("Wide"), await alone("W")];
	t.ok(start.right - start.left < (whole.right - whole.left) * 0.5);
	t.equal(start.left, whole.left);
});
