/** The typography fields, compared with the equivalent CSS. */
import type { TextBlock } from "../../../src/contract/render-request.js";
import { document, type FidelityDocument } from "./document.js";

const PROSE =
	"Small habits make a lasting difference when they are kept up every single day of the week";
const WRAPPED = [
	PROSE,
	"The quick brown fox jumps over the lazy dog",
	"How to write headlines that people actually want to read",
	"Five lessons from ten years of building products in public",
	"We are hiring a product designer in Lisbon",
	"Ship it",
	"Why internationalisation matters",
];

const FEW_WORDS = ["Tea or coffee?", "Now or never", "What would you do?", "One more thing"];

/** The same text in boxes of several widths, stacked in columns. */
const inWidths = (
	name: string,
	texts: readonly string[],
	widths: readonly number[],
	block: TextBlock,
): FidelityDocument[] =>
	texts.map((text, index) =>
		document(
			`${name} ${index + 1}`,
			...widths.map(
				(width, i): TextBlock => ({
					...{ fontSize: 15, ...block, text, width },
					x: 12 + 128 * (i % 3),
					y: 12 + 190 * Math.floor(i / 3),
				}),
			),
		),
	);

const WIDTHS = [70, 85, 100, 110, 118, 125];

const GERMAN =
	"Die Rechtsschutzversicherungsgesellschaften veröffentlichen regelmäßig Zusammenfassungen";
const KOREAN = "우리는 매일 작은 습관을 만들어 더 나은 삶을 향해 나아갑니다";
const JAPANESE = "今日は天気がとても良いので、友達と一緒に公園へ散歩に行きました。";
const LIST =
	"<ul><li>Start with two minutes every day</li><li>Keep it at the same hour of the day</li><li>Never miss <b>twice</b><ul><li>and be kind to yourself</li></ul></li></ul>";
const ORDERED =
	"<p>Before</p><ol start='9'><li>Nine begins here and goes on</li><li>Ten follows it on two lines</li></ol><p>After the list</p>";

const spaced = (
	letterSpacing: number,
	y: number,
	text: string,
	more: TextBlock = {},
): TextBlock => ({
	...{ letterSpacing, text, y, x: 20, fontSize: 22, width: 360, ...more },
});

export const TYPOGRAPHY_DOCUMENTS: readonly FidelityDocument[] = [
	document(
		"letterSpacing",
		spaced(-0.05, 20, "Tight headline, office fi"),
		spaced(0.1, 70, "Wide label, office fi ffl"),
		spaced(0.3, 120, "WIDE, CENTRED", { align: "center" }),
		spaced(1, 170, "VERY WIDE"),
		spaced(0.15, 230, "Words that wrap in their box with room between all of the letters"),
		spaced(0.1, 340, "with 🔥 emoji"),
	),
	document(
		"letterSpacing in other scripts",
		spaced(0.2, 20, "مرحبا بالعالم 2026"),
		spaced(0.2, 70, "שלום עולם"),
		spaced(0.2, 120, "नमस्ते दुनिया"),
		spaced(0.2, 170, "สวัสดีชาวโลก"),
		spaced(0.2, 230, "春の新作、発売中"),
		spaced(0.2, 290, "Hello مرحبا world"),
	),
	document(
		"textTransform by language",
		...(
			[
				["uppercase", "tr", "istanbul ısı"],
				["lowercase", "tr", "İSTANBUL ISI"],
				["capitalize", "tr", "istanbul izmir"],
				["uppercase", "el", "Καλημέρα, ρήμα ή"],
				["capitalize", "nl", "ijsselmeer ijs"],
				["uppercase", "lt", "i̇̀ ir į̇́"],
				["uppercase", undefined, "straße istanbul"],
				["capitalize", undefined, "ijsselmeer o'neill"],
			] as const
		).map(
			([textTransform, lang, text], i): TextBlock => ({
				...{ textTransform, text, x: 20, y: 10 + 48 * i, fontSize: 24 },
				...(lang && { lang }),
			}),
		),
	),
	document(
		"whiteSpace and tabSize",
		{ text: "one\t1\nthree\t2\nthirteen\t3", fontSize: 20, x: 20, y: 15, width: 170 },
		{ text: "one\t1\nthree\t2", tabSize: 12, fontSize: 20, x: 205, y: 15, width: 180 },
		{ text: "  two  spaces \n and a\tline ", whiteSpace: "normal", fontSize: 20, x: 20, y: 120 },
		{
			richText: "two  <b>spaces</b>\n  and a\tline",
			whiteSpace: "pre-wrap",
			fontSize: 20,
			x: 20,
			y: 160,
		},
		{ text: "واحد\t1\nثلاثة\t2", tabSize: 9, fontSize: 20, x: 20, y: 250, width: 170 },
	),
	...inWidths("indent", [PROSE], WIDTHS, { indent: { first: 24 } }),
	...inWidths("hanging indent", [PROSE], WIDTHS, { indent: { rest: 16 } }),
	...inWidths("indent, balanced", [WRAPPED[2]!], WIDTHS, {
		indent: { first: 20, rest: 8 },
		textWrap: "balance",
	}),
	...inWidths("justify", [PROSE, GERMAN, `${PROSE.slice(0, 40)}\t${PROSE}`], WIDTHS, {
		align: "justify",
		hyphens: "auto",
		lang: "de",
	}),
	...inWidths("justify, hanging indent", [PROSE], WIDTHS, {
		align: "justify",
		indent: { rest: 14 },
	}),
	...inWidths(
		"justify Japanese",
		[JAPANESE, "春の「新作」が、全店で Sale 発売中です。ぜひご覧ください。"],
		WIDTHS,
		{
			align: "justify",
			lang: "ja",
		},
	),
	...inWidths("justify Korean", [KOREAN], WIDTHS, { align: "justify", lang: "ko" }),
	...inWidths(
		"justify Arabic",
		["العادات الصغيرة تصنع فرقا كبيرا إذا حافظت عليها كل يوم من أيام Monday to 7 الأسبوع"],
		WIDTHS,
		{ align: "justify" },
	),
	document(
		"justify rich text",
		{
			richText: `<mark>Small habits</mark> make a <u>lasting <b>difference</b> when they</u> are kept up every <b>single</b> day 🔥 of the week`,
			align: "justify",
			fontSize: 18,
			width: 170,
			x: 15,
			y: 15,
		},
		{
			richText: LIST,
			list: {},
			align: "justify",
			fontSize: 16,
			width: 150,
			x: 210,
			y: 15,
		},
	),
	document(
		"tabularNumbers",
		{ text: "111,111.11\n888,888.88", tabularNumbers: true, fontSize: 30, x: 20, y: 20 },
		{ text: "111,111.11\n888,888.88", fontSize: 30, x: 20, y: 140 },
	),
	...inWidths("balance", WRAPPED, WIDTHS, { textWrap: "balance" }),
	...inWidths("balance of few words", FEW_WORDS, [58, 66, 74, 82, 96, 110], {
		textWrap: "balance",
	}),
	...inWidths("pretty", WRAPPED, WIDTHS, { textWrap: "pretty" }),
	...inWidths("hyphens", [GERMAN], WIDTHS, { hyphens: "auto", lang: "de" }),
	...inWidths("hyphens, English", [PROSE], WIDTHS, { hyphens: "auto", lang: "en" }),
	...inWidths("keep-all Korean", [KOREAN], WIDTHS, { wordBreak: "keep-all", lang: "ko" }),
	...inWidths("keep-all Japanese", [JAPANESE], WIDTHS, { wordBreak: "keep-all", lang: "ja" }),
	...inWidths("balance Japanese", [JAPANESE], WIDTHS, { textWrap: "balance", lang: "ja" }),
	document(
		"lists",
		{ richText: LIST, list: {}, fontSize: 16, width: 180, x: 15, y: 15 },
		{
			richText: LIST,
			list: { marker: "check", color: "#7bd88f" },
			fontSize: 16,
			width: 180,
			x: 210,
			y: 15,
		},
		{ richText: ORDERED, list: { indent: 30 }, fontSize: 16, width: 180, x: 15, y: 215 },
		{ richText: LIST, list: { marker: "→", indent: 26 }, fontSize: 16, width: 180, x: 210, y: 215 },
	),
	document(
		"lists, right to left and centred",
		{
			richText: "<ul><li>ابدأ بدقيقتين كل يوم</li><li>في الساعة نفسها من كل يوم</li></ul>",
			list: {},
			textDirection: "rtl",
			fontSize: 18,
			width: 180,
			x: 15,
			y: 15,
		},
		{
			richText: "<ul><li>Centred in its box</li><li>and a second</li></ul>",
			list: {},
			align: "center",
			fontSize: 18,
			width: 180,
			x: 210,
			y: 15,
		},
		{
			richText: "<ul><li>At the end of its box</li><li>and a second</li></ul>",
			list: {},
			align: "end",
			fontSize: 18,
			width: 180,
			x: 210,
			y: 150,
		},
	),
	document(
		"sup, sub, small, code",
		{ richText: "E = mc<sup>2</sup>, H<sub>2</sub>O, 50<sup>th</sup>", fontSize: 26, x: 20, y: 20 },
		{
			richText: "Big and <small>small and <small>smaller</small></small>",
			fontSize: 26,
			x: 20,
			y: 80,
		},
		{
			richText: "x<sup>2<sup>n</sup></sup> and <mark>a<sub>i</sub></mark>",
			fontSize: 26,
			x: 20,
			y: 140,
		},
		{
			richText: "Notes<sup>1</sup> in a text that wraps<sub>2</sub> onto lines<sup>3</sup>",
			fontSize: 20,
			width: 160,
			x: 20,
			y: 200,
		},
	),
	document("code", {
		richText: "Run <code>npm install</code> and see",
		fontSize: 20,
		x: 20,
		y: 20,
	}),
	document(
		"spans",
		{
			richText: "Save <span style='font-size:2em'>50%</span> today only in all of our shops",
			fontSize: 20,
			width: 200,
			x: 15,
			y: 15,
		},
		{
			richText:
				"A <span style='font-size:150%;font-weight:400'>lighter</span> <span style='letter-spacing:.2em'>word</span> here",
			fontSize: 20,
			width: 160,
			x: 225,
			y: 15,
		},
		{
			richText:
				"An <span style=\"font-family:'Playfair Display'\">elegant</span> word <span style='font-family:\"Caveat\";font-size:1.5em'>by hand</span> in a line",
			fontSize: 20,
			width: 200,
			x: 15,
			y: 200,
		},
	),
	document(
		"spans in other scripts and directions",
		{
			richText:
				"خصم <span style='color:#FFC600'>كبير</span> اليوم في <span style='font-weight:400'>كل متاجرنا</span>",
			fontSize: 20,
			width: 200,
			x: 15,
			y: 15,
		},
		{
			richText:
				"春の<span style='font-size:1.2em;letter-spacing:.1em'>新作</span>が<span style='font-weight:400'>全店</span>で発売中",
			fontSize: 20,
			width: 130,
			x: 240,
			y: 15,
			lang: "ja",
		},
		{
			richText:
				"<span style='font-size:60%'>from</span> <span style='font-size:1.8em'>$9</span><span style='font-size:60%'>/month</span>, <span style='letter-spacing:-.05em;font-size:110%'>tight</span> and <span style='font-size:50%'>half</span> <span style='font-size:120%'>again</span>",
			fontSize: 24,
			width: 180,
			x: 15,
			y: 170,
		},
		{
			richText: "<u>under <span style='font-size:1.5em'>line</span></u>",
			fontSize: 20,
			width: 160,
			x: 225,
			y: 170,
		},
	),
	document("boldWeight", {
		richText: "A <b>bold</b> word",
		boldWeight: 700,
		weight: 400,
		fontSize: 30,
		x: 20,
		y: 20,
	}),
	document(
		"lineHeight normal",
		{ text: "Two lines of text", lineHeight: "normal", fontSize: 24, width: 120, x: 15, y: 15 },
		{ text: "ཕྱི་ལོ་ གསར་པའི་", lineHeight: "normal", fontSize: 24, width: 120, x: 150, y: 15 },
		{ text: "नमस्ते दुनिया भर", lineHeight: "normal", fontSize: 24, width: 120, x: 280, y: 15 },
		{
			text: "Two lines of text",
			font: "Playfair Display",
			lineHeight: "normal",
			fontSize: 24,
			width: 120,
			x: 15,
			y: 200,
		},
	),
	document(
		"textDirection",
		{
			text: "Apple تطلق هاتفا جديدا",
			textDirection: "rtl",
			fontSize: 22,
			width: 360,
			x: 20,
			y: 20,
		},
		{ text: "Apple تطلق هاتفا جديدا", fontSize: 22, width: 360, x: 20, y: 70 },
		{
			richText: "<bdi>תפוח</bdi> 5 and <bdi dir='rtl'>C++</bdi> (3)",
			fontSize: 22,
			width: 360,
			x: 20,
			y: 120,
		},
		{ text: "שלום, world!", textDirection: "ltr", fontSize: 22, width: 360, x: 20, y: 170 },
	),
	document(
		"ideographic spaces at line ends",
		{ text: "春の新作　発売中", fontSize: 30, width: 120, x: 20, y: 20, lang: "ja" },
		{ text: "春の新作　発売中です", fontSize: 30, width: 150, x: 200, y: 20, lang: "ja" },
		{ text: "thin\u2009space and\u2003em space here", fontSize: 30, width: 130, x: 20, y: 160 },
		{ text: "🔥 Sale", fontSize: 60, width: 60, x: 200, y: 160 },
	),
	// Playfair Display is excluded: the operator's fonts here contain it and take precedence.
	...["Sofia Sans Extra Condensed", "Nunito", "Caveat", "JetBrains Mono"].map((font) =>
		document(
			`family ${font}`,
			{
				text: "Hamburgefonstiv 1234567890 & “quoted” – ÅÉÎØÜ łżšč",
				font,
				fontSize: 26,
				width: 365,
				x: 20,
				y: 15,
			},
			{ text: "AVATAR To Ty fi ffl", font, weight: 400, fontSize: 26, width: 365, x: 20, y: 160 },
			{
				richText: "<b>Bold</b> and <i>italic</i> Привет",
				font,
				weight: 600,
				fontSize: 26,
				width: 365,
				x: 20,
				y: 220,
			},
		),
	),
];
