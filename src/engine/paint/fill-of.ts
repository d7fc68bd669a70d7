/** Paints of a document as fills of the paint tree. */
import type { Bitmap } from "../images/bitmap.js";
import type { Matrix } from "../images/svg/matrix.js";
import { gradientGeometry } from "../paints/geometry.js";
import {
	type Gradient,
	type PatternPaintInput,
	paintParts,
	type ResolvedPaint,
} from "../paints/paint.js";
import { unpremultipliedStops } from "../paints/svg-stops.js";
import { averageColor, unrolledStops } from "../paints/unrolled-stops.js";
import { toExport } from "../scene/export-pixels.js";
import type { Box } from "../scene/geometry.js";
import { type Fill, solid } from "./fill.js";
import { grainBitmap, grainTile } from "./grain.js";

/** A picture that was prepared for a fill: its visible part, and where it is. */
export interface FillPicture {
	readonly bitmap: Bitmap;
	readonly part: Box;
}

/**
 * The picture of a paint, by its place in it (see `PaintPart`); undefined if it is not visible.
 * @param reach what it is painted on, which may leave the box that the paint spans
 */
export type PictureOf = (path: string, reach?: Box) => FillPicture | undefined;

/**
 * @param box that the paint spans, pixels
 * @param reach what is painted, if it may leave the box
 * @returns the fills, the lowest first; empty if there is nothing to paint
 */
export function fillsOf(paint: ResolvedPaint, box: Box, pictureOf: PictureOf, reach?: Box): Fill[] {
	return paintParts(paint).flatMap(({ paint: part, path }): Fill[] => {
		switch (part.kind) {
			case "color":
				return part.color.a === 0 ? [] : [solid(part.color)];
			case "image": {
				const picture = pictureOf(path, reach);
				return picture ? [{ kind: "picture", bitmap: picture.bitmap, box: picture.part }] : [];
			}
			case "pattern": {
				const picture = pictureOf(path);
				return picture ? [patternFill(part.pattern, picture, box)] : [];
			}
			case "grain": {
				const { x, y } = box;
				const side = grainTile(part);
				const tile = { x, y, width: side, height: side };
				return part.amount > 0 ? [{ kind: "pattern", bitmap: grainBitmap(part), tile }] : [];
			}
			default:
				return gradientFill(part, box) ?? [];
		}
	});
}

/** A gradient that spans a box. Its stops are for renderers that do not premultiply alpha. */
function gradientFill(gradient: Gradient, box: Box): Fill[] | undefined {
	const geometry = gradientGeometry(gradient, box);
	if (geometry === null) return undefined;
	const { repeating = false, kind } = gradient;
	// What is beyond the box is painted too: letters and strokes may leave it.
	const [from, to] = kind === "conic" ? [0, 1] : kind === "radial" ? [0, 2] : [-1, 2];
	const all = repeating ? unrolledStops(gradient.stops, from, to) : gradient.stops;
	if (all === undefined) return [solid(averageColor(gradient.stops))];
	const stops = unpremultipliedStops(all).map(({ at, r, g, b, a }) => ({
		at,
		color: { r, g, b, a },
	}));
	const size = repeating ? to - from : 1;
	if (geometry.kind === "linear") {
		const { x1, y1, x2, y2 } = geometry;
		if (!repeating) return [{ kind: "linear", x1, y1, x2, y2, stops }];
		const [dx, dy] = [x2 - x1, y2 - y1];
		const ends = { x1: x1 + from * dx, y1: y1 + from * dy, x2: x1 + to * dx, y2: y1 + to * dy };
		return [{ kind: "linear", ...ends, stops }];
	}
	const { cx, cy } = geometry;
	if (geometry.kind === "conic") {
		const [cos, sin] = [Math.cos(geometry.from), Math.sin(geometry.from)];
		return [{ kind: "conic", cx: 0, cy: 0, stops, matrix: [cos, sin, -sin, cos, cx, cy] }];
	}
	const { rx, ry } = geometry;
	return [
		{ kind: "radial", cx: 0, cy: 0, r: 1, stops, matrix: [rx * size, 0, 0, ry * size, cx, cy] },
	];
}

/** Tiles from the top left corner of the box. */
function patternFill(
	{ gap = 0, rotation = 0 }: PatternPaintInput,
	{ bitmap, part }: FillPicture,
	box: Box,
): Fill {
	const pixels = bitmap.width / part.width;
	const between = Math.round(toExport(gap) * pixels);
	const spaced = between > 0 ? withMargin(bitmap, between) : bitmap;
	const tile = { x: box.x, y: box.y, width: spaced.width / pixels, height: spaced.height / pixels };
	if (rotation === 0) return { kind: "pattern", bitmap: spaced, tile };
	return { kind: "pattern", bitmap: spaced, tile, matrix: rotatedAbout(rotation, box) };
}

function rotatedAbout(degrees: number, { x, y, width, height }: Box): Matrix {
	const angle = (degrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const [cx, cy] = [x + width / 2, y + height / 2];
	return [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy];
}

/** A bitmap with transparent pixels at its right and lower edge. */
function withMargin({ width, height, channels, data }: Bitmap, margin: number): Bitmap {
	const columns = width + margin;
	const rows = height + margin;
	const spaced = new Uint8Array(4 * columns * rows);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const from = (y * width + x) * channels;
			const to = (y * columns + x) * 4;
			spaced.set(data.subarray(from, from + channels), to);
			if (channels === 3) spaced[to + 3] = 255;
		}
	return { width: columns, height: rows, channels: 4, data: spaced };
}
