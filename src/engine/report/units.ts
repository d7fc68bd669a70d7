import type { PlacedBox, Rectangle } from "../../contract/measure-response.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type { Box, RotatedBox } from "../scene/geometry.js";

/** Converts export pixels to preview pixels, rounded to a thousandth. */
export const preview = (pixels: number): number =>
	Math.round(pixels * PREVIEW_SCALE * 1_000) / 1_000 || 0;

/** A box of export pixels in preview pixels. */
export const previewRectangle = ({ x, y, width, height }: Box): Rectangle => ({
	x: preview(x),
	y: preview(y),
	width: preview(width),
	height: preview(height),
});

/** Like `previewRectangle`, with the rotation and slants in degrees. */
export const previewBox = (box: RotatedBox): PlacedBox => ({
	...previewRectangle(box),
	rotation: box.rotation,
	...(box.skewX && { skewX: box.skewX }),
	...(box.skewY && { skewY: box.skewY }),
});
