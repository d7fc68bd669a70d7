import { type Bitmap, dropOpaqueAlpha, toRgba } from "./bitmap.js";
import { roundCorners } from "./corners.js";
import type { ImageNeed } from "./need.js";

/** Weights of red, green and blue in the luminance of a mask, of sRGB values, Rec. 709. */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/**
 * Colour mask, rounded corners and opacity, in that order.
 * @param bitmap the region that `need` names
 * @param maskByLuminance whether the colour shows through the luminance, not the alpha
 */
export function applyEffects(bitmap: Bitmap, need: ImageNeed, maskByLuminance: boolean): Bitmap {
	const radius = Math.min(Math.max(0, need.radius), need.boxWidth / 2, need.boxHeight / 2);
	const opacity = Math.min(1, Math.max(0, need.opacity));
	if (need.color === null && radius === 0 && opacity === 1) return dropOpaqueAlpha(bitmap);
	const result = toRgba(bitmap);
	if (need.color !== null) paintThrough(result.data, need.color, maskByLuminance);
	if (radius > 0) roundCorners(result.data, need, radius);
	if (opacity < 1) fade(result.data, opacity);
	return dropOpaqueAlpha(result);
}

/**
 * Fills with one colour and keeps as alpha the picture's alpha or its luminance.
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
