/**
 * Writes docs/han-forms.md: the Han characters that the four languages share but that their fonts
 * draw differently, found by comparing outlines.
 *
 *     npm run han-forms
 */
import { readFileSync, writeFileSync } from "node:fs";
import { packageRoot } from "../src/base/package-root.js";
import { openFontLibrary } from "../src/engine/text/fonts/library.js";
import { eachCoveredRange, fontsFolder, type HanForm } from "../src/engine/text/fonts/manifest.js";
import { relativeGlyphPath } from "../src/engine/text/layout/glyph-path.js";

const NAMES: Record<HanForm, string> = {
	sc: "simplified",
	tc: "traditional",
	jp: "Japanese",
	kr: "Korean",
};
const FORMS = Object.keys(NAMES) as HanForm[];
/** The most common character sets of the four languages. */
const SETS = ["GB 2312", "Big5", "JIS X 0213", "KS X 1001"];

function setNamed(name: string): Set<number> {
	const sets = JSON.parse(
		readFileSync(new URL("character-sets.json", fontsFolder), "utf8"),
	) as Record<string, string>;
	const found = new Set<number>();
	eachCoveredRange(sets[name]!, (first, last) => {
		for (let codePoint = first; codePoint <= last; codePoint++) found.add(codePoint);
	});
	return found;
}

const fonts = await openFontLibrary();

/** The outline of a character in a Han form, in hundredths of an em. */
function outlineOf(char: string, han: HanForm): string {
	const face = fonts.faceFor(char, { weight: 400, italic: false, han });
	if (!face) throw new Error(`no font has ${char}`);
	const font = fonts.load(face);
	const glyph = font.hb.nominalGlyph(char.codePointAt(0)!)!;
	return relativeGlyphPath(font, glyph, 100 / font.metrics.unitsPerEm, 0);
}

/** Which forms have the same outline, for example "simplified = traditional, Japanese = Korean". */
function groupingOf(char: string): string {
	const outlines = FORMS.map((form) => outlineOf(char, form));
	const groups = outlines
		.filter((outline, i) => outlines.indexOf(outline) === i)
		.map((outline) => FORMS.filter((_, i) => outlines[i] === outline));
	return groups.map((group) => group.map((form) => NAMES[form]).join(" = ")).join(", ");
}

const [first, ...others] = SETS.map(setNamed);
const shared = [...first!]
	.filter((codePoint) => others.every((set) => set.has(codePoint)))
	.map((codePoint) => String.fromCodePoint(codePoint))
	.filter((char) => /\p{Script=Han}/u.test(char));
const groupings = new Map<string, string[]>();
for (const char of shared) {
	const grouping = groupingOf(char);
	groupings.set(grouping, [...(groupings.get(grouping) ?? []), char]);
}
const same = FORMS.map((form) => NAMES[form]).join(" = ");
const different = [...groupings]
	.filter(([grouping]) => grouping !== same)
	.sort(([, a], [, b]) => b.length - a.length);
const count = different.reduce((sum, [, chars]) => sum + chars.length, 0);
const number = (value: number) => value.toLocaleString("en");
writeFileSync(
	new URL("docs/han-forms.md", packageRoot),
	`# Han characters that differ by language

The character sets ${SETS.join(", ")} have ${number(shared.length)} characters in common. The bundled fonts draw ${number(count)} of them differently in at least two of the four languages that [\`lang\`](languages.md) distinguishes. In the headings, "=" joins languages in which these characters look the same. \`npm run han-forms\` generates this page.

${different.map(([grouping, chars]) => `## ${grouping} (${number(chars.length)})\n\n${chars.join("")}`).join("\n\n")}
`,
);
console.log(different.map(([grouping, chars]) => `${chars.length} ${grouping}`).join("\n"));
