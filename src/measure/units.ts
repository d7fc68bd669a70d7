import type { PlacedBox, Rectangle } from "../contract/measure-response.js";
import { PREVIEW_SCALE } from "../contract/platforms.js";
import type { Box, RotatedBox } from "../scene/geometry.js";

/** Export pixels as preview pixels, to a thousandth. */
export const preview = (pixels: number): number =>
	Math.round(pixels * PREVIEW_SCALE * 1_000) / 1_000 || 0;

export const previewRectangle = ({ x, y, width, height }: Box): Rectangle => ({
	x: preview(x),
	y: preview(y),
	width: preview(width),
	height: preview(height),
});

export const previewBox = (box: RotatedBox): PlacedBox => ({
	...previewRectangle(box),
	rotation: box.rotation,
});
