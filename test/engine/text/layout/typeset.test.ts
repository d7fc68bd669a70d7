import t from "tap";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import type { Fragment, Line } from "../../../../src/engine/text/layout/line-layout.js";
import { typeset } from "../../../../src/engine/text/layout/typeset.js";
import type { FontStyle } from "../../../../src/engine/text/layout/typeset-options.js";
import { processorTime } from "../../../helpers/processor-time.js";

const style: FontStyle = { weight: 800, italic: false };
const heavy: FontStyle = { weight: 900, italic: true };
const fonts = await openFontLibrary();

const lay = (text: string, wrapWidth = Number.POSITIVE_INFINITY, han: "sc" | "jp" = "sc") =>
	typeset([{ text, style }], { fonts, fontSize: 100, wrapWidth, language: { tag: "", han } });
const linesOf = (text: string, lines: readonly Line<unknown>[]) =>
	lines.map(({ start, end }) => text.slice(start, end));
const wrapped = (text: string, wrapWidth: number) => linesOf(text, lay(text, wrapWidth));
const width = (text: string) => lay(text)[0]!.width;
const glyphs = (fragments: readonly Fragment<unknown>[]) =>
	fragments.flatMap((fragment) => (fragment.kind === "glyphs" ? fragment.glyphs : []));

t.test("lines break at spaces, and the spaces hang", async (t) => {
	const text = "one two three";
	t.same(wrapped(text, width("one two") + 1), ["one two ", "three"]);
	t.same(wrapped(text, width("one two") - 1), ["one ", "two ", "three"]);
	t.equal(lay(text, width("one two") + 1)[0]!.width, width("one two"), "not counted in the width");
});

t.test("a word longer than the line breaks anywhere, after a break before it", async (t) => {
	const lines = wrapped("go incomprehensibly", width("incomp"));
	t.equal(lines[0], "go ");
	t.equal(lines[1], "incomp");
	t.equal(lines.join(""), "go incomprehensibly", "nothing is lost");
});

t.test("a width of zero gives a character a line and ends", async (t) => {
	t.same(wrapped("abc", 0), ["a", "b", "c"]);
});

t.test("newlines end paragraphs, empty ones are kept", async (t) => {
	t.same(
		lay("a\n\nb").map((line) => line.width > 0),
		[true, false, true],
	);
});

t.test("a soft hyphen shows only where the line breaks", async (t) => {
	const text = "hyphen\u00adation";
	t.equal(width(text), width("hyphenation"));
	const [first] = lay(text, width("hyphenat"));
	t.ok(Math.abs(first!.width - width("hyphen\u2010")) < 0.01, "the hyphen is drawn");
	const tooNarrow = lay(text, width("hyphen") + 1);
	t.ok(tooNarrow[0]!.width <= width("hyphen") + 1, "a hyphen that does not fit makes no break");
	const after = wrapped("go hyphen\u00adation", width("go hyphen") + 1);
	t.equal(after[0], "go ", "the break before it is taken");
});

t.test("no-break and zero-width spaces are obeyed", async (t) => {
	t.same(wrapped("ab\u00a0cd", width("ab") + 1).length > 2, true, "only broken as a long word");
	t.same(wrapped("ab\u200bcd", width("ab") + 1), ["ab\u200b", "cd"]);
});

t.test("tabs go to the next of the stops that are four spaces apart", async (t) => {
	const stop = 4 * (width("i i") - 2 * width("i"));
	const line = lay("i\tx\ty")[0]!;
	const starts = line.fragments.map((fragment) => fragment.x);
	t.ok(Math.abs(starts[1]! - stop) < 1, `${starts[1]} is the first stop`);
	t.ok(Math.abs(starts[2]! - 2 * stop) < 1);
});

t.test("tabs of a right-to-left line go to stops that count from its right edge", async (t) => {
	const stop = 4 * (width("i i") - 2 * width("i"));
	const [line] = lay("י\tו\tן");
	const rights = line!.fragments.map((fragment) => line!.width - fragment.x - fragment.width);
	t.same(
		rights.reverse().map((right) => Math.round(right / stop)),
		[0, 1, 2],
		"in the order of reading",
	);
	for (const [i, right] of rights.entries()) t.ok(Math.abs(right - i * stop) < 1, `${right}`);
});

t.test("a line fits by its own width, not by one kerned with the letter after it", async (t) => {
	// "T" comes nearer to the "o" that follows it than to the end of a line.
	const kerned = width("LT\u200bo") - width("o");
	t.ok(kerned < width("LT") - 3, "they are kerned across the break");
	const text = "LT\u200bo";
	for (const room of [kerned + 1, width("LT") - 1]) {
		for (const line of lay(text, room))
			t.ok(line.width <= room + 1 / 64, `${line.width} in ${room}`);
	}
	t.same(wrapped(text, width("LT")), ["LT\u200b", "o"]);
});

t.test("right-to-left lines run in visual order, brackets mirrored and paired", async (t) => {
	const text = "עברית (42) abc";
	const [line] = lay(text);
	t.equal(line!.direction, "rtl");
	const clusters = glyphs(line!.fragments).map((glyph) => text[glyph.cluster]);
	t.equal(clusters.join(""), "abc )42( תירבע");
	t.equal(lay("abc שלום")[0]!.direction, "ltr");
});

t.test("each paragraph has its own direction", async (t) => {
	t.same(
		lay("abc\nאבג\n123").map((line) => line.direction),
		["ltr", "rtl", "ltr"],
	);
});

t.test("runs of one font are shaped together, and split by style", async (t) => {
	const bold: FontStyle = { weight: 800, italic: false };
	const red: FontStyle = { weight: 800, italic: false };
	const [line] = typeset(
		[
			{ text: "A", style: bold },
			{ text: "V", style: red },
		],
		{ fonts, fontSize: 100, wrapWidth: Number.POSITIVE_INFINITY, language: { tag: "", han: "sc" } },
	);
	t.same(
		line!.fragments.map((fragment) => fragment.style),
		[bold, red],
	);
	t.ok(line!.width < width("A") + width("V"), "kerned across the change of colour");
	t.ok(Math.abs(line!.width - width("AV")) < 0.01);
});

t.test("weights and italics take faces of their own", async (t) => {
	const [line] = typeset(
		[
			{ text: "a", style },
			{ text: "a", style: heavy },
		],
		{ fonts, fontSize: 100, wrapWidth: Number.POSITIVE_INFINITY, language: { tag: "", han: "sc" } },
	);
	const files = line!.fragments.map((fragment) => fragment.kind === "glyphs" && fragment.font.file);
	t.equal(new Set(files).size, 2);
});

t.test("emoji, what no font has, and joined emoji that nobody has drawn", async (t) => {
	const kinds = (text: string) => lay(text)[0]!.fragments.map((fragment) => fragment.kind);
	t.same(kinds("a🚀"), ["glyphs", "emoji"]);
	t.same(kinds("\u{10fffd}"), ["missing"]);
	t.same(kinds("🚀\u200d🍕"), ["emoji", "emoji"]);
	t.same(kinds("\u2764\ufe0e"), ["glyphs"], "text presentation");
	t.same(kinds("\u2764\ufe0f"), ["emoji"], "emoji presentation");
});

t.test("a line cut inside a word is shaped again where letters join", async (t) => {
	const text = "محمد".repeat(6);
	const lines = lay(text, 300);
	t.ok(lines.length > 1);
	const total = lines.reduce((sum, line) => sum + glyphs(line.fragments).length, 0);
	t.ok(total > 0);
	t.equal(linesOf(text, lines).join(""), text);
	for (const line of lines) t.ok(line.width <= 301, "each line fits");
});

t.test("ten thousand characters of anything end soon", async (t) => {
	for (const text of [
		"word ".repeat(2000),
		"x".repeat(10_000),
		"א1".repeat(5000),
		`e${"\u0301".repeat(9999)}`,
		"👩‍🚀".repeat(2000),
		"\u{10fffd}".repeat(5000),
		"漢かカ한".repeat(2500),
	]) {
		const spent = processorTime();
		const lines = lay(text, 400);
		t.ok(spent() < 20_000, `${[...text][1]}: ${lines.length} lines`);
	}
});

t.test(
	"a closing bracket that does not fit loses its blank half at the end of a line",
	async (t) => {
		const lines = lay("漢字漢」漢字", 350, "jp");
		t.same(linesOf("漢字漢」漢字", lines), ["漢字漢」", "漢字"]);
		t.equal(lines[0]!.width, 350);
		t.same(linesOf("漢字漢」", lay("漢字漢」", 350, "jp")), ["漢字漢」"], "no empty line after it");
		t.same(
			linesOf("漢字漢」漢", lay("漢字漢」漢", 349, "jp")),
			["漢字", "漢」漢"],
			"or it goes along",
		);
	},
);

t.test("brackets that meet share their blank halves, but not across lines", async (t) => {
	t.equal(lay("「漢」、", undefined, "jp")[0]!.width, 350);
	const lines = lay("漢」「漢", 200, "jp");
	t.same(
		lines.map((line) => line.width),
		[200, 200],
	);
});

t.test("the end of a line kerns with its space, unless the text is decorated", async (t) => {
	const end = (decorated: boolean) =>
		typeset([{ text: "ab, really", style: { ...style, decorated } }], {
			fonts,
			fontSize: 100,
			wrapWidth: 200,
			language: { tag: "", han: "sc" },
		})[0]!.width;
	t.ok(end(false) < end(true) - 1);
	t.equal(end(true), width("ab,"));
});

t.test("punctuation of another font is kerned as part of its script", async (t) => {
	const space = width("i i") - 2 * width("i");
	const apart = 2 * width("ب") + width(".") + space;
	t.ok(width("ب. ب") < apart - 1, "in Inter, in the direction of Arabic");
});
