import { type ColorMap, filterPixels } from "../pixels/filter.js";
import { type Bitmap, dropOpaqueAlpha, toRgba } from "./bitmap.js";
import { fittingCorners, isSquare, roundCorners } from "./corners.js";
import { mapColor } from "./filter/color-maps.js";
import type { ImageNeed } from "./need.js";

/** Weights of red, green and blue in the luminance of a mask, of sRGB values, Rec. 709. */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/**
 * Colour mask, colour filter, rounded corners and opacity, in that order.
 * @param bitmap the region of `need`; its pixels may be changed
 * @param maskByLuminance whether the mask is the luminance instead of the alpha
 */
export function applyEffects(bitmap: Bitmap, need: ImageNeed, maskByLuminance: boolean): Bitmap {
	const { boxWidth, boxHeight, region, color } = need;
	const maps = need.filter?.maps ?? [];
	const corners = fittingCorners(need.radius, boxWidth, boxHeight);
	const opacity = Math.min(1, Math.max(0, need.opacity));
	if (color === null && maps.length > 0) filterPixels(bitmap.data, bitmap.channels, maps);
	if (color === null && isSquare(corners) && opacity === 1) return dropOpaqueAlpha(bitmap);
	const result = toRgba(bitmap);
	if (color !== null) paintThrough(result.data, shownColor(color, maps), maskByLuminance);
	if (!isSquare(corners)) roundCorners(result.data, region, boxWidth, boxHeight, corners);
	if (opacity < 1) fade(result.data, opacity);
	return dropOpaqueAlpha(result);
}

/** A colour after the filter. @param color #rrggbb */
function shownColor(color: string, maps: readonly ColorMap[]): string {
	const rgb = Number.parseInt(color.slice(1), 16);
	const shown = mapColor([rgb >> 16, (rgb >> 8) & 255, rgb & 255], maps);
	return `#${shown.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Fills a picture with one colour; the new alpha is the picture's alpha or its luminance.
 * @see https://www.w3.org/TR/css-masking-1/#MaskValues
 */
function paintThrough(data: Uint8Array, color: string, byLuminance: boolean): void {
	const rgb = Number.parseInt(color.slice(1), 16);
	const red = rgb >> 16;
	const green = (rgb >> 8) & 255;
	const blue = rgb & 255;
	const [wr, wg, wb] = LUMINANCE;
	for (let i = 0; i < data.length; i += 4) {
		if (byLuminance) {
			data[i + 3] = Math.round(wr * data[i]! + wg * data[i + 1]! + wb * data[i + 2]!);
		}
		data[i] = red;
		data[i + 1] = green;
		data[i + 2] = blue;
	}
}

function fade(data: Uint8Array, opacity: number): void {
	for (let i = 3; i < data.length; i += 4) data[i] = Math.round(data[i]! * opacity);
}
