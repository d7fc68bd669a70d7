import { type Box, growBox } from "./box.js";
import type { Outline } from "./outline.js";
import { fitRadii, type Radii, roundedRectangle } from "./rounded-rectangle.js";

export interface ShadowShape {
	/** Offsets, pixels. */
	readonly x: number;
	readonly y: number;
	/** CSS blur radius: twice the standard deviation. */
	readonly blur: number;
	/** Pixels on every side; negative shrinks. */
	readonly spread?: number | undefined;
}

export interface BoxShadow {
	/** The outline to fill and then blur. */
	readonly outline: Outline;
	/** The same as numbers, for code that blurs rounded boxes with a formula. */
	readonly box: Box;
	readonly radii: Radii;
	/** Standard deviation of the Gaussian blur, pixels. */
	readonly sigma: number;
	/**
	 * The blurred shadow is clipped to this outline (even-odd), so that nothing is painted under the
	 * box.
	 */
	readonly clip: Outline;
	/** Contains the visible part of the shadow: three standard deviations around it. */
	readonly bounds: Box;
}

/** Beyond three standard deviations, a Gaussian blur leaves less than a quarter of a level in 255. */
const REACH = 3;

/**
 * The outer shadow of a rounded box; null if nothing of it is left.
 * @param radii as the document gives them
 * @see https://www.w3.org/TR/css-backgrounds-3/#box-shadow
 */
export function boxShadow(box: Box, radii: Radii, shadow: ShadowShape): BoxShadow | null {
	const spread = shadow.spread ?? 0;
	if (box.width + 2 * spread <= 0 || box.height + 2 * spread <= 0) return null;
	const fitted = fitRadii(box, radii);
	const grown = growBox(box, spread);
	const shape = { ...grown, x: grown.x + shadow.x, y: grown.y + shadow.y };
	const shadowRadii = fitRadii(shape, growRadii(fitted, box, spread));
	const sigma = shadow.blur / 2;
	const bounds = growBox(shape, Math.ceil(REACH * sigma));
	return {
		outline: roundedRectangle(shape, shadowRadii),
		box: shape,
		radii: shadowRadii,
		sigma,
		clip: [...roundedRectangle(growBox(bounds, 1)), ...roundedRectangle(box, fitted)],
		bounds,
	};
}

/**
 * Radii of a box that is `by` pixels larger on each side: sharp corners stay sharp, small radii
 * grow less, unless they take up most of a side. This is "outset-adjusted border radius" of CSS
 * Backgrounds 4, as in Chromium.
 */
function growRadii(radii: Radii, { width, height }: Box, by: number): Radii {
	return radii.map((radius) => {
		if (by <= 0) return Math.max(0, radius + by);
		const coverage = (2 * radius) / Math.min(width, height);
		if (radius >= by || coverage >= 1) return radius + by;
		return radius + by * (1 - (1 - radius / by) ** 3 * (1 - coverage ** 3));
	}) as unknown as Radii;
}
