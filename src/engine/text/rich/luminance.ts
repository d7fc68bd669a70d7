import type { Rgba } from "./css-color.js";

/** The linear light of a channel from 0 to 255, 0 to 1. */
function linear(channel: number): number {
	const c = channel / 255;
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** Of whole numbers: the checks of contrast ask for thousands of them. */
const WHOLE = Float64Array.from({ length: 256 }, (_, channel) => linear(channel));
const linearOf = (channel: number): number =>
	Number.isInteger(channel) && channel >= 0 && channel <= 255 ? WHOLE[channel]! : linear(channel);

/**
 * Relative luminance of a colour, ignoring its alpha:
 * https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export const relativeLuminance = ({ r, g, b }: Rgba): number =>
	0.2126 * linearOf(r) + 0.7152 * linearOf(g) + 0.0722 * linearOf(b);
