import fc from "fast-check";

/** Characters and sequences that text engines stumble over, each a unit of its own. */
const UNITS: readonly string[] = [
	..."aZ0 ~<>&\"'`\\/{}%;#",
	...[
		"\n",
		"\r\n",
		"\r",
		"\t",
		"\u0000",
		"\u0007",
		"\u000b",
		"\u001b",
		"\u007f",
		"\u0085",
		"\u009f",
	],
	// Lone surrogates, noncharacters, private use, unassigned, the last code point.
	...["\ud800", "\udfff", "\ufffe", "\uffff", "\ufdd0", "\ufffd", "\ue000", "\u0378", "\u{10ffff}"],
	// Bidirectional controls and isolates, none of them closed.
	...["\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067"],
	...["\u2068", "\u2069", "\u061c"],
	// Joiners, selectors, spaces of no width and of many widths, separators, soft hyphen, BOM.
	...["\u200b", "\u200c", "\u200d", "\u2060", "\u00ad", "\ufe0f", "\ufe0e", "\ufeff", "\u00a0"],
	...["\u2028", "\u2029", "\u3000", "\u2003", "\u{e0100}", "\u034f", "\u{e0001}", "\u{e007f}"],
	// Combining marks: zalgo, Thai, Tibetan stacks, enclosing keycap.
	...["\u0301", "\u0489", "\u0e49", "\u0f84", "\u20e3", "\u1dff", "\u{1d165}"],
	// A letter or syllable of many scripts.
	..."éßŁЖΩԱאبپऄক్ਕકଓதకಕമකไລཀကაአកᠠᏣᐁ가あア漢字々。「𠮷𝔸𓀀",
	...["क्ष्म", "ക്ഷ", "ស្ត្រី", "ကြွ", "สวัสดี", "العربية", "שָׁלוֹם", "Việt", "ﷺ", "ﬃ"],
	// Emoji: plain, skin tones, families, flags, tags, keycaps, and halves of them.
	...["😀", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "🇩", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️", "☎︎", "🏽", "🏳️‍🌈", "🧑🏿‍🤝‍🧑🏻"],
	...["__proto__", "constructor", "{{x}}", "</text>", "]]>", "<!--", "&#0;", "&amp;", "\\u0000"],
];

/** Units that are worth having ten thousand times. */
const REPEATED: readonly string[] = [
	...[
		"a",
		" ",
		"\n",
		"W",
		"😀",
		"漢",
		"👨‍👩‍👧‍👦",
		"\u0301",
		"ﷺ",
		"\u200d",
		"\u202e",
		"\u2067",
		"<",
		"&",
		"\u0000",
	],
	...["\ud800", "\u{10ffff}", "\u00ad", "ب", "ไ", "क्ष्म", "\t", "-", "\ue000", "ab ", "אa1 ", "🇩"],
];

const atMost = (max: number) => (text: string) => text.slice(0, max);

/** Texts of all scripts, controls, surrogates and sequences; some at the limit of their length. */
export const nastyText = (maxLength: number): fc.Arbitrary<string> =>
	fc
		.oneof(
			{ weight: 12, arbitrary: fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 40 }) },
			{ weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
			{ weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 200, size: "max" }) },
			{ weight: 2, arbitrary: fc.lorem({ maxCount: 60 }) },
			{
				weight: 1,
				arbitrary: fc
					.tuple(fc.constantFrom(...REPEATED), fc.integer({ min: 1, max: 2_000 }))
					.map(([unit, count]) => unit.repeat(count)),
			},
			{
				weight: 1,
				arbitrary: fc
					.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 30, size: "max" })
					.map((units) => units.join("").repeat(Math.ceil(maxLength / units.join("").length))),
			},
		)
		.map(atMost(maxLength));

const COLOURS = [
	...["red", "TRANSPARENT", "#abc", "#AABBCCDD", "rgb(1 2 3 / 50%)", "hsl(1e9deg 50% 50%)"],
	...["oklch(0.7 0.1 200)", "color(display-p3 1 0 0)", "currentcolor", "rgb(none none none)"],
];

/** Colours that parse. */
export const cssColour: fc.Arbitrary<string> = fc.constantFrom(
	...COLOURS.filter((colour) => colour !== "currentcolor"),
);

const STYLE_VALUES = [
	...COLOURS,
	...[
		"url(http://127.0.0.1:9/)",
		"expression(alert(1))",
		"red;}body{x",
		"red!important",
		"/**/red",
	],
	...[
		"rgb(1,2",
		`rgb(${" ".repeat(250)}1`,
		"\\72 ed",
		"var(--x)",
		"'",
		'"',
		"uppercase",
		"capitalize",
	],
];

const FRAGMENTS: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom(
		...[
			"b",
			"strong",
			"i",
			"em",
			"u",
			"s",
			"strike",
			"del",
			"mark",
			"span",
			"B",
			"p",
			"a",
			"x:y",
		].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
		...["<br>", "<br/>", "</br>", "<script>", "</script>", "<style>", "</style>", "<!--", "-->"],
		...[
			"<![CDATA[",
			"]]>",
			"<?php ?>",
			"<",
			">",
			"</",
			"<>",
			"< b>",
			"<b",
			"<b x='",
			"<b/>",
			"<template>",
		],
		...["&amp", "&lt;", "&#0;", "&#xD800;", "&#x110000;", "&nope;", "&#x1F600;", "&", "&#", "&#x"],
		...[
			'<img src="http://127.0.0.1:9/">',
			"<svg onload=alert(1)>",
			"<iframe>",
			"<textarea>",
			"<plaintext>",
		],
	),
	fc
		.tuple(
			fc.constantFrom("color", "background-color", "COLOR", "text-transform", "background", "--x"),
			fc.constantFrom(...STYLE_VALUES),
			fc.constantFrom('"', "'", ""),
		)
		.map(([property, value, quote]) => `<span style=${quote}${property}:${value}${quote}>`),
	nastyText(30),
);

/** Simple HTML, well formed only by accident, never more than 90 levels deep. */
export const nastyRichText = (maxLength: number): fc.Arbitrary<string> =>
	fc
		.oneof(
			{ weight: 6, arbitrary: fc.array(FRAGMENTS, { maxLength: 12, size: "max" }) },
			{ weight: 1, arbitrary: fc.array(FRAGMENTS, { maxLength: 90, size: "max" }) },
		)
		.map((fragments) => atMost(maxLength)(fragments.join("")));
