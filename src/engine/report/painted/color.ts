/** Composites colours and computes their contrast. */
import type { Rgba } from "../../text/rich/css-color.js";
import { relativeLuminance } from "../../text/rich/luminance.js";

/** A colour; null if it depends on the pixels of a picture. */
export type Known = Rgba | null;

export const CLEAR: Rgba = { r: 0, g: 0, b: 0, a: 0 };

/**
 * A colour painted over another (CSS Compositing 1, source-over); null if the result is not known.
 */
export function over(above: Known, below: Known): Known {
	if (above === null) return null;
	if (above.a >= 1) return above;
	if (above.a <= 0) return below;
	if (below === null) return null;
	const rest = below.a * (1 - above.a);
	const a = above.a + rest;
	const mix = (one: number, other: number) => (one * above.a + other * rest) / a;
	return { r: mix(above.r, below.r), g: mix(above.g, below.g), b: mix(above.b, below.b), a };
}

/** Whether a colour is opaque, except for rounding errors. */
export const isSolid = ({ a }: Rgba): boolean => a > 0.999;

export const faded = (color: Known, opacity: number): Known =>
	color === null ? (opacity === 0 ? CLEAR : null) : { ...color, a: color.a * opacity };

/** Contrast ratio of two opaque colours: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(a: Rgba, b: Rgba): number {
	const [one, other] = [relativeLuminance(a), relativeLuminance(b)];
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** A contrast for a message, rounded down. */
export const ratio = (contrast: number): number => Math.floor(contrast * 100 + 1e-9) / 100;

export const hex = ({ r, g, b }: Rgba): string =>
	`#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** @param color #rrggbb */
export function fromHex(color: string): Rgba {
	const rgb = Number.parseInt(color.slice(1), 16);
	return { r: rgb >> 16, g: (rgb >> 8) & 255, b: rgb & 255, a: 1 };
}
