/**
 * Which full-width punctuation loses its blank half: `text-spacing-trim: normal`
 * (CSS Text 4, section 8.4), as Blink applies it (HanKerning). Colons and
 * semicolons, whose place in the square depends on the font, are left alone.
 */

const OPENING = new Set("（［｛｟〈《「『【〔〖〘〚〝");
const CLOSING = new Set("）］｝｠〉》」』】〕〗〙〛〞〟");
const DOTS = new Set("、。，．");
/** Middle dot and ideographic space. */
const MIDDLE = new Set("・\u3000");
/** Punctuation of Western width; curly quotes come from Inter. */
const NARROW_OPENING = /^[\p{Ps}\p{Pi}]$/u;
const NARROW_CLOSING = /^[\p{Pe}\p{Pf}]$/u;

/** Whether a character is a full-width bracket: one that can lose its half at a line's end or start. */
export const isWideBracket = (char: string): boolean => OPENING.has(char) || CLOSING.has(char);

/** Whether a character may lose its blank half at the end of a line, when the line is too full. */
export const trimsAtLineEnd = (char: string): boolean => CLOSING.has(char);

/** Full width at the start of a line, whatever stood before it on the line above. */
export const fullAtLineStart = (char: string): boolean => OPENING.has(char);

/** 1 for each UTF-16 unit of a paragraph that is trimmed because of its neighbour. */
export function trimmedPunctuation(text: string): Uint8Array {
	const trimmed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		const char = text[i]!;
		if (OPENING.has(char)) {
			const before = text[i - 1] ?? "";
			if (isClosing(before) || MIDDLE.has(before) || isOpening(before)) trimmed[i] = 1;
		} else if (CLOSING.has(char) || DOTS.has(char)) {
			const after = text[i + 1] ?? "";
			const narrow = NARROW_CLOSING.test(after);
			if (CLOSING.has(after) || DOTS.has(after) || MIDDLE.has(after) || narrow) trimmed[i] = 1;
		}
	}
	return trimmed;
}

const isClosing = (char: string) => CLOSING.has(char) || DOTS.has(char);
const isOpening = (char: string) => OPENING.has(char) || NARROW_OPENING.test(char);
