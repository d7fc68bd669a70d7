import { onDemand } from "../../../base/on-demand.js";

/** CSS text-transform. */
export type TextTransform = "none" | "uppercase" | "lowercase" | "capitalize";

const words = onDemand(() => new Intl.Segmenter("en", { granularity: "word" }));

/** Letters whose title case differs from their upper case: digraphs (UnicodeData.txt, field 14). */
const TITLE_CASE: ReadonlyMap<string, string> = new Map(
	["Ǆǅǆ", "Ǉǈǉ", "Ǌǋǌ", "Ǳǲǳ"].flatMap((letters) => [...letters].map((c) => [c, letters[1]!])),
);

/**
 * Georgian's everyday letters. Its capitals are for headlines, so Chromium does not change these
 * letters.
 */
const MKHEDRULI = /[\u10d0-\u10ff]+/;

/** UAX #29 does not divide "x.y" and "a:b", but Chromium does. */
const ENDS_WORD = /[.:]/;

/**
 * Primary subtags of languages with a special case mapping (SpecialCasing.txt, CLDR el-Upper).
 */
const OWN_CASING = new Set(["tr", "az", "lt", "el"]);

/** The language tag for the casing functions of ECMAScript. @param tag BCP 47; "": none */
function casingOf(tag: string): string {
	const primary = tag.toLowerCase().split("-")[0]!;
	return OWN_CASING.has(primary) ? primary : "und";
}

/** The title case of a single character of the basic plane (one to one). */
function titleCase(character: string, locale: string): string {
	const special = TITLE_CASE.get(character);
	if (special !== undefined) return special;
	// At the start of a word, Greek letters keep their accents.
	const upper = upperCase(character, locale === "el" ? "und" : locale);
	return upper.length === character.length ? upper : character;
}

function upperCase(text: string, locale: string): string {
	if (!MKHEDRULI.test(text)) return text.toLocaleUpperCase(locale);
	return text.replace(/[^\u10d0-\u10ff]+/g, (other) => other.toLocaleUpperCase(locale));
}

const DUTCH = /^nl(?:-|$)/i;
/** The second letter of the digraph that Dutch capitalises as one letter. */
const DUTCH_J = /^[jJ]$/;

/**
 * Capitalises the first character of each word (UAX #29). `before` is the text before it, so that
 * the second half of a word is not capitalised.
 */
function capitalize(text: string, before: string, tag: string): string {
	// A no-break space separates words in CSS, but not in UAX #29.
	const context = `${before}${text}`.replaceAll("\u00a0", " ");
	const locale = casingOf(tag);
	let result = "";
	let at = 0;
	for (const { index, segment } of words().segment(context)) {
		for (let i = 0; i < segment.length; i++) {
			const start = index + i - before.length;
			if (start < 0 || (i > 0 && !ENDS_WORD.test(segment[i - 1]!))) continue;
			result += text.slice(at, start) + titleCase(text[start]!, locale);
			at = start + 1;
			if (!DUTCH.test(tag) || !/[iI]/.test(text[start]!) || !DUTCH_J.test(text[at] ?? "")) continue;
			result += "J";
			at++;
		}
	}
	return result + text.slice(at);
}

/**
 * Applies text-transform. Upper and lower case are mapped for whole strings: "ß" becomes "SS", a
 * sigma at a word's end "ς".
 * @param before the UTF-16 unit in front of the text, "" at the start of a block
 * @param tag language of the text, BCP 47; "": none
 */
export function transformText(
	text: string,
	transform: TextTransform,
	before: string,
	tag = "",
): string {
	if (transform === "uppercase") return upperCase(text, casingOf(tag));
	if (transform === "lowercase") return text.toLocaleLowerCase(casingOf(tag));
	return transform === "capitalize" ? capitalize(text, before, tag) : text;
}
