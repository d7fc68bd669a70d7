import { LIMITS } from "../../contract/limits.js";
import { parseCssColor } from "../../engine/text/rich/css-color.js";
import { relativeLuminance } from "../../engine/text/rich/luminance.js";

/**
 * Contrast of two relative luminances, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export const contrastOf = (a: number, b: number): number =>
	(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * Relative luminance of a CSS colour, ignoring its alpha.
 * @returns undefined if it is not a colour
 */
export function luminanceOf(color: string): number | undefined {
	const parsed = color.length <= LIMITS.maxColorLength ? parseCssColor(color) : null;
	return parsed === null ? undefined : relativeLuminance(parsed);
}

/**
 * Black or white, whichever has more contrast to a colour by WCAG.
 * @returns undefined if it is not a colour
 */
export function onColor(color: string): "#000000" | "#FFFFFF" | undefined {
	const luminance = luminanceOf(color);
	if (luminance === undefined) return undefined;
	return contrastOf(luminance, 0) >= contrastOf(luminance, 1) ? "#000000" : "#FFFFFF";
}
