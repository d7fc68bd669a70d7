import t from "tap";
import { requirePackage } from "../../../../src/base/on-demand.js";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import {
	hyphenationPoints,
	LONG_WORDS,
	lacksHyphens,
} from "../../../../src/engine/text/language/hyphenation.js";
import { phraseStarts } from "../../../../src/engine/text/language/phrases.js";
import { fixedExpressions } from "../../../../src/engine/text/layout/fixed-expressions.js";
import { glyphBounds } from "../../../../src/engine/text/layout/glyph-path.js";
import { punctuationBetweenHan } from "../../../../src/engine/text/layout/han-punctuation.js";
import { type TextRun, typeset } from "../../../../src/engine/text/layout/typeset.js";
import type {
	FontStyle,
	TypesetOptions,
} from "../../../../src/engine/text/layout/typeset-options.js";
import { transformText } from "../../../../src/engine/text/rich/text-transform.js";

const fonts = await openFontLibrary();
const BOLD: FontStyle = { weight: 800, italic: false };
const lay = (
	text: string,
	wrapWidth: number,
	options: Partial<TypesetOptions> = {},
	style = {},
) => {
	const runs: TextRun<FontStyle>[] = [{ text, style: { ...BOLD, ...style } }];
	return typeset(runs, {
		fonts,
		fontSize: 40,
		wrapWidth,
		language: { tag: "", han: "sc" },
		...options,
	});
};
const lines = (text: string, wrapWidth: number, options: Partial<TypesetOptions> = {}) =>
	lay(text, wrapWidth, options).map((line) => line.text.trim());

t.test("letter spacing stands behind each letter, and not between joined ones", async (t) => {
	const spaced = (text: string) =>
		lay(text, 1e4, {}, { spacing: 0.1 })[0]!.width - lay(text, 1e4)[0]!.width;
	t.ok(Math.abs(spaced("Hello") - 5 * 4) < 0.01);
	t.equal(spaced("مرحبا"), 0);
	t.ok(Math.abs(spaced("مرحبا بكم") - 4) < 0.01, "the space between two words");
});

t.test("a run has its own size and stands above the baseline", async (t) => {
	const runs = [
		{ text: "a", style: BOLD },
		{ text: "a", style: { ...BOLD, size: 2, raise: 0.5 } },
	];
	const [line] = typeset(runs, {
		fonts,
		fontSize: 40,
		wrapWidth: 1e4,
		language: { tag: "", han: "sc" },
	});
	const [small, large] = line!.fragments;
	t.ok(Math.abs(large!.width - 2 * small!.width) < 0.01);
	t.ok(large!.kind === "glyphs" && large!.glyphs[0]!.y < -20);
});

t.test("balanced lines are as many and of similar length", async (t) => {
	const text = "Ten years of building products in public and five lessons";
	const normal = lay(text, 500);
	const even = lay(text, 500, { textWrap: "balance" });
	t.equal(even.length, normal.length);
	const spread = (of: typeof even) => {
		const widths = of.map(({ width }) => width);
		return Math.max(...widths) - Math.min(...widths);
	};
	t.ok(spread(even) < spread(normal));
	const long = Array.from({ length: 60 }, () => "word").join(" ");
	t.same(lines(long, 300, { textWrap: "balance" }), lines(long, 300), "more than six lines");
});

t.test("pretty leaves no single word on the last line", async (t) => {
	const text = "kept to are are lasting when";
	t.equal(lines(text, 532).at(-1), "when");
	t.equal(lines(text, 532, { textWrap: "pretty" }).at(-1), "lasting when");
	const two = "One extraordinarylongword";
	t.same(lines(two, 560, { textWrap: "pretty" }), lines(two, 560), "there is no other way");
});

t.test("pretty keeps numbers, dates and prices together", async (t) => {
	const kept = (text: string) =>
		fixedExpressions(text).map(({ start, end }) => text.slice(start, end));
	t.ok(kept("Call +49 170 1234567 now").includes("+49 170 1234567"));
	t.ok(kept("only 1 299,00 € today").includes("1 299,00 €"));
	t.ok(kept("on 12 March 2026 at noon").includes("12 March 2026"));
	t.same(kept("chapters and words"), []);
});

t.test("pretty breaks inside a number only where there is no other place", async (t) => {
	const text = "Call us at +49 170 1234567 to book a table today";
	t.ok(
		lines(text, 453).some((line) => /170$/.test(line)),
		"breaks otherwise",
	);
	const pretty = lines(text, 453, { textWrap: "pretty" });
	t.ok(
		pretty.some((line) => line.includes("+49 170 1234567")),
		pretty.join(" / "),
	);
	const narrow = lines("+49 170 1234567", 200, { textWrap: "pretty" });
	t.ok(narrow.length > 1);
	t.equal(narrow.join(" "), "+49 170 1234567", "at its spaces");
});

t.test("all digits are equally wide where a text asks for it", async (t) => {
	const width = (text: string, tabularNumbers: boolean) =>
		lay(text, 1e4, { tabularNumbers })[0]!.width;
	t.equal(width("111", true), width("888", true));
	t.not(width("111", false), width("888", false));
});

t.test("words are hyphenated as the package does it", async (t) => {
	const createHyphenator = requirePackage("hyphen") as (
		patterns: unknown,
	) => (text: string) => string;
	for (const [tag, file, words] of [
		["en", "en-us", "internationalisation extraordinary hyphenation project present"],
		["de", "de-1996", "Rechtsschutzversicherung Zusammenfassungen Silbentrennung"],
		["fr", "fr", "anticonstitutionnellement bonjour"],
	] as const) {
		const hyphenate = createHyphenator(requirePackage(`hyphen/patterns/${file}.js`));
		for (const word of words.split(" ")) {
			const expected = hyphenate(word).split("\u00ad");
			const points = hyphenationPoints(word, tag);
			const parts = [0, ...points].map((at, i) => word.slice(at, points[i]));
			t.same(parts, expected, word);
		}
	}
	t.same(hyphenationPoints("internationalisation", ""), []);
	t.same(hyphenationPoints("suchen Grünzeug Wochenende", "de", LONG_WORDS), []);
	const long = "Rechtsschutzversicherung";
	const points = hyphenationPoints(long, "de", LONG_WORDS);
	t.ok(points.length > 1);
	for (const at of points) t.ok(at >= 4 && at <= long.length - 4, `${at}`);
	for (const tag of ["", "tlh"]) t.ok(lacksHyphens(tag), tag);
	for (const tag of ["de-AT", "ja", "zh-Hant", "ar", "ko-KR"]) t.notOk(lacksHyphens(tag), tag);
	t.ok(
		lines("internationalisation", 300, {
			hyphens: "auto",
			language: { tag: "en", han: "sc" },
		})[0]!.endsWith("‐"),
	);
});

t.test("a soft hyphen that ends a line is seen, or the line ends before it", async (t) => {
	for (let width = 60; width < 400; width += 7)
		for (const line of lay("inter\u00adnational\u00adisation", width)) {
			const broken = line.broken && /\u00ad$/.test(line.text);
			t.notOk(broken, `${width}: ${line.text}`);
		}
});

t.test("keep-all does not break words, and Japanese at its phrases", async (t) => {
	const korean = "우리는 매일 작은 습관을 만들어";
	for (const line of lines(korean, 200, { wordBreak: "keep-all" }))
		for (const word of line.split(" ")) t.ok(korean.split(" ").includes(word), word);
	t.ok(phraseStarts("今日は天気です。").length > 0);
	const chinese = "春季新品，现已上市。";
	t.same(lines(chinese, 220, { wordBreak: "keep-all" }), ["春季新品，", "现已上市。"]);
	const japanese = { tag: "ja", han: "jp" } as const;
	t.same(lines("今日は天気です", 160, { wordBreak: "keep-all", language: japanese }), [
		"今日は",
		"天気です",
	]);
});

t.test("wide spaces hang at the end of a line", async (t) => {
	t.same(lines("春の新作\u3000発売中", 160), ["春の新作", "発売中"]);
});

t.test("a glyph wider than its line takes the space behind it along", async (t) => {
	t.equal(lines("🔥 Sale", 42)[0], "🔥");
	t.notOk(lines("🔥 Sale", 42).includes(""), "no blank line");
});

t.test("case follows the language", async (t) => {
	t.equal(transformText("istanbul", "uppercase", "", "tr"), "İSTANBUL");
	t.equal(transformText("Καλημέρα", "uppercase", "", "el"), "ΚΑΛΗΜΕΡΑ");
	t.equal(transformText("ijsselmeer", "capitalize", "", "nl"), "IJsselmeer");
	t.equal(transformText("istanbul", "uppercase", ""), "ISTANBUL");
	t.equal(transformText("İSTANBUL IŞIK", "lowercase", "", "tr"), "istanbul ışık");
	t.equal(transformText("izmir", "uppercase", "", "az"), "İZMİR");
	t.equal(transformText("Ì", "lowercase", "", "lt"), "i̇̀");
	t.equal(transformText("ijs", "capitalize", "", "nl"), "IJs");
	t.equal(transformText("ijs", "capitalize", ""), "Ijs");
});

t.test("punctuation takes the form of the phrase that it adjoins", async (t) => {
	const wide = (text: string) => [...punctuationBetweenHan(text)].join("");
	t.equal(wide("—謹賀新年— お知らせ"), "10000100000");
	t.equal(wide("你好 — hello"), "0000000000");
});

/** Where the ink of each glyph of a line is, pixels from its left edge. */
const inks = (text: string, fontSize = 40) =>
	lay(text, 1e4, { fontSize })[0]!.fragments.flatMap((fragment) => {
		if (fragment.kind !== "glyphs") return [];
		const scale = fragment.size / fragment.font.metrics.unitsPerEm;
		return fragment.glyphs.map(({ id, x, y }) => {
			const { left, right, top, bottom } = glyphBounds(fragment.font, id)!;
			const [from, to] = [x + left * scale, x + right * scale];
			return { left: from, right: to, top: top * scale - y, bottom: bottom * scale - y };
		});
	});
const middle = ({ left, right }: { left: number; right: number }) => (left + right) / 2;

t.test("marks stand above the middle of their letters", async (t) => {
	for (const text of ["а\u0301", "θ\u0302", "α\u0302", "ω\u0307", "e\u20d7", "v\u20d7"]) {
		const glyphs = inks(text);
		const last = glyphs.at(-1)!;
		if (glyphs.length === 1) continue;
		const base = glyphs[0]!;
		t.ok(Math.abs(middle(last) - middle(base)) < 4, `${text} across`);
		t.ok(last.bottom > base.top - 4, `${text} above`);
	}
});

t.test("circles, squares and triangles are around their letters and have room", async (t) => {
	for (const text of ["a\u20dd", "中\u20de", "!\u20e4", "?\u20e0", "春\u20dd"]) {
		const [base, mark] = inks(text);
		t.ok(mark!.left < base!.left && mark!.right > base!.right, `${text} across`);
		t.ok(mark!.top > base!.top && mark!.bottom < base!.bottom, `${text} down`);
		t.ok(Math.abs(middle(mark!) - middle(base!)) < 3, `${text} in the middle`);
		const [, first, , second] = inks(text + text);
		t.ok(second!.left >= first!.right, `${text} twice, one beside the other`);
		const wide = lay(text, 1e4)[0]!.width;
		t.equal(lay(text + text, 1.5 * wide).length, 2, `${text} breaks where its room ends`);
	}
	const level = inks("a\u20ddt\u20dd").filter((_, index) => index % 2 === 1);
	t.equal(level[0]!.top, level[1]!.top, "circles in a row are level");
});

t.test("a circle around an emoji is painted over it", async (t) => {
	const { fragments, width } = lay("🙂\u20e0", 1e4)[0]!;
	const [emoji, mark] = fragments;
	t.ok(emoji!.kind === "emoji" && mark!.kind === "glyphs" && mark!.onEmoji);
	const [ring] = inks("🙂\u20e0");
	t.ok(Math.abs(middle(ring!) - (emoji!.x + emoji!.width / 2)) < 0.01);
	t.ok(ring!.left >= 0 && ring!.right <= width);
});

t.test("an ellipsis leaves all of a text that fits beside it, joined letters too", async (t) => {
	for (const text of [
		"مرحبابكم في المعرض السنوي للكتاب",
		"بببببببببببببببببب",
		"AVAVAVAVAV Toys fi",
	]) {
		// What is drawn when the text ends after so many letters.
		const widths = Array.from(
			{ length: text.length },
			(_, end) => lay(`${text.slice(0, end).trimEnd()}…`, 1e4)[0]!.width,
		);
		for (let width = 60; width < 300; width += 3) {
			const [line] = lay(text, width, { maxLines: 1 });
			if (!line!.truncated) continue;
			const fits = widths.map((own) => own <= width);
			const kept = line!.text.length - 1;
			t.ok(line!.width <= width, `${width}: ${line!.text} fits`);
			t.equal(kept, text.slice(0, fits.lastIndexOf(true)).trimEnd().length, `${width}: longest`);
		}
	}
});

t.test("a paragraph has the direction that it is given", async (t) => {
	t.equal(lay("Apple تطلق", 1e4, { direction: "rtl" })[0]!.direction, "rtl");
	t.equal(lay("Apple تطلق", 1e4)[0]!.direction, "ltr");
});

t.test("hostile texts take a bounded time", async (t) => {
	const started = process.cpuUsage();
	const options = {
		textWrap: "pretty",
		hyphens: "auto",
		wordBreak: "keep-all",
		language: { tag: "de", han: "sc" },
	} as const;
	for (const text of [
		"a\u200b".repeat(5_000),
		"1 ".repeat(5_000),
		"+1(".repeat(3_000),
		"x".repeat(10_000),
		"—  ".repeat(3_000),
	]) {
		lay(text, 300, options);
		lay(text, 300, { ...options, textWrap: "balance" });
	}
	const { user, system } = process.cpuUsage(started);
	t.ok(user + system < 8e6, `${(user + system) / 1e6} s`);
});
