/** The fill of letters instead of their colour. */
import type { Bitmap } from "../../images/bitmap.js";
import type { Fill } from "../../paint/fill.js";
import { gradientGeometry } from "../../paints/geometry.js";
import type { Gradient } from "../../paints/paint.js";
import type { Box } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";

/** The visible part of a picture, and its position. */
export interface TextPicture {
	readonly bitmap: Bitmap;
	readonly part: Box;
}

/**
 * @param box of the text, which the paint spans
 * @param picture visible part of an image paint; without it, the letters keep their colour
 * @returns null if the letters keep their colour
 */
export function textFill(
	{ textFill: paint }: SceneText,
	box: Box,
	picture?: TextPicture,
): Fill | null {
	if (paint === null) return null;
	if (paint.kind === "color") return { kind: "solid", color: paint.color };
	if (paint.kind === "image")
		return picture ? { kind: "picture", bitmap: picture.bitmap, box: picture.part } : null;
	return gradientFill(paint, box);
}

function gradientFill(gradient: Gradient, box: Box): Fill | null {
	const geometry = gradientGeometry(gradient, box);
	if (geometry === null) return null;
	const stops = gradient.stops.map(({ at, ...color }) => ({ at, color }));
	if (geometry.kind === "linear") return { ...geometry, stops };
	const { cx, cy, rx, ry } = geometry;
	// A circle of radius 1 around the origin, stretched to the ellipse.
	return { kind: "radial", cx: 0, cy: 0, r: 1, stops, matrix: [rx, 0, 0, ry, cx, cy] };
}
