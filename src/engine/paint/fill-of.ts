/** Paints of a document as fills of the paint tree. */
import type { Bitmap } from "../images/bitmap.js";
import { gradientGeometry } from "../paints/geometry.js";
import type { Gradient, ResolvedPaint } from "../paints/paint.js";
import { unpremultipliedStops } from "../paints/svg-stops.js";
import type { Box } from "../scene/geometry.js";
import { type Fill, solid } from "./fill.js";

/** A picture that was prepared for a fill: its visible part, and where it is. */
export interface FillPicture {
	readonly bitmap: Bitmap;
	readonly part: Box;
}

/**
 * @param box that the paint spans, pixels
 * @param picture the picture, if the paint is one; undefined if it is not visible
 * @returns undefined if there is nothing to paint
 */
export function fillOf(
	paint: ResolvedPaint,
	box: Box,
	picture: FillPicture | undefined,
): Fill | undefined {
	if (paint.kind === "color") return paint.color.a === 0 ? undefined : solid(paint.color);
	if (paint.kind === "image")
		return picture && { kind: "picture", bitmap: picture.bitmap, box: picture.part };
	return gradientFill(paint, box);
}

/** A gradient that spans a box. Its stops are for renderers that do not premultiply alpha. */
function gradientFill(gradient: Gradient, box: Box): Fill | undefined {
	const geometry = gradientGeometry(gradient, box);
	if (geometry === null) return undefined;
	const stops = unpremultipliedStops(gradient.stops).map(({ at, r, g, b, a }) => ({
		at,
		color: { r, g, b, a },
	}));
	if (geometry.kind === "linear") {
		const { x1, y1, x2, y2 } = geometry;
		return { kind: "linear", x1, y1, x2, y2, stops };
	}
	const { cx, cy, rx, ry } = geometry;
	return { kind: "radial", cx: 0, cy: 0, r: 1, stops, matrix: [rx, 0, 0, ry, cx, cy] };
}

/** Whether a paint is opaque. */
export const isOpaque = (paint: ResolvedPaint | null): boolean =>
	paint?.kind === "color"
		? paint.color.a >= 1
		: paint !== null && paint.kind !== "image" && paint.stops.every(({ a }) => a >= 1);
