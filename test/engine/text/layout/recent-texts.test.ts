import t from "tap";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import { RecentTexts } from "../../../../src/engine/text/layout/recent-texts.js";
import { type TextRun, typeset } from "../../../../src/engine/text/layout/typeset.js";
import type {
	FontStyle,
	TypesetOptions,
} from "../../../../src/engine/text/layout/typeset-options.js";
import { randomNumbers } from "../../../helpers/random-numbers.js";

t.test("the texts that were used last are kept, up to their characters", async (t) => {
	const texts = new RecentTexts<number>();
	const key = (i: number) => `text ${i}`;
	const add = (i: number, length = 8_000) => texts.add(key(i), i, length);
	for (let i = 0; i < 4; i++) add(i);
	t.equal(texts.get(key(0)), 0);
	add(4);
	t.same(
		[0, 1, 2, 3, 4].map((i) => texts.get(key(i))),
		[0, undefined, 2, 3, 4],
		"the one that was not used for the longest time is gone",
	);
	add(5, 40_000);
	t.equal(texts.get(key(5)), undefined, "a long text is not kept");
	t.equal(texts.get(key(4)), 4, "and drives out no other");
	for (let i = 6; i < 206; i++) add(i, 10);
	t.equal(texts.get(key(6)), 6, "two hundred short texts of a slide are");
});

t.test("a text is the same whatever was laid out before", async (t) => {
	const text =
		"Fluffy 1,234.50 offices, 30 December 2026, call +49 30 901820: 電話・東京、“Äpfel” Donaudampfschiff\tund سلام 12 🔥 Straße";
	const plain: FontStyle = { weight: 500, italic: false };
	const runs: TextRun<FontStyle>[][] = [
		[{ text, style: plain }],
		[{ text, style: { ...plain, weight: 800 } }],
		[{ text, style: { ...plain, italic: true } }],
		[{ text, style: { ...plain, size: 0.5 } }],
		[{ text, style: { ...plain, spacing: 0.1 } }],
		[{ text, style: { ...plain, raise: 0.3 } }],
		[{ text, style: { ...plain, font: "Caveat" } }],
		[{ text, style: { ...plain, font: null } }],
		[{ text, style: { ...plain, decorated: true } }],
		[
			{ text: text.slice(0, 20), style: plain },
			{ text: text.slice(20), style: { ...plain, weight: 700 } },
		],
		[
			{ text: text.slice(0, 21), style: plain },
			{ text: text.slice(21), style: { ...plain, weight: 700 } },
		],
		[{ text: `${text}\n${text}`, style: plain }],
	];
	const language = { tag: "de", han: "sc" } as const;
	const usual = { fontSize: 40, wrapWidth: 300, language };
	// Each but the first differs in one thing.
	const settings: Omit<TypesetOptions, "fonts">[] = [
		usual,
		{ ...usual, fontSize: 41 },
		{ ...usual, wrapWidth: 200 },
		{ ...usual, wrapWidth: Number.POSITIVE_INFINITY },
		{ ...usual, maxLines: 2 },
		{ ...usual, language: { tag: "ja", han: "jp" } },
		{ ...usual, hyphens: "auto" },
		{ ...usual, language: { ...language, chinese: true } },
		{ ...usual, language: { ...language, prefer: "nastaliq" } },
		{ ...usual, font: "Caveat" },
		{ ...usual, tabularNumbers: true },
		{ ...usual, textWrap: "balance" },
		{ ...usual, textWrap: "pretty" },
		{ ...usual, wordBreak: "keep-all" },
		{ ...usual, direction: "rtl" },
	];
	const all = runs.flatMap((parts) => settings.map((setting) => ({ parts, setting })));
	// Nothing is kept between libraries.
	const layAll = async (order: readonly number[]) => {
		const fonts = await openFontLibrary();
		const results: string[] = [];
		for (const i of order) {
			const { parts, setting } = all[i]!;
			const lines = typeset(parts, { ...setting, fonts });
			results[i] = JSON.stringify(lines, (name, value) => (name === "font" ? value?.key : value));
		}
		return results;
	};
	const forwards = all.map((_, i) => i);
	const random = randomNumbers(5);
	const shuffled = forwards
		.map((i) => ({ i, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ i }) => i);
	const first = await layAll(forwards);
	t.ok(new Set(first).size > 100, `${new Set(first).size} different results`);
	for (const order of [[...forwards].reverse(), [...shuffled, ...forwards]]) {
		const again = await layAll(order);
		const different = all.filter((_, i) => again[i] !== first[i]);
		t.same(different.slice(0, 2), []);
	}
});
