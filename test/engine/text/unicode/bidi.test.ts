import t from "tap";
import {
	bidiLevels,
	type Direction,
	paragraphDirection,
	visualRuns,
} from "../../../../src/engine/text/unicode/bidi.js";
import { BIDI_CLASSES, bidiClass } from "../../../../src/engine/text/unicode/bidi-classes.js";
import { processorTime } from "../../../helpers/processor-time.js";
import { unicodeTestLines } from "../../../helpers/unicode-test-file.js";

/** X9 takes these out of the text; the tests leave them out of levels and order. */
const REMOVED = new Set(["LRE", "LRO", "RLE", "RLO", "PDF", "BN"]);

const classOf = (codePoint: number): string => BIDI_CLASSES[bidiClass(codePoint)]!;

/** UTF-16 indices of a one line text in visual order, each with its level after L1 as its direction shows it. */
function lineOf(text: string, base: Direction): { order: number[]; rtl: boolean[] } {
	const order: number[] = [];
	const rtl: boolean[] = [];
	const level = base === "rtl" ? 1 : 0;
	for (const run of visualRuns(bidiLevels(text, base), text, 0, text.length, level)) {
		const indices = Array.from({ length: run.end - run.start }, (_, i) => run.start + i);
		if (run.rtl) indices.reverse();
		order.push(...indices);
		for (const index of indices) rtl[index] = run.rtl;
	}
	return { order, rtl };
}

function holds(codePoints: number[], base: Direction, levels: string[], order: string): boolean {
	const text = String.fromCodePoint(...codePoints);
	const positions: number[] = [];
	const characterAt: number[] = [];
	for (let i = 0, at = 0; i < codePoints.length; i++) {
		positions.push(at);
		characterAt[at] = i;
		at += codePoints[i]! > 0xffff ? 2 : 1;
	}
	const resolved = bidiLevels(text, base);
	const line = lineOf(text, base);
	const paragraph = base === "rtl" ? 1 : 0;
	for (const [k, expected] of levels.entries()) {
		if (expected === "x") continue;
		const index = positions[k]!;
		if (line.rtl[index] !== (Number(expected) % 2 === 1)) return false;
		// L1 alone may move a level, and to the paragraph's alone.
		if (resolved[index] !== Number(expected) && Number(expected) !== paragraph) return false;
	}
	const visual = line.order
		.map((index) => characterAt[index])
		.filter((k) => k !== undefined)
		.filter((k) => !REMOVED.has(classOf(codePoints[k]!)));
	return visual.join(" ") === order;
}

t.test("UAX #9: every case of BidiCharacterTest.txt", async (t) => {
	const lines = unicodeTestLines("BidiCharacterTest-15.0.0.txt");
	t.equal(lines.length, 91_707);
	const failed = lines.filter((line) => {
		const [characters, direction, paragraph, levels, order] = line.split(";");
		const codePoints = characters!.split(" ").map((hex) => Number.parseInt(hex, 16));
		const auto = paragraphDirection(String.fromCodePoint(...codePoints));
		const base = direction === "0" ? "ltr" : direction === "1" ? "rtl" : auto;
		if ((base === "rtl" ? "1" : "0") !== paragraph) return true;
		return !holds(codePoints, base, levels!.split(" "), order!.trim());
	});
	t.same(failed, []);
});

t.test("UAX #9: every case of BidiTest.txt", async (t) => {
	/** A character for each class. */
	const samples = new Map<string, number>();
	for (let codePoint = 0; codePoint < 0x3000; codePoint++) {
		// No brackets: the file knows nothing of rule N0.
		if (/[\p{Ps}\p{Pe}]/u.test(String.fromCodePoint(codePoint))) continue;
		if (!samples.has(classOf(codePoint))) samples.set(classOf(codePoint), codePoint);
	}
	let levels: string[] = [];
	let order = "";
	let cases = 0;
	const failed: string[] = [];
	for (const line of unicodeTestLines("BidiTest-15.0.0.txt")) {
		if (line.startsWith("@Levels:")) levels = line.slice(8).trim().split(/\s+/);
		else if (line.startsWith("@Reorder:")) order = line.slice(9).trim();
		else {
			const [classes, bits] = line.split(";");
			const codePoints = classes!
				.trim()
				.split(" ")
				.map((name) => samples.get(name)!);
			const auto = paragraphDirection(String.fromCodePoint(...codePoints));
			// The direction that the text finds is one of the two others: both are tried once.
			const known = new Map<Direction, boolean>();
			for (const [bit, base] of [
				[1, auto],
				[2, "ltr"],
				[4, "rtl"],
			] as const) {
				if ((Number(bits) & bit) === 0) continue;
				cases++;
				if (!known.has(base)) known.set(base, holds(codePoints, base, levels, order));
				if (!known.get(base)) failed.push(`${line} ${base}`);
			}
		}
	}
	t.equal(cases, 770_241);
	t.same(failed, []);
});

t.test("the first strong character gives a paragraph its direction", async (t) => {
	t.equal(paragraphDirection(""), "ltr");
	t.equal(paragraphDirection("123 !?"), "ltr");
	t.equal(paragraphDirection("123 שלום"), "rtl");
	t.equal(paragraphDirection("😀 عربي"), "rtl", "an emoji is neutral");
	t.equal(paragraphDirection("\u2067עברית\u2069 a"), "ltr", "isolates do not count");
	t.equal(paragraphDirection("\u{1e900}"), "rtl", "Adlam, beyond the basic plane");
	t.equal(paragraphDirection("abc\u2029שלום"), "ltr");
});

t.test("runs of mixed lines are in visual order", async (t) => {
	const seen = (text: string): string => {
		const base = paragraphDirection(text);
		const levels = bidiLevels(text, base);
		return visualRuns(levels, text, 0, text.length, base === "rtl" ? 1 : 0)
			.map((run) => `${run.rtl ? "<" : ">"}${text.slice(run.start, run.end)}`)
			.join("|");
	};
	t.equal(seen("عربي (قوس) Hello 123"), ">Hello 123|<عربي (قوس) ");
	t.equal(seen("שלום world (42)!"), "<!|>world (42)|<שלום ");
	t.equal(seen("abc שלום 12 def"), ">abc |>12|<שלום |> def");
	t.equal(seen("שלום 😀 עולם"), "<שלום 😀 עולם");
	t.equal(seen("a \u202eb c\u202c d").startsWith(">a "), true);
});

t.test("trailing spaces of a line take the paragraph's direction", async (t) => {
	const text = "abc שלום שלום";
	const levels = bidiLevels(text, "ltr");
	t.same(visualRuns(levels, text, 0, 9, 0), [
		{ start: 0, end: 4, rtl: false },
		{ start: 4, end: 8, rtl: true },
		{ start: 8, end: 9, rtl: false },
	]);
	t.same(visualRuns(levels, text, 5, 5, 0), []);
});

t.test("bidi levels take linear time in the length of the text", async (t) => {
	const pieces = [
		"a",
		"א(",
		"()",
		"\u0300",
		"1,",
		"\u2068",
		"\u202e",
		"ا1",
		"\u2067\u2069",
		"+",
		" ",
		"\u00ad",
		"[]א",
		"\ud83d",
	];
	for (const piece of pieces) {
		const text = piece.repeat(100_000 / piece.length);
		const spent = processorTime();
		for (const base of ["ltr", "rtl"] as const) {
			visualRuns(bidiLevels(text, base), text, 0, text.length, 0);
		}
		paragraphDirection(text);
		t.ok(spent() < 20_000, `100,000 characters of ${JSON.stringify(piece)}`);
	}
});
