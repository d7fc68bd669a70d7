/** A property of strings: it needs the flag v, which the compiler's target does not support. */
const RECOMMENDED = "\\p{RGI_Emoji}";

/** Every emoji sequence that Unicode recommends for general interchange. */
export const EMOJI = new RegExp(RECOMMENDED, "gv");

/** The emoji of a text, as UTF-16 offsets; without those that U+FE0E turns into text. */
export function emojiIn(text: string): { readonly start: number; readonly emoji: string }[] {
	return [...text.matchAll(EMOJI)]
		.map((match) => ({ start: match.index, emoji: match[0] }))
		.filter(({ start, emoji }) => text[start + emoji.length] !== "\ufe0e");
}
