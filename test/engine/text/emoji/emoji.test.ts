import { readFile } from "node:fs/promises";
import t from "tap";
import { packageRoot } from "../../../../src/base/package-root.js";
import {
	emojiArt,
	emojiKey,
	emojiKeyOfAny,
	splitEmoji,
} from "../../../../src/engine/text/emoji/emoji.js";
import { processorTime } from "../../../helpers/processor-time.js";

const list = new URL("test/engine/text/emoji/emoji-15.1.txt", packageRoot);
const allEmoji = (await readFile(list, "utf8")).trimEnd().split("\n");

t.test("every emoji of Unicode 15.1 is one, has a picture, and is plain SVG", async (t) => {
	const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
	let count = 0;
	for (const emoji of allEmoji) {
		count++;
		const key = emojiKey(emoji);
		if (key === undefined) {
			t.fail(`${emoji} is taken for text`);
			continue;
		}
		const { content, size } = emojiArt(key);
		const tags = new Set([...content.matchAll(/<\/?([A-Za-z]+)/g)].map((match) => match[1]));
		for (const plain of ["g", "path", "circle", "ellipse"]) tags.delete(plain);
		if (tags.size > 0 || size !== 36 || /\s(id|href|opacity|clip-path|style)=/.test(content)) {
			t.fail(`${emoji} is not plain: ${content}`);
		}
		if (content.split("<g").length !== content.split("</g>").length)
			t.fail(`${emoji} is not closed`);
		if ([...segmenter.segment(emoji)].length !== 1) t.fail(`${emoji} is more than one cluster`);
	}
	t.ok(count > 3700, `${count} emoji`);
});

t.test("the characters that are not emoji by default wait for U+FE0F", async (t) => {
	for (const char of ["©", "®", "™", "☺", "❤", "✈", "☀", "🌡", "🅰", "🏳", "ℹ", "↔", "㊗"]) {
		t.equal(emojiKey(char), undefined, char);
		t.equal(emojiKey(`${char}\ufe0f`), char.codePointAt(0)!.toString(16), `${char} with U+FE0F`);
		t.equal(emojiKey(`${char}\ufe0e`), undefined, `${char} with U+FE0E`);
	}
	for (const char of ["😀", "⌚", "⚡", "🀄", "🚀"]) {
		t.equal(emojiKey(char), char.codePointAt(0)!.toString(16), char);
		t.equal(emojiKey(`${char}\ufe0f`), char.codePointAt(0)!.toString(16), `${char} with U+FE0F`);
		t.equal(emojiKey(`${char}\ufe0e`), undefined, `${char} with U+FE0E`);
		t.equal(emojiKeyOfAny(`${char}\ufe0e`), char.codePointAt(0)!.toString(16));
	}
});

t.test("plain text is text", async (t) => {
	for (const text of [
		"",
		"a",
		"1",
		"#",
		"*",
		"1\ufe0f",
		"é",
		"漢",
		"が",
		"한",
		"\u200d",
		"\ud83d",
		"1\u0301",
	]) {
		t.equal(emojiKey(text), undefined, JSON.stringify(text));
		t.same(splitEmoji(text).length <= 1, true, JSON.stringify(text));
	}
});

t.test("sequences have keys of their own", async (t) => {
	for (const [emoji, key] of [
		["1️⃣", "31-20e3"],
		["1\u20e3", "31-20e3"],
		["👍🏽", "1f44d-1f3fd"],
		["☝🏽", "261d-1f3fd"],
		["🇯🇵", "1f1ef-1f1f5"],
		["🇦", "1f1e6"],
		["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1f3f4-e0067-e0062-e0073-e0063-e0074-e007f"],
		["👁\u200d🗨", "1f441-200d-1f5e8"],
		["👩‍❤️‍💋‍👨", "1f469-200d-2764-200d-1f48b-200d-1f468"],
		["🏽", "1f3fd"],
		["🦰", "1f9b0"],
		["🫩", "1fae9"],
	] as const) {
		t.equal(emojiKey(emoji), key, emoji);
		t.same(splitEmoji(emoji), [emoji]);
	}
});

t.test("a sequence that nobody draws falls apart into what can be drawn", async (t) => {
	for (const [emoji, parts] of [
		["👨\u200d🚗", ["👨", "🚗"]],
		["👩‍❤️‍👩‍👧", ["👩‍❤️‍👩", "👧"]],
		["🚗🏽", ["🚗", "🏽"]],
		["🇦🇦", ["🇦", "🇦"]],
		["😀\u0301", ["😀", "\u0301"]],
	] as const) {
		t.equal(emojiKey(emoji), undefined, emoji);
		t.same(splitEmoji(emoji), parts, emoji);
	}
	const texas = "🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}";
	t.equal(emojiKey(texas), "1f3f4", "an unknown region shows its flag");
});

t.test("a key of nobody's is an error", async (t) => {
	t.throws(() => emojiArt("61"), RangeError);
	t.throws(() => emojiArt("../emoji"), RangeError);
});

t.test("endless sequences are taken apart in linear time", async (t) => {
	const spent = processorTime();
	t.equal(splitEmoji("👨\u200d🚗\u200d".repeat(5_000)).length, 10_000);
	t.equal(splitEmoji(`😀${"\u0301".repeat(100_000)}`).length, 100_001);
	t.equal(emojiKey(`❤${"\ufe0f".repeat(100_000)}`), "2764");
	t.equal(emojiKey(`🏴${"\u{e0061}".repeat(50_000)}`), "1f3f4");
	t.ok(spent() < 20_000);
});
