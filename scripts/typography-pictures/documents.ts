/** One slide for each image in docs/typography.md, 450 x 236.25 preview pixels. */
import type { Layer } from "../../src/contract/document/layers.js";
import type { Slide } from "../../src/contract/render-request.js";

type TextLayer = Extract<Layer, { type: "text" }>;
type Fields = Omit<TextLayer, "type">;

const INK = "#1E293B";
const [BLUE, ORANGE] = ["#2563EB", "#EA580C"];
/** A sunrise made of a few shapes: an image fill for text needs light and dark parts. */
const DAWN = `data:image/svg+xml,${encodeURIComponent(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 160"><defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#312e81"/><stop offset=".5" stop-color="#be185d"/><stop offset="1" stop-color="#fb923c"/></linearGradient></defs><path fill="url(#a)" d="M0 0h400v160H0z"/><circle cx="250" cy="100" r="42" fill="#fde047"/><path fill="#1e1b4b" d="M0 120q60-50 120 0t120 0t160-10v50H0z"/></svg>`,
)}`;

const slide = (...layers: Layer[]): Slide => ({ backgroundColor: "#F1F5F9", layers });

const set = (fields: Fields): Layer => ({
	type: "text",
	...{ fontSize: 22, weight: 700, textColor: INK },
	...fields,
});

const label = (text: string): Layer =>
	set({ text, fontSize: 12.5, weight: 500, textColor: "#475569" });

/** An example, with the field that it demonstrates as the caption. */
const cell = (field: string, shown: Layer, align: "start" | "center" = "center"): Layer => ({
	...{ type: "stack", grow: 1, basis: 0, align, gap: 8 },
	children: [shown, label(field)],
});

const rows = (...lines: Layer[][]): Slide =>
	slide({
		...{ type: "stack", x: 20, right: 20, y: 0, height: "100%" },
		...{ justify: "space-evenly", align: "stretch" },
		children: lines.map(
			(children): Layer => ({ type: "stack", direction: "row", gap: 20, align: "end", children }),
		),
	});

/** Texts on cards of equal width, to compare their lines. */
const cards = (width: number, ...shown: [field: string, text: Fields][]): Slide =>
	rows(
		shown.map(([field, fields]) =>
			cell(field, {
				...{ type: "stack", background: "#FFFFFF", borderRadius: 10, padding: 12 },
				children: [set({ fontSize: 15, width, ...fields })],
			}),
		),
	);

const HEADLINE = "Our new office opens in June in Lisbon";
const PRETTY = "Call us at +49 170 1234567 to book a table today";
const GERMAN = "Lebensmittelgeschäfte und Zusammenfassungen";
const JAPANESE = "今日は天気がとても良いので公園へ行きました。";
const LIST = "<ul><li>Two minutes every single day</li><li>Always at the same hour</li></ul>";

const fitting = (text: string, fitGroup?: string): Layer => ({
	...{ type: "stack", grow: 1, basis: 0, height: 64, padding: 8 },
	...{ background: "#FFFFFF", borderRadius: 10, justify: "center" },
	children: [
		set({
			text,
			fit: "shrink",
			fontSize: 30,
			width: 102,
			height: 48,
			align: "center",
			verticalAlign: "middle",
			...(fitGroup && { fitGroup }),
		}),
	],
});

/** Translucent, so that the box behind it is visible. */
const PALE = { highlightColor: "#2563EB55", textColor: INK };

const mark = (text: string, fields: Fields): Layer =>
	set({
		text,
		style: "highlight",
		textColor: "#FFFFFF",
		highlightColor: BLUE,
		fontSize: 18,
		...fields,
	});

export const TYPOGRAPHY_PICTURES: Readonly<Record<string, Slide>> = {
	spacing: rows(
		[
			cell(
				"letterSpacing: -0.05",
				set({ text: "Tight headlines", letterSpacing: -0.05, fontSize: 25, weight: 800 }),
			),
			cell("0", set({ text: "Tight headlines", fontSize: 25, weight: 800 })),
		],
		[
			cell(
				"0.25, uppercase",
				set({ text: "Wide labels", letterSpacing: 0.25, textTransform: "uppercase", fontSize: 13 }),
			),
			cell(
				"0.3: spaces of joined letters",
				set({ text: "مرحبا بكم في بيتنا", letterSpacing: 0.3, fontSize: 20 }),
			),
		],
	),
	case: rows(
		[
			cell("uppercase", set({ text: "straße", textTransform: "uppercase" })),
			cell("lowercase", set({ text: "LOUD Words", textTransform: "lowercase" })),
			cell("capitalize", set({ text: "long way", textTransform: "capitalize" })),
		],
		[
			cell("uppercase, tr", set({ text: "istanbul", textTransform: "uppercase", lang: "tr" })),
			cell("uppercase, el", set({ text: "Καλημέρα", textTransform: "uppercase", lang: "el" })),
			cell("capitalize, nl", set({ text: "ijsselmeer", textTransform: "capitalize", lang: "nl" })),
		],
	),
	digits: cards(
		130,
		["tabularNumbers: false", { text: "Mon  1,111\nTue  4,080\nWed  7,171", fontSize: 20 }],
		["true", { text: "Mon  1,111\nTue  4,080\nWed  7,171", fontSize: 20, tabularNumbers: true }],
	),
	wrap: cards(
		170,
		["textWrap: normal", { text: HEADLINE, fontSize: 17, align: "center" }],
		["balance", { text: HEADLINE, fontSize: 17, align: "center", textWrap: "balance" }],
	),
	pretty: cards(
		170,
		["textWrap: normal", { text: PRETTY, fontSize: 16 }],
		["pretty", { text: PRETTY, fontSize: 16, textWrap: "pretty" }],
	),
	hyphens: cards(
		112,
		["hyphens: none", { text: GERMAN, lang: "de" }],
		["auto, de", { text: GERMAN, lang: "de", hyphens: "auto" }],
		[
			"auto, en",
			{ text: "An uncharacteristically long internationalisation", lang: "en", hyphens: "auto" },
		],
	),
	phrases: cards(
		112,
		["wordBreak: normal", { text: JAPANESE, lang: "ja" }],
		["keep-all, ja", { text: JAPANESE, lang: "ja", wordBreak: "keep-all" }],
		[
			"keep-all, ko",
			{ text: "우리는 매일 작은 습관을 만들어 나아갑니다", lang: "ko", wordBreak: "keep-all" },
		],
	),
	group: slide({
		...{
			type: "stack",
			x: 20,
			right: 20,
			y: 0,
			height: "100%",
			justify: "space-evenly",
			align: "stretch",
		},
		children: [
			label("fit: shrink"),
			{
				type: "stack",
				direction: "row",
				gap: 12,
				children: ["Fast", "Reliable and safe", "Loved by many teams"].map((text) => fitting(text)),
			},
			label("fit: shrink, fitGroup: card"),
			{
				type: "stack",
				direction: "row",
				gap: 12,
				children: ["Fast", "Reliable and safe", "Loved by many teams"].map((text) =>
					fitting(text, "card"),
				),
			},
		],
	}),
	highlight: rows(
		[
			cell("as it is", mark("Save the\ndate today", {}), "start"),
			cell(
				"highlightPadding: [14, 6]",
				mark("Save the\ndate today", { highlightPadding: [14, 6] }),
				"start",
			),
			cell("highlightRadius: 0", mark("Save the\ndate today", { highlightRadius: 0 }), "start"),
		],
		[
			cell("highlightInside: false", {
				...{ type: "stack", border: { width: 1, color: "#94A3B8", dash: [4, 3] } },
				children: [mark("Letters at x", { ...PALE, highlightPadding: [12, 6] })],
			}),
			cell("highlightInside: true", {
				...{ type: "stack", border: { width: 1, color: "#94A3B8", dash: [4, 3] } },
				children: [
					mark("Edge at x", { ...PALE, highlightPadding: [12, 6], highlightInside: true }),
				],
			}),
		],
	),
	lists: rows(
		[
			cell(
				"list: {}",
				set({ richText: LIST, list: {}, fontSize: 13, weight: 500, width: 120 }),
				"start",
			),
			cell(
				'"check", color',
				set({
					richText: LIST,
					list: { marker: "check", color: "#059669" },
					fontSize: 13,
					weight: 500,
					width: 120,
				}),
				"start",
			),
			cell(
				'"→", indent: 26',
				set({
					richText: LIST,
					list: { marker: "→", color: ORANGE, indent: 26 },
					fontSize: 13,
					weight: 500,
					width: 120,
				}),
				"start",
			),
		],
		[
			cell(
				"ol",
				set({
					richText: '<ol start="9"><li>Numbers line up</li><li>at their ends</li></ol>',
					list: { color: BLUE },
					fontSize: 13,
					weight: 500,
					width: 120,
				}),
				"start",
			),
			cell(
				"nested",
				set({
					richText: "<ul><li>Plan<ul><li>Write</li><li>Review</li></ul></li></ul>",
					list: {},
					fontSize: 13,
					weight: 500,
					width: 120,
				}),
				"start",
			),
			cell("without list", set({ richText: LIST, fontSize: 13, weight: 500, width: 120 }), "start"),
		],
	),
	spans: rows(
		[
			cell(
				"font-size: 2.4em",
				set({
					richText: 'Now <span style="font-size:2.4em;color:#EA580C">50 %</span> off',
					fontSize: 18,
				}),
			),
			cell(
				"font-weight: 400, 900",
				set({
					richText:
						'<span style="font-weight:400">light</span> <span style="font-weight:900">heavy</span>',
					fontSize: 26,
				}),
			),
		],
		[
			cell(
				"font-family",
				set({
					richText:
						"An <span style=\"font-family:'Playfair Display';font-size:1.1em\">elegant</span> word, <span style=\"font-family:'Caveat';font-size:1.3em\">hand</span>",
					fontSize: 18,
				}),
			),
			cell(
				"letter-spacing: .3em",
				set({ richText: 'Set <span style="letter-spacing:.3em">apart</span> here', fontSize: 18 }),
			),
		],
	),
	small: rows(
		[
			cell("sup, sub", set({ richText: "E = mc<sup>2</sup>, H<sub>2</sub>O" })),
			cell("sup", set({ richText: "the 1<sup>st</sup> of May<sup>1</sup>" })),
		],
		[
			cell("small", set({ richText: "€ 49 <small>each</small>" })),
			cell("code", set({ richText: "Run <code>npm i</code>" })),
			cell("boldWeight: 700", set({ richText: "A <b>bold</b> one", weight: 400, boldWeight: 700 })),
		],
	),
	fill: rows(
		[
			cell(
				"linear",
				set({
					text: "Gradient",
					fontSize: 46,
					weight: 900,
					textFill: {
						type: "linear",
						angle: 90,
						stops: [{ color: "#2563EB" }, { color: "#DB2777" }],
					},
				}),
			),
			cell(
				"radial",
				set({
					text: "Radial",
					fontSize: 46,
					weight: 900,
					textFill: { type: "radial", stops: [{ color: "#FACC15" }, { color: "#DC2626" }] },
				}),
			),
		],
		[
			cell(
				"image",
				set({
					text: "DAYBREAK",
					fontSize: 68,
					weight: 900,
					letterSpacing: -0.03,
					textFill: { type: "image", src: DAWN },
				}),
			),
		],
	),
	stroke: rows([
		cell(
			"textStroke",
			set({
				text: "Outlined",
				fontSize: 28,
				weight: 900,
				textColor: "#FFFFFF",
				textStroke: { color: INK, width: 2 },
			}),
		),
		cell(
			"over a textFill",
			set({
				text: "Both",
				fontSize: 28,
				weight: 900,
				textStroke: { color: "#7C2D12", width: 1.5 },
				textFill: { type: "linear", stops: [{ color: "#FDE68A" }, { color: "#F97316" }] },
			}),
		),
		cell(
			"clear letters",
			set({
				text: "Only",
				fontSize: 28,
				weight: 900,
				textFill: "transparent",
				textStroke: { color: BLUE, width: 1.5 },
			}),
		),
	]),
	direction: cards(
		170,
		["textDirection: auto", { text: "Apple تطلق هاتفا جديدا" }],
		["rtl", { text: "Apple تطلق هاتفا جديدا", textDirection: "rtl" }],
	),
	"line-height": cards(
		112,
		["lineHeight: 1.2", { text: "بہترین معیار کی چیزیں یہاں", lang: "ur", fontSize: 17 }],
		[
			'"normal"',
			{ text: "بہترین معیار کی چیزیں یہاں", lang: "ur", fontSize: 17, lineHeight: "normal" },
		],
		["1.7", { text: "བཀྲ་ཤིས་བདེ་ལེགས། བཀྲ་ཤིས།", fontSize: 17, lineHeight: 1.7 }],
	),
	marks: rows(
		[
			cell("stress", set({ text: "за́мок, замо́к", fontSize: 20 })),
			cell("mathematics", set({ text: "θ̂ α̂ ω̇ e⃗ v⃗", fontSize: 20 })),
		],
		[
			cell("around letters", set({ text: "a⃝ !⃤ 中⃞ ?⃠", fontSize: 24 })),
			cell("around emoji", set({ text: "🚬⃠ 📷⃠ 🐕⃠", fontSize: 24, textColor: "#DC2626" })),
		],
	),
	families: slide({
		...{
			type: "stack",
			x: 24,
			right: 24,
			y: 0,
			height: "100%",
			justify: "space-evenly",
			align: "stretch",
		},
		children: [
			["Inter", 800, 21, "Clear and neutral"],
			["Playfair Display", 700, 22, "Elegant headlines"],
			["Sofia Sans Extra Condensed", 900, 28, "LOUD NEWS, SALES"],
			["Nunito", 800, 22, "Friendly and round"],
			["Caveat", 700, 26, "A note written by hand"],
			["JetBrains Mono", 600, 18, "code && data 0123"],
		].map(
			([font, weight, fontSize, text]): Layer => ({
				...{ type: "stack", direction: "row", align: "baseline", justify: "space-between" },
				children: [
					set({
						text: text as string,
						font: font as string,
						weight: weight as 700,
						fontSize: fontSize as number,
					}),
					label(font as string),
				],
			}),
		),
	}),
};
