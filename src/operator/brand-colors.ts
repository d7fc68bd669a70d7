import type { Brand } from "../contract/brands.js";
import { contrastOf, luminanceOf } from "../service/variables/on-color.js";

/** The colours of a brand as its file has them. */
export interface BrandColors {
	readonly palette: readonly string[];
	readonly activeColor: string;
	readonly color?: string;
	readonly background?: string;
	readonly text?: string;
}

/** Least contrast of the main colour with the background, and of texts with it: WCAG's for large texts, and AAA. */
const MAIN_CONTRAST = 3;
const TEXT_CONTRAST = 7;
/** Relative luminance of a colour that is nearly white, or nearly black: it can be a background. */
const NEARLY_WHITE = 0.8;
const NEARLY_BLACK = 0.03;

const luminance = (color: string): number => luminanceOf(color) ?? 0;
const contrast = (a: string, b: string): number => contrastOf(luminance(a), luminance(b));

/**
 * The colours that templates take, where the file leaves them out: the main colour is the active one;
 * the background a pale or dark colour of the palette on which the main colour can be seen, otherwise
 * white or near-black; the colour of texts the one of the palette that can be read on it, otherwise
 * near-black or white.
 * @param brand colours in hexadecimal
 */
export function brandColors({
	palette,
	activeColor,
	...given
}: BrandColors): Pick<Brand, "color" | "background" | "text"> {
	const color = given.color ?? activeColor;
	const background =
		given.background ??
		palette.find((one) => isGround(one) && contrast(one, color) >= MAIN_CONTRAST) ??
		(contrast("#FFFFFF", color) >= MAIN_CONTRAST ? "#FFFFFF" : "#111111");
	const text =
		given.text ??
		palette.find((one) => one !== color && contrast(one, background) >= TEXT_CONTRAST) ??
		(contrast("#111111", background) >= contrast("#FFFFFF", background) ? "#111111" : "#FFFFFF");
	return { color, background, text };
}

const isGround = (color: string): boolean =>
	luminance(color) >= NEARLY_WHITE || luminance(color) <= NEARLY_BLACK;
