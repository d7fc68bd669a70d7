import type { FontFeatures } from "../fonts/font-features.js";
import type { FaceQuery, FontLibrary, FontWeight } from "../fonts/library.js";
import type { Language } from "../language/language.js";

/** What typesetting needs to know about a run; the run types of callers extend it. */
export interface FontStyle {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** The text has an underline or a strikethrough. */
	readonly decorated?: boolean;
	/** Font size as a fraction of the text's font size. Default: 1. */
	readonly size?: number;
	/** Family that comes before the built-in ones. Default: that of the text. */
	readonly font?: string | null | undefined;
	/** Space after each character, em of the text's font size. Default: 0. */
	readonly spacing?: number;
	/** Distance above the baseline, em of the text's font size. Default: 0. */
	readonly raise?: number;
}

/** How lines share the words of a paragraph, CSS text-wrap-style. */
export type TextWrap = "normal" | "balance" | "pretty" | "nowrap";
/** What happens to words that are longer than a line, CSS overflow-wrap. */
export type OverflowWrap = "break-word" | "anywhere" | "normal";
/** Where words may break, CSS word-break; keep-all breaks Japanese at its phrases. */
export type WordBreak = "normal" | "keep-all";
/**
 * Base direction of paragraphs. auto: that of the first strong character of each, or from left to
 * right; auto-rtl: a paragraph without one starts at the right, but its characters keep their order,
 * so that it does not take a telephone number apart.
 */
export type TextDirection = "auto" | "auto-rtl" | "ltr" | "rtl";

/** Indents of lines, at the side where they start. */
export interface LineIndent {
	readonly first: number;
	readonly rest: number;
}

/** What the shapes, the advances and the break opportunities of a text depend on. */
export interface ShapingOptions {
	readonly fonts: FontLibrary;
	/** Pixels. */
	readonly fontSize: number;
	readonly language: Language;
	/** Family that comes before the built-in ones; undefined or null: only the built-in ones. */
	readonly font?: string | null;
	/** All digits have the same width, if the font supports it. */
	readonly tabularNumbers?: boolean;
	/** OpenType features of all its fonts. Default: none. */
	readonly features?: FontFeatures;
	/** Distance of tab stops, in advances of a space. Default: 4. */
	readonly tabSize?: number;
	/** Indents of the first line of each paragraph and of its other lines, em. Default: 0. */
	readonly indent?: LineIndent;
	/** Default: normal. */
	readonly textWrap?: TextWrap;
	/** Default: break-word. */
	readonly overflowWrap?: OverflowWrap;
	/**
	 * auto: words are hyphenated with the patterns of the language; long-words: only the long ones.
	 * Default: none.
	 */
	readonly hyphens?: "none" | "auto" | "long-words";
	/** Default: normal. */
	readonly wordBreak?: WordBreak;
	/** Default: auto. */
	readonly direction?: TextDirection;
}

export interface TypesetOptions extends ShapingOptions {
	/** Pixels; Infinity never wraps. */
	readonly wrapWidth: number;
	/**
	 * Maximum number of lines; the last one ends with an ellipsis if there are more. Default: all.
	 */
	readonly maxLines?: number;
}

/** Font size of a run, pixels. */
export const sizeOf = (style: FontStyle, { fontSize }: Pick<TypesetOptions, "fontSize">): number =>
	style.size === undefined ? fontSize : style.size * fontSize;

/** Distance of a run above the baseline, pixels. Blink moves marks by one pixel more. */
export const raiseOf = (
	{ raise = 0 }: FontStyle,
	{ fontSize }: Pick<TypesetOptions, "fontSize">,
): number => raise * fontSize + Math.sign(raise);

/** The query for the face of a single character. */
export const faceQuery = (
	{ weight, italic, font: own }: FontStyle,
	{ language: { han, prefer }, font }: Pick<TypesetOptions, "language" | "font">,
): FaceQuery => ({ weight, italic, han, prefer, font: own === undefined ? font : own });
