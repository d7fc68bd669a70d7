import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { checkSvg } from "../helpers/check-response.js";
import { type Row, slideBody, startVictim, tryRows } from "../helpers/hostile-rows.js";
import { startHostileServer } from "../helpers/hostile-server.js";
import { sampleOf } from "../helpers/samples.js";

const DRAWN = "200";
const INVALID = "400 invalid_render_request";
const MAX = LIMITS.maxTextLength;
const filled = (unit: string): string => unit.repeat(Math.ceil(MAX / unit.length)).slice(0, MAX);
const nested = (levels: number): string => `${"<b>".repeat(levels)}x${"</b>".repeat(levels)}`;

const cases: [name: string, block: Record<string, unknown>, expected: string][] = [];
const add = (name: string, block: Record<string, unknown>, expected: string) =>
	cases.push([name, block, expected]);
const rich = (richText: string, expected = DRAWN) =>
	add(richText.slice(0, 60), { richText }, expected);

// 72: nesting
rich(nested(LIMITS.maxRichTextDepth));
rich(nested(LIMITS.maxRichTextDepth + 1), INVALID);
rich("<b>".repeat(3_000), INVALID);
rich("<b><i>a</b>b</i>c</u></b>");
for (const levels of [10_000, 100_000]) {
	rich(nested(levels), INVALID);
	rich("<b>".repeat(levels), INVALID);
	rich("<b>".repeat(levels) + "</i>".repeat(levels), INVALID);
}
// 73: masses
for (const unit of [
	"<br>",
	"&amp;",
	"<",
	"</b>",
	"<b></b>",
	"<mark>x</mark>",
	"&",
	"<!--",
	"<b ",
]) {
	rich(filled(unit));
	rich(unit.repeat(100_000), INVALID);
}
// 74: elements that are none here
for (const element of [
	"script",
	"style",
	"iframe",
	"template",
	"textarea",
	"title",
	"svg",
	"math",
]) {
	rich(`a<${element}>alert(1)</${element}>b<${element}>`);
}
rich('<img src="CANARY"><link rel=stylesheet href="CANARY"><object data="CANARY">');
rich("<!-- a --><![CDATA[ b ]]><?php c ?><!DOCTYPE html>");
// 75: character references
rich("&#0;&#xD800;&#x110000;&#xFFFE;&nope;&amp&lt&#&#x;&#99999999999999999999;&NotEqualTilde;");
// 76: styles
for (const style of [
	...["color:url(CANARY)", "color:expression(alert(1))", "color:red;;;background-color:blue"],
	...[
		"color:red!important",
		"COLOR:RED",
		"/**/color:/**/red",
		"c\\6f lor:red",
		"--x:red;color:var(--x)",
	],
	...["color:red}body{color:blue", "background:url(CANARY)", "font-family:&quot;;color:red"],
]) {
	rich(`<span style="${style}">styled</span>`);
}
rich(`<span style="color:${" ".repeat(500_000)}red">a</span>`, INVALID);
// 77: the colour that takes satori seconds
add(
	"rgb( and spaces",
	{ richText: `<span style="color: rgb(${" ".repeat(9_000)}1">a</span>` },
	DRAWN,
);
add(
	"rgb(from rgb(from …",
	{ richText: `<span style="color:${"rgb(from ".repeat(1_000)}">a</span>` },
	DRAWN,
);
// 78: colours of highlights
for (const colour of ["transparent", "#abc", "GOLD", "rgb(1 2 3 / 5%)", "hsl(1e9 1% 1%)"]) {
	add(`highlight ${colour}`, { text: "marked", style: "highlight", highlightColor: colour }, DRAWN);
}
for (const colour of [
	...['red"/><image href="/etc/hostname"/>', "url(#a)", "", "a".repeat(100_000), "var(--a)", "#ab"],
	...[`rgb(${" ".repeat(100)}1`, "red;x:y", "inherit", "__proto__"],
]) {
	add(
		`highlight ${colour.slice(0, 40)}`,
		{ text: "a", style: "highlight", highlightColor: colour },
		INVALID,
	);
}
// 79, 82, 83: as much as the limit allows of what is dear, and more than that
for (const [name, unit] of Object.entries({
	words: "lorem ipsum ",
	"one word": "W",
	emoji: "😀",
	families: "👨‍👩‍👧‍👦",
	zalgo: "a\u0301\u0302\u0303\u0489",
	marks: "\u0301",
	"joined emoji": "😀\u200d",
	flags: "🇩🇪",
	keycaps: "1️⃣",
	"soft hyphens": "a\u00ad",
	"spaces of no width": "\u200b",
	"private use": "\ue000",
	unassigned: "\u{2fffd}",
	Han: "漢",
	Arabic: "ﷺ",
	Khmer: "ស្ត្រី",
	"right to left in left to right": "a\u202e",
	isolates: "\u2067a",
	newlines: "\n",
	tabs: "\t",
})) {
	add(`10,000 ${name}`, { text: filled(unit), fontSize: 20 }, DRAWN);
}
add(
	"20,000 Han characters, all different",
	{ text: Array.from({ length: MAX }, (_, i) => String.fromCharCode(0x4e00 + i)).join("") },
	DRAWN,
);
for (const field of ["text", "richText", "emoji"]) {
	add(`${field} over the limit`, { [field]: "a".repeat(MAX + 1) }, INVALID);
	add(`a megabyte of ${field}`, { [field]: "a".repeat(1_000_000) }, INVALID);
}
add("10,000 units of emoji", { emoji: filled("😀") }, DRAWN);
// 80, 81, 84, 85
const CONTROLS = Array.from({ length: 0xa0 }, (_, i) => String.fromCharCode(i)).join("");
add("controls", { text: `a${CONTROLS}\ud800\udc00\udfff\ufffe\uffff\ufeffz` }, DRAWN);
add("bidi controls", { text: "a\u202eb\u2066c\u2069\u2069d אבג 123 \u202c\u202c\u200f!" }, DRAWN);
for (const text of ["__proto__", "constructor", "toString", "%s%n", "{{x}}"]) {
	add(text, { text, richText: "", emoji: text }, DRAWN);
}
add("text and richText", { text: "plain", richText: "<b>rich</b>" }, DRAWN);
add("nothing", { text: "", richText: "", emoji: "" }, DRAWN);

t.test("hostile texts and markup are refused or drawn, as PNG and as SVG", async (t) => {
	const canary = await startHostileServer();
	t.teardown(() => canary.close());
	const victim = await startVictim({ ALLOW_PRIVATE_IMAGE_HOSTS: "true" });
	const rows = (format: string): Row[] =>
		cases.map(([name, block, expected]) => ({
			name: `${format}: ${name}`,
			body: JSON.stringify(
				slideBody({ textBlocks: [{ x: 20, y: 20, ...block }] }, { format }),
			).replaceAll("CANARY", canary.url("/image.png")),
			expected,
		}));
	await tryRows(t, victim, rows("png"), 4);
	await tryRows(t, victim, rows("svg"), 4);
	t.equal(canary.connections(), 0, "nothing is fetched for a text");
});

t.test("svg answers are well-formed and inert", async (t) => {
	const victim = await startVictim();
	for (const [name, block, expected] of sampleOf(cases, 4)) {
		if (expected !== DRAWN) continue;
		for (const style of ["shadow", "highlight"]) {
			const response = await victim.draw({ textBlocks: [{ style, ...block }] }, { format: "svg" });
			t.equal(response.status, 200, name);
			const { images } = (await response.json()) as { images: { svg: string }[] };
			await t.resolves(checkSvg(images[0]?.svg ?? ""), `${style}: ${name}`);
		}
	}
	await victim.expectUnharmed(t, "after the svg answers");
});
