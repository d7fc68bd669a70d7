/** The documents that are compared. */

import { rareScriptSamples, SCRIPT_SAMPLES } from "../../helpers/script-samples.js";
import { CHARACTER_DOCUMENTS } from "./characters.js";
import { document, type FidelityDocument, plain, rich } from "./document.js";
import { LAYOUT_DOCUMENTS } from "./layout.js";
import { TYPOGRAPHY_DOCUMENTS } from "./typography.js";

const PANGRAM = "Sphinx of black quartz, judge my vow. AVATAR Tyler, Wolf & Yes?";
const SENTENCE =
	"Three small habits that stick: start with two minutes, keep it at the same hour, and never miss twice in a row.";

/** Each style at three sizes, on one line and on several. */
function styleDocuments(): FidelityDocument[] {
	const styles = ["bold", "shadow", "outline", "highlight"] as const;
	return styles.flatMap((style) => [
		document(
			`${style} 12`,
			{ text: "Save this post", style, fontSize: 12, x: 20, y: 20 },
			{ text: SENTENCE, style, fontSize: 12, x: 20, y: 60, maxWidth: 220 },
		),
		document(
			`${style} 36`,
			{ text: "Save this post", style, fontSize: 36, x: 24, y: 20 },
			{ text: SENTENCE, style, fontSize: 36, x: 24, y: 100, width: 350, textColor: "#FFE8A3" },
		),
		document(
			`${style} 120`,
			{ text: "Big", style, fontSize: 120, x: 40, y: 10 },
			{ text: "Way up", style, fontSize: 120, x: 40, y: 150, width: 330 },
		),
	]);
}

/** Rare scripts, four in each document. */
function rareScriptDocuments(): FidelityDocument[] {
	const samples = rareScriptSamples();
	const documents: FidelityDocument[] = [];
	for (let i = 0; i < samples.length; i += 4) {
		const four = samples.slice(i, i + 4);
		documents.push(
			document(
				`scripts ${four.map(([name]) => name).join(", ")}`,
				...four.map(([, text], at) => ({ text, fontSize: 34, x: 20, y: 10 + 98 * at, width: 365 })),
			),
		);
	}
	return documents;
}

function scriptDocuments(): FidelityDocument[] {
	return Object.entries(SCRIPT_SAMPLES).map(([script, text]) =>
		document(
			`script ${script}`,
			{ text, fontSize: 24, x: 20, y: 15, width: 200, style: "shadow" },
			{ text, fontSize: 19, x: 240, y: 15, width: 150 },
		),
	);
}

const wrapping: FidelityDocument[] = [
	plain("wrap default room", SENTENCE, { x: 120 }),
	plain("wrap maxWidth, box shrinks", SENTENCE, { maxWidth: 230, x: 70 }),
	plain("wrap no room, one line", "Past the edge of it", { x: 400, y: 100 }),
	plain(
		"wrap long words",
		"Donaudampfschifffahrtsgesellschaftskapitän https://example.com/a/very/long/path?query=string&more=1",
		{ width: 180 },
	),
	plain("wrap a letter per line", "Wide", { width: 5 }),
	plain(
		"wrap soft hyphens",
		"In\u00adter\u00adna\u00adtion\u00adal co\u00adop\u00ader\u00ada\u00adtion of ex\u00adtra\u00ador\u00addi\u00adnary or\u00adgan\u00adi\u00adsa\u00adtions",
		{ width: 150 },
	),
	plain(
		"wrap no-break spaces",
		"10\u00a0000\u00a0km per\u00a0year and 5\u202f% of\u00a0it at\u00a0night, word\u2060joiner",
		{ width: 140 },
	),
	plain(
		"wrap zero-width spaces",
		"super\u200bcali\u200bfragi\u200blistic\u200bexpi\u200bali\u200bdocious and\u200bmore",
		{ width: 160 },
	),
	plain("wrap tabs", "a\tb\tc\nlonger\tx\ttail\n\tindented\nab\t\tcd", {
		width: 360,
		fontSize: 18,
	}),
	plain("wrap newlines", "one\n\n  two  \nthree\r\nfour\n", { maxWidth: 200 }),
	plain(
		"wrap trailing and inner spaces",
		"keep   these   spaces   as they are    \nand   wrap   them   here",
		{ width: 170 },
	),
	plain("wrap leading spaces", "    four spaces first and then words", { width: 200 }),
	plain(
		"wrap punctuation",
		"either/or, well-known (parenthesis) “quoted” 50% $100 e.g. a—b c–d … end?! [1] {x} #tag @name",
		{ width: 130 },
	),
	plain("wrap hyphens and numbers", "2024-05-06 555-1234 -7 and A-1 B–2 1,000.50 3/4 10:30 x-ray", {
		width: 120,
	}),
	plain("kerning and ligatures", "AVATAR To Te Ty VA. fi fl ffi WAVE P, r. “T” 1/2 -> => :)", {
		width: 340,
		fontSize: 34,
	}),
];

const richTexts: FidelityDocument[] = [
	rich(
		"rich weights",
		"Save <b>more</b> and <strong>spend</strong> less <b>every</b> single day of the year",
		{ width: 260 },
	),
	rich(
		"rich italics",
		"An <i>italic</i> word, <em>emphasis</em> and <b><i>both of them</i></b> over two lines",
		{ width: 260 },
	),
	rich(
		"rich underline",
		"Nothing <u>typed quickly, gently</u> jumps; <u>plain</u> and <u>pages jog</u>",
		{ width: 300, fontSize: 36 },
	),
	rich(
		"rich strike",
		"Was <s>99 dollars</s> now <del>79</del> <strike>59, really just</strike> 49",
		{ width: 280, fontSize: 36 },
	),
	rich("rich mark", "Only <mark>highlighted words that wrap over lines</mark> count", {
		width: 230,
		fontSize: 34,
	}),
	rich(
		"rich mark with other colours",
		'<mark>one</mark> <span style="background-color:#e63946">two <b>three</b> four</span> <span style="background-color:rgb(20 160 90 / .6)">half <mark>in</mark> it</span>',
		{ width: 280 },
	),
	rich(
		"rich colours within words",
		'in<span style="color:#ff0066">ter</span>na<span style="color:#33ccff">tional</span> AV<span style="color:#ffcc00">AV</span>A f<span style="color:#ff0066">i</span>nd',
		{ width: 300, fontSize: 40 },
	),
	rich(
		"rich transforms",
		'<span style="text-transform:uppercase">upper case, ünïcode</span> <span style="text-transform:lowercase">LOWER Case</span> <span style="text-transform:capitalize">each word raised</span>',
		{ width: 300 },
	),
	rich(
		"rich nesting",
		'<b>a <i>b <u>c <s>d <span style="color:#ffcc00">e</span> f</s> g</u> h</i> i</b> j and more words to wrap',
		{ width: 220, fontSize: 34 },
	),
	rich(
		"rich white space collapses",
		"  one \n\t two  <b> three </b>  <i> four</i>   five<br>  six  <br><br> seven  ",
		{ width: 300 },
	),
	rich(
		"rich entities",
		"Fish &amp; chips &lt;b&gt; &quot;x&quot; caf&eacute; &#8364;5 a&nbsp;b &hellip; 1&thinsp;000",
		{ width: 250 },
	),
	rich(
		"rich breaks at tags",
		"multi<b>styled</b>word and <i>even</i>-<b>more</b>, <u>under</u>.<s>struck</s>!",
		{ width: 170 },
	),
	rich(
		"rich in outline",
		'Outline <span style="color:#ff3366">pink</span> and <span style="color:#102030">dark</span> <b>heavy</b> letters',
		{ style: "outline", width: 300, fontSize: 40 },
	),
	rich(
		"rich in shadow",
		'Soft <b>shadow</b> with <span style="color:#ffcc00">colour</span> and <u>underline</u>',
		{ style: "shadow", width: 300, fontSize: 40 },
	),
	rich(
		"rich in highlight",
		"Each <b>line</b> has a <i>ground</i> that hugs it, short<br>and<br>very much longer",
		{ style: "highlight", width: 330, textColor: "#1a1a1a" },
	),
	rich("rich italics of other scripts", "<i>Ελληνικά Кириллица 日本語 한국어 עברית हिन्दी ไทย</i>", {
		width: 300,
		fontSize: 36,
	}),
	rich(
		"rich mixed direction",
		"<b>مرحبا</b> <mark>Hello <i>world</i></mark> <u>سلام دنیا</u> 123",
		{ width: 250 },
	),
];

// Blink rounds the box of a transformed element to whole pixels: these are already whole.
const rotations: FidelityDocument[] = [
	plain("rotation 15", "Turned by fifteen degrees", { rotation: 15, x: 99, y: 150, width: 220 }),
	plain("rotation -90", "Straight up the side", { rotation: -90, x: 39, y: 180 }),
	plain("rotation 180, outline", "Upside down", {
		rotation: 180,
		x: 60,
		y: 150,
		fontSize: 44,
		style: "outline",
	}),
	rich("rotation 45, rich", "<mark>Turned</mark> and <u>underlined</u>", {
		rotation: 45,
		x: 60,
		y: 159,
		width: 280,
	}),
	plain("rotation -12, highlight", "Two lines of a turned highlight", {
		rotation: -12,
		x: 80,
		y: 150,
		width: 220,
		style: "highlight",
		textColor: "#111111",
	}),
	plain("rotation 7, shadow, right to left", "مرحبا بالعالم الجميل", {
		rotation: 7,
		x: 80,
		y: 150,
		width: 240,
		fontSize: 40,
		style: "shadow",
	}),
];

const emojis: FidelityDocument[] = [
	plain("emoji alone", "", { emoji: "🚀", fontSize: 120 }),
	plain("emoji before text", "Launch day is here, are you ready", { emoji: "🚀", width: 260 }),
	plain("emoji in text", "Hi 👋🏽 team 👩‍👩‍👧‍👦, flags 🇯🇵🇧🇷 and ❤️‍🔥 done ✅", {
		width: 240,
		fontSize: 34,
	}),
	rich("emoji in rich text", "<b>Party 🎉</b> <i>time 🕺</i> <mark>tonight 🌙 or</mark> never", {
		width: 240,
		fontSize: 34,
	}),
	plain("emoji rows", "😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘", { width: 200, fontSize: 30 }),
	plain("emoji in shadow", "Fire 🔥 and ice 🧊", { style: "shadow", fontSize: 48, width: 340 }),
	plain("emoji in right to left", "שלום 🎉 עולם 🚀 טוב", { width: 200, fontSize: 34 }),
	plain("emoji as text", "Text ☎︎ ✔︎ © ™ 1 # and emoji ☎️ ✔️", { width: 300 }),
];

const bidi: FidelityDocument[] = [
	plain("bidi Arabic first", "عربي (قوس) Hello 123"),
	plain("bidi Hebrew first", "שלום world (42)!"),
	plain("bidi Latin first", "Hello (שלום) 123, مرحبا [456]!"),
	plain("bidi wraps", "קראתי את The Great Gatsby (1925) בפעם השלישית, ועדיין 100% מומלץ!", {
		width: 210,
	}),
	plain("bidi paragraphs", "English first.\nعربي ثانيا (2).\n12:30 שעה\n...", { width: 260 }),
	plain("bidi shrink to fit", "سطر طويل من النص العربي\nقصير", { maxWidth: 300, x: 60 }),
	plain("bidi numbers and signs", "السعر 1,234.56$ أو -5% إلى +10°C (3/4) 2024-05-06", {
		width: 230,
	}),
	plain("bidi marks and isolates", "a\u200fb!\u200e \u2067שלום abc\u2069 x \u202bעברית x\u202c y", {
		width: 300,
	}),
	rich("bidi rich lines", "First line<br>שורה שניה (שתיים)<br><b>ثالث</b> سطر 3", {
		maxWidth: 300,
	}),
	plain("bidi Urdu numbers", "قیمت ۱۲۳ روپے ہے (۵۰٪ کم)", { width: 200 }),
];

const mixtures: FidelityDocument[] = [
	plain("mixed scripts", "Hello Привет Γειά 你好 こんにちは สวัสดี नमस्ते שלום", { width: 240 }),
	plain(
		"kinsoku",
		"「こんにちは」、世界。ちょっと、ファッション・ショー！（東京）々を見て…ください",
		{ width: 150 },
	),
	// Contains kana, so it is set as Japanese, whose font slices each contain all brackets. In other
	// languages, slicing causes differences: at a line break between two fonts, an opening bracket at
	// the line start stays trimmed, and Chromium does not trim Korean brackets before a comma that is
	// not in the same slice.
	plain(
		"punctuation trimmed between",
		"漢字」、漢（（漢））。「の」漢・「字」（a(（〈〈字〉〉《字》、「字」",
		{
			width: 260,
		},
	),
	plain("punctuation trimmed at the end", "漢字漢字」漢字漢！」漢字", { width: 126 }),
	plain("punctuation full at the start", "漢字漢字「漢字漢」「字」字", { width: 112 }),
	plain("Chinese with Latin", "用iPhone拍摄的“照片”，价格是¥5,000元（含税）。真的？真的！", {
		width: 170,
	}),
	plain("combining marks", "e\u0301a\u0308o\u0302\u0301 x\u0323 q\u0307\u0323 ệ ệ n\u0303", {
		width: 240,
		fontSize: 40,
	}),
	plain("symbols and arrows", "→ ← ↑ ✓ ★ ☆ ● ■ ▲ ♪ ∞ ≠ ≤ √ ∑ π €£¥₹ №", { width: 260 }),
	plain("joiners", "می\u200cخواهم نمی\u200cشود ک\u200dتاب क्\u200dष क्\u200cष", { width: 220 }),
	plain("mixed Korean and Japanese", "한국어와 漢字, 日本語の漢字", { width: 220 }),
	plain("line heights of other fonts", "Latin ไทย์ ဗမာ ខ្មែរ\nភាសាខ្មែរ and more Latin", {
		width: 260,
		fontSize: 34,
	}),
	{
		name: "large platform, many blocks",
		platform: "professional-post",
		slide: {
			backgroundColor: "#f4f1de",
			textBlocks: [
				{ text: "Five ways to save", size: "XL", textColor: "#3d405b", x: 30, y: 30 },
				{
					richText: "1. <b>Cook</b> at home<br>2. <mark>Cancel</mark> unused plans",
					size: "M",
					textColor: "#3d405b",
					x: 30,
					y: 180,
				},
				{ text: "swipe", size: "S", style: "highlight", highlightColor: "#e07a5f", x: 330, y: 400 },
				{
					text: PANGRAM,
					size: "L",
					style: "outline",
					textColor: "#81b29a",
					x: 30,
					y: 270,
					width: 390,
				},
			],
		},
	},
	{
		name: "story, defaults",
		platform: "photo-feed-story",
		slide: {
			textBlocks: [
				{ text: "Every default of a block" },
				{ text: PANGRAM, x: 51, y: 450, height: 201, rotation: 5 },
			],
		},
	},
];

export const DOCUMENTS: readonly FidelityDocument[] = [
	...styleDocuments(),
	...scriptDocuments(),
	...rareScriptDocuments(),
	...wrapping,
	...richTexts,
	...rotations,
	...emojis,
	...bidi,
	...mixtures,
	...CHARACTER_DOCUMENTS,
	...TYPOGRAPHY_DOCUMENTS,
	...LAYOUT_DOCUMENTS,
];
