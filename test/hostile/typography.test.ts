/** Texts that ask for all that typesetting can do: they are drawn or refused, and soon. */
import t from "tap";
import { startApp } from "../helpers/app.js";

/** Milliseconds; a hang or quadratic work would take minutes. The first text of a script opens its fonts. */
const SOON = 20_000;
const WORDS = "Donaudampfschifffahrtsgesellschaft uncharacteristically considered 2024-05-01 ";

t.test("with the service", async (t) => {
	const { post } = await startApp(t);
	await post("/api/measure", { slides: [{ textBlocks: [{ text: "warm" }] }] });
	const everything = (words: string, i: number) => ({
		richText: `<ul><li>${words}</li></ul>`,
		x: 10,
		y: i * 10,
		width: 120 + i,
		height: 300,
		lang: "de",
		fontSize: 40,
		fit: "shrink",
		fitGroup: `g${i}`,
		textWrap: i % 2 === 0 ? "balance" : "pretty",
		hyphens: "auto",
		letterSpacing: 0.05,
		list: { marker: "check" },
		wordBreak: "keep-all",
		textStroke: { color: "#000000", width: 1 },
	});
	const fill = (length: number, words: string) =>
		words.repeat(Math.ceil(length / words.length)).slice(0, length);
	const cases: [name: string, blocks: object[]][] = [
		["one block of 9,900", [everything(fill(9_900, WORDS), 0)]],
		["30 blocks of 9,900", Array.from({ length: 30 }, (_, i) => everything(fill(9_900, WORDS), i))],
		["30 blocks of 333", Array.from({ length: 30 }, (_, i) => everything(fill(333, WORDS), i))],
		["one word", [everything(fill(9_900, "a"), 1)]],
		["marks", [everything(fill(9_000, "a\u20dd\u0301\u0323"), 1)]],
		["Japanese", [everything(fill(9_000, "春の新作を発売中です。"), 1)]],
		["spaces", [everything(fill(9_000, "a \u3000"), 0)]],
	];
	const nested = (levels: number, blocks: readonly object[]): object => ({
		type: "stack",
		...(levels === 5 && { width: 390, height: 390 }),
		direction: levels % 2 === 0 ? "row" : "column",
		wrap: levels % 2 === 0,
		children:
			levels === 1
				? blocks.map((block) => ({ type: "text", ...block, x: null, y: null }))
				: [nested(levels - 1, blocks)],
	});
	const slides: [name: string, slide: object][] = cases.flatMap(([name, textBlocks]) => [
		[name, { textBlocks }],
		[`${name}, layers`, { layers: textBlocks.map((block) => ({ type: "text", ...block })) }],
		[`${name}, in stacks`, { layers: [nested(5, textBlocks)] }],
	]);
	for (const [name, slide] of slides) {
		for (const path of ["/api/measure", "/api/render.png"]) {
			const began = performance.now();
			const answer = await post(path, { slides: [slide] });
			await answer.arrayBuffer();
			const took = performance.now() - began;
			t.ok([200, 400, 422].includes(answer.status), `${name} ${path}: ${answer.status}`);
			t.ok(took < SOON, `${name} ${path}: ${took} ms`);
			if (name.startsWith("30 blocks of 333")) t.equal(answer.status, 200, "within the price");
		}
	}
});
