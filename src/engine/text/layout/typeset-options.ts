import type { FaceQuery, FontLibrary, FontWeight } from "../fonts/library.js";
import type { Language } from "../language/language.js";

/** What typesetting needs to know of a run; the caller's own run types extend it. */
export interface FontStyle {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** A line is drawn under or through the text. */
	readonly decorated?: boolean;
	/** Font size as a share of the text's own. Default: 1. */
	readonly size?: number;
	/** Family that comes before the built-in ones. Default: that of the text. */
	readonly font?: string | null | undefined;
	/** Room behind each character, em of the text's own size. Default: 0. */
	readonly spacing?: number;
	/** How far it stands above the baseline, em of the text's own size. Default: 0. */
	readonly raise?: number;
}

/** How lines share the words of a paragraph, CSS text-wrap-style. */
export type TextWrap = "normal" | "balance" | "pretty";
/** Where words may break, CSS word-break; keep-all breaks Japanese at its phrases. */
export type WordBreak = "normal" | "keep-all";
/** Base direction of paragraphs; auto: that of the first strong character of each. */
export type TextDirection = "auto" | "ltr" | "rtl";

export interface TypesetOptions {
	readonly fonts: FontLibrary;
	/** Pixels. */
	readonly fontSize: number;
	/** Pixels; Infinity never wraps. */
	readonly wrapWidth: number;
	readonly language: Language;
	/** Family that comes before the built-in ones; undefined or null: these alone. */
	readonly font?: string | null;
	/** Lines that are laid out; the last of them ends with an ellipsis when there are more. Default: all. */
	readonly maxLines?: number;
	/** All digits are equally wide, where the font can. */
	readonly tabularNumbers?: boolean;
	/** Default: normal. */
	readonly textWrap?: TextWrap;
	/** auto: long words break with a hyphen, by the patterns of the language. Default: none. */
	readonly hyphens?: "none" | "auto";
	/** Default: normal. */
	readonly wordBreak?: WordBreak;
	/** Default: auto. */
	readonly direction?: TextDirection;
}

/** Font size of a run, pixels. */
export const sizeOf = (style: FontStyle, { fontSize }: Pick<TypesetOptions, "fontSize">): number =>
	style.size === undefined ? fontSize : style.size * fontSize;

/** How far a run stands above the baseline, pixels: Blink moves marks by one pixel more than their share. */
export const raiseOf = (
	{ raise = 0 }: FontStyle,
	{ fontSize }: Pick<TypesetOptions, "fontSize">,
): number => raise * fontSize + Math.sign(raise);

/** What chooses the face of a character that stands alone. */
export const faceQuery = (
	{ weight, italic, font: own }: FontStyle,
	{ language: { han, prefer }, font }: Pick<TypesetOptions, "language" | "font">,
): FaceQuery => ({ weight, italic, han, prefer, font: own === undefined ? font : own });
