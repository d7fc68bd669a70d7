import type { Brand } from "../../contract/brands.js";
import { contrastOf, luminanceOf } from "../../documents/variables/on-color.js";

/** The colours of a brand in its file. */
export interface BrandColors {
	readonly palette: readonly string[];
	readonly activeColor: string;
	readonly color?: string;
	readonly background?: string;
	readonly text?: string;
}

/**
 * Minimum contrast between main colour and background (WCAG, large text), and between text and
 * background (AAA).
 */
const MAIN_CONTRAST = 3;
const TEXT_CONTRAST = 7;
/**
 * Limits of relative luminance for nearly white and nearly black colours, which can be backgrounds.
 */
const NEARLY_WHITE = 0.8;
const NEARLY_BLACK = 0.03;

const luminance = (color: string): number => luminanceOf(color) ?? 0;
const contrast = (a: string, b: string): number => contrastOf(luminance(a), luminance(b));

/**
 * The defaults of the colours for templates. The main colour is the active colour. The background
 * is a pale or dark colour of the palette with enough contrast to the main colour, otherwise white
 * or near-black. The text colour is a colour of the palette that is readable on the background,
 * otherwise near-black or white.
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
