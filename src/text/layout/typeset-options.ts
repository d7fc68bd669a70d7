import type { FaceQuery, FontLibrary, FontWeight } from "../fonts/library.js";
import type { Language } from "../language/language.js";

/** What typesetting needs to know of a run; the caller's own run types extend it. */
export interface FontStyle {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** A line is drawn under or through the text. */
	readonly decorated?: boolean;
}

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
}

/** What chooses the face of a character that stands alone. */
export const faceQuery = (
	{ weight, italic }: FontStyle,
	{ language: { han, prefer }, font }: Pick<TypesetOptions, "language" | "font">,
): FaceQuery => ({ weight, italic, han, prefer, font });
