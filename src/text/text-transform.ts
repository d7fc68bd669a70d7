/** CSS text-transform, for text without a language. */
export type TextTransform = "none" | "uppercase" | "lowercase" | "capitalize";

const words = new Intl.Segmenter("en", { granularity: "word" });

/** Letters whose title case differs from their upper case: digraphs (UnicodeData.txt, field 14). */
const TITLE_CASE: ReadonlyMap<string, string> = new Map(
	["Ǆǅǆ", "Ǉǈǉ", "Ǌǋǌ", "Ǳǲǳ"].flatMap((letters) => [...letters].map((c) => [c, letters[1]!])),
);

/** Georgian has capitals for whole words only: title case leaves its letters alone. */
const GEORGIAN = /\p{Script=Georgian}/u;

/** The title case of one character by itself (one to one). */
function titleCase(character: string): string {
	const special = TITLE_CASE.get(character);
	if (special !== undefined) return special;
	if (GEORGIAN.test(character)) return character;
	const upper = character.toUpperCase();
	return upper.length === character.length ? upper : character;
}

/**
 * Raises the first character of each word (UAX #29), where `before` is what
 * stands in front of the text: the second half of a word stays small.
 */
function capitalize(text: string, before: string): string {
	// A no-break space does not part words for UAX #29, but does for CSS.
	const context = `${before}${text}`.replaceAll("\u00a0", " ");
	let result = "";
	for (const { index, segment } of words.segment(context)) {
		const start = index - before.length;
		const end = start + segment.length;
		if (end <= 0) continue;
		if (start < 0) {
			result += text.slice(0, end);
			continue;
		}
		const first = String.fromCodePoint(text.codePointAt(start)!);
		result += titleCase(first) + text.slice(start + first.length, end);
	}
	return result;
}

/**
 * Text as text-transform shows it. Upper and lower case are those of whole
 * strings: "ß" becomes "SS", a sigma at a word's end "ς".
 * @param before the character in front of the text, "" at the start of a block
 */
export function transformText(text: string, transform: TextTransform, before: string): string {
	if (transform === "uppercase") return text.toUpperCase();
	if (transform === "lowercase") return text.toLowerCase();
	return transform === "capitalize" ? capitalize(text, before) : text;
}
