/** Short texts of templates break between words, in languages that hyphenate and in those without spaces. */
import t from "tap";
import { bundledTemplates } from "../../../src/documents/templates/template-library.js";
import { createRenderer, type RenderRequest } from "../../../src/index.js";

const HEADLINES: readonly (readonly [template: string, language: string, headline: string])[] = [
	["hiring-list", "de", "Wir suchen dich"],
	["hiring-list", "de", "Kommst du zu uns?"],
	["hiring-list", "ja", "カフェスタッフ募集"],
	["hiring-list", "ko", "함께 일할 사람을 찾습니다"],
	["flash-sale-story", "de", "Nur dieses Wochenende"],
	["flash-sale-story", "nl", "Alleen dit weekend"],
	["flash-sale-story", "ja", "今週末限定のタイムセール"],
];

t.test("headlines break between words", async (t) => {
	const renderer = await createRenderer({ processes: 1 });
	t.teardown(() => renderer.close());
	for (const [template, language, headline] of HEADLINES) {
		const variables = {
			headline,
			language,
			roles: [{ title: "A" }],
			action: "B",
			discount: "−20 %",
		};
		if (template === "hiring-list") Reflect.deleteProperty(variables, "discount");
		else for (const name of ["roles", "action"]) Reflect.deleteProperty(variables, name);
		const request = { template, variables } as unknown as RenderRequest;
		const { slides, warnings } = await renderer.measure(request);
		t.strictSame(warnings, [], headline);
		const whole = plain(headline);
		const lines = linesOf(slides).find((one) => plain(one.join("")) === whole);
		t.ok(lines, headline);
		if (language === "ja") t.notMatch(lines!.join("\n"), /\p{sc=Kana}\n[\p{sc=Kana}ー]/u, headline);
		else t.equal(lines!.join(" ").toLowerCase(), headline.toLowerCase());
	}
});

t.test("templates hyphenate only long words", async (t) => {
	for (const { template } of bundledTemplates())
		t.notMatch(JSON.stringify(template.document), /"auto\\" : \\"none/, template.id);
});

/** Without what lines may add or change. */
const plain = (text: string) => text.replace(/[\s‐-]/g, "").toLowerCase();

/** The lines of all texts with lines, without regard to where they are in the tree. */
function linesOf(tree: unknown): string[][] {
	if (typeof tree !== "object" || tree === null) return [];
	const own = (tree as { lines?: { text: string }[] }).lines;
	return [
		...(own ? [own.map(({ text }) => text)] : []),
		...Object.values(tree).flatMap((part) => linesOf(part)),
	];
}
