/** Computes the colour of a surface at a point, and whether the point is on the surface. */
import type { Bitmap } from "../../images/bitmap.js";
import { colorAt } from "../../paints/color-at.js";
import { gradientGeometry } from "../../paints/geometry.js";
import { paintParts, type ResolvedPaint } from "../../paints/paint.js";
import { averageColor, unrolledStops } from "../../paints/unrolled-stops.js";
import type { Box } from "../../scene/geometry.js";
import { flatten } from "../../shapes/flatten.js";
import type { Outline } from "../../shapes/outline.js";
import { acrossOf, downOf, type EllipticRadii, fitRadii } from "../../shapes/rounded-rectangle.js";
import { CLEAR, type Known, over } from "./color.js";

/** A function of a point. */
export type At<T> = (x: number, y: number) => T;

/** Pixels of a picture and their position. */
export interface PlacedPixels {
	readonly bitmap: Bitmap;
	readonly part: Box;
}

export const inBox =
	({ x, y, width, height }: Box): At<boolean> =>
	(px, py) =>
		px >= x && py >= y && px < x + width && py < y + height;

export function inRoundedBox(box: Box, given: EllipticRadii): At<boolean> {
	const within = inBox(box);
	const radii = fitRadii(box, given);
	if (radii.every((radius) => radius === 0)) return within;
	const { x, y, width, height } = box;
	// With the directions into the box, in the order of the radii.
	const corners = [
		[x, y, 1, 1],
		[x + width, y, -1, 1],
		[x + width, y + height, -1, -1],
		[x, y + height, 1, -1],
	] as const;
	return (px, py) =>
		within(px, py) &&
		corners.every(([cornerX, cornerY, right, down], i) => {
			const [across, deep] = [acrossOf(radii[i]!), downOf(radii[i]!)];
			// Distances from the centre of the corner, as shares of its radii.
			const beside = 1 - ((px - cornerX) * right) / across;
			const below = 1 - ((py - cornerY) * down) / deep;
			return !(across > 0) || beside <= 0 || below <= 0 || beside ** 2 + below ** 2 <= 1;
		});
}

/** Outlines with more sides are not examined. */
const MAX_SIDES = 1_000;

/** @returns undefined for an outline with too many sides */
export function inOutline(outline: Outline): At<boolean> | undefined {
	const lines = flatten(outline, 1).map(({ points }) => points);
	if (lines.reduce((sum, { length }) => sum + length / 2, 0) > MAX_SIDES) return undefined;
	return (px, py) => {
		// The nonzero rule: how often the outline winds around the point.
		let winding = 0;
		for (const points of lines) {
			let [ax, ay] = [points.at(-2)!, points.at(-1)!];
			for (let i = 0; i < points.length; i += 2) {
				const [bx, by] = [points[i]!, points[i + 1]!];
				const side = (bx - ax) * (py - ay) - (px - ax) * (by - ay);
				if (ay <= py && by > py && side > 0) winding++;
				else if (ay > py && by <= py && side < 0) winding--;
				[ax, ay] = [bx, by];
			}
		}
		return winding !== 0;
	};
}

/** The colour of a paint that spans a box. @param pixels of a paint that is a picture, if known */
export function paintAt(paint: ResolvedPaint, box: Box, pixels?: PlacedPixels): At<Known> {
	if (paint.kind === "color") return () => paint.color;
	if (paint.kind === "layers") {
		const parts = paintParts(paint).map((part) => paintAt(part.paint, box));
		return (x, y) => parts.reduce<Known>((below, part) => over(part(x, y), below), CLEAR);
	}
	if (paint.kind === "pattern") return () => null;
	// Grains are finer than stems, so they do not affect readability.
	if (paint.kind === "grain") return () => CLEAR;
	if (paint.kind === "image") return pixels ? pixelsAt(pixels) : () => null;
	const geometry = gradientGeometry(paint, box);
	if (geometry === null) return () => CLEAR;
	const stops = paint.repeating ? unrolledStops(paint.stops, 0, 1) : paint.stops;
	if (stops === undefined) return () => averageColor(paint.stops);
	if (geometry.kind === "conic") {
		const { cx, cy, from } = geometry;
		const turns = (x: number, y: number) => (Math.atan2(x - cx, cy - y) - from) / (2 * Math.PI);
		return (x, y) => colorAt(stops, turns(x, y) - Math.floor(turns(x, y)));
	}
	if (geometry.kind === "linear") {
		const { x1, y1, x2, y2 } = geometry;
		const [dx, dy] = [x2 - x1, y2 - y1];
		const length = dx * dx + dy * dy;
		return (x, y) => colorAt(stops, ((x - x1) * dx + (y - y1) * dy) / length);
	}
	const { cx, cy, rx, ry } = geometry;
	return (x, y) => colorAt(stops, Math.hypot((x - cx) / rx, (y - cy) / ry));
}

/** The mean of a few pixels, because noise finer than a stem does not affect readability. */
export function pixelsAt({ bitmap, part }: PlacedPixels): At<Known> {
	const { width, height, channels, data } = bitmap;
	const reach = 1;
	return (x, y) => {
		const column = Math.floor(((x - part.x) * width) / part.width);
		const row = Math.floor(((y - part.y) * height) / part.height);
		if (column < 0 || row < 0 || column >= width || row >= height) return CLEAR;
		let [r, g, b, a, count] = [0, 0, 0, 0, 0];
		for (let j = Math.max(0, row - reach); j <= Math.min(height - 1, row + reach); j++) {
			for (let i = Math.max(0, column - reach); i <= Math.min(width - 1, column + reach); i++) {
				const at = (j * width + i) * channels;
				const alpha = channels === 4 ? data[at + 3]! / 255 : 1;
				r += data[at]! * alpha;
				g += data[at + 1]! * alpha;
				b += data[at + 2]! * alpha;
				a += alpha;
				count++;
			}
		}
		return a === 0 ? CLEAR : { r: r / a, g: g / a, b: b / a, a: a / count };
	};
}

/**
 * Points per row and column at which a picture is sampled, and the minimum alpha that counts as
 * opaque.
 */
const LOOKS = 16;
const OPAQUE = 250;

/**
 * Whether a picture is opaque, except for corners that may be rounded. A cut-out person or product
 * is transparent in more places than the corners.
 */
export function isOpaquePicture({ bitmap }: PlacedPixels): boolean {
	const { width, height, channels, data } = bitmap;
	if (channels === 3) return true;
	for (let k = 0; k < LOOKS * LOOKS; k++) {
		const [across, down] = [((k % LOOKS) + 0.5) / LOOKS, (Math.floor(k / LOOKS) + 0.5) / LOOKS];
		// Points outside of the ellipse in the box may belong to a corner of any radius.
		if ((across - 0.5) ** 2 + (down - 0.5) ** 2 > 0.24) continue;
		const at = Math.floor(down * height) * width + Math.floor(across * width);
		if (data[at * 4 + 3]! < OPAQUE) return false;
	}
	return true;
}
