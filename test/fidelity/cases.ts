/** All documents that are compared with Chromium's rendering. */
import type { FidelityDocument } from "./cases/document.js";
import { LAYERS_CASES } from "./cases/layers.js";
import { OPERATOR_DOCUMENTS } from "./cases/operator-fonts.js";
import { DOCUMENTS } from "./cases/text.js";

export interface FidelityCase extends FidelityDocument {
	/** Why it differs on purpose. */
	readonly known?: string | undefined;
}

const MARKS = "grounds of marks lie below the letters of all lines, Chromium's over those above";
const SINGLE_WORD = "no line ends a paragraph with one word; Chromium leaves some";
const WORDS = "words are those of ICU 78; Chromium's own data cuts some of them in two";
/** Documents that differ on purpose, and why. */
const KNOWN: Readonly<Record<string, string>> = {
	"half-width kana with marks":
		"beside other signs than kana, Chromium draws the marks from a font of last resort",
	"emoji that no font has as text":
		"they stay pictures; Chromium asks the fonts of the system, or draws boxes",
	"marks on Latin, Greek and Cyrillic":
		"marks that Inter does not place are on their letters; Chromium puts them behind",
	"textTransform by language":
		"Chromium's capitalize has no İ in Turkish and no IJ in Dutch; uppercase and lowercase are equal",
	...Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`pretty ${i}`, SINGLE_WORD])),
	spans:
		"Caveat chooses the form of a letter by those before it: we shape the first word of a line anew, Chromium keeps its form from within the sentence",
	"Khmer and its words": WORDS,
	"Lao and its words": WORDS,
	"own font: Source Serif 4, rich": MARKS,
	"own font: Pacifico, rich": MARKS,
	"own font: Noto Serif JP ExtraLight, rich": MARKS,
	"own font: Pacifico, highlight": "the ground reaches below letters that reach out of it",
	...Object.fromEntries(
		["", ", rtl"].flatMap((dir) => [
			[`layers: shadow widest${dir}`, "Chromium draws such a shadow in tiles, whose edges show"],
			[`layers: design tags${dir}`, "widths of borders are not rounded to whole pixels"],
		]),
	),
};

export const CASES: readonly FidelityCase[] = [
	...[...DOCUMENTS, ...OPERATOR_DOCUMENTS].map((one) => ({ ...one, known: KNOWN[one.name] })),
	...LAYERS_CASES.map(({ name, slide }) => ({
		name: `layers: ${name}`,
		platform: "photo-feed-square" as const,
		slide,
		known: KNOWN[`layers: ${name}`],
	})),
];
