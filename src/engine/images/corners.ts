import { fitRadii, type Radii } from "../shapes/rounded-rectangle.js";
import type { PixelRect } from "./pixel-rect.js";

/** Radii of a box's corners: top left, top right, bottom right, bottom left. Pixels. */
export type Corners = Radii;

/** Sample lines per row of pixels for the arc. The coverage along each line is exact. */
const SUBLINES = 16;

/**
 * The radii that fit a box: if two radii on one side are longer than the side, all are reduced by
 * the same factor.
 * @param radius of all corners, or of each; pixels
 * @see https://www.w3.org/TR/css-backgrounds-3/#corner-overlap
 */
export function fittingCorners(radius: number | Corners, width: number, height: number): Corners {
	if (typeof radius === "number") {
		const fitting = Math.min(Math.max(0, radius), width / 2, height / 2);
		return [fitting, fitting, fitting, fitting];
	}
	return fitRadii(
		{ x: 0, y: 0, width, height },
		radius.map((value) => Math.max(0, value)) as unknown as Corners,
	);
}

export const isSquare = (corners: Corners): boolean => corners.every((radius) => radius === 0);

/**
 * Multiplies the coverage of the box's rounded corners into the alpha of a region of it. Only rows
 * and pixels at the corners are visited.
 * @param data RGBA pixels of the region
 * @param corners must fit; see fittingCorners
 */
export function roundCorners(
	data: Uint8Array,
	region: PixelRect,
	boxWidth: number,
	boxHeight: number,
	corners: Corners,
): void {
	const [topLeft, topRight, bottomRight, bottomLeft] = corners;
	const edges = new Float64Array(SUBLINES);
	for (let row = 0; row < region.height; row++) {
		const y = region.top + row;
		const start = row * region.width * 4 + 3;
		const left = cutOf(y, boxHeight, topLeft, bottomLeft, edges);
		for (let x = 0, end = Math.min(region.width, Math.ceil(left) - region.left); x < end; x++)
			data[start + x * 4] = Math.round(data[start + x * 4]! * coverage(edges, region.left + x));
		const right = cutOf(y, boxHeight, topRight, bottomRight, edges);
		if (right === 0) continue;
		const from = Math.max(0, Math.floor(boxWidth - right) - region.left);
		for (let x = from; x < region.width; x++) {
			const mirrored = boxWidth - 1 - (region.left + x);
			data[start + x * 4] = Math.round(data[start + x * 4]! * coverage(edges, mirrored));
		}
	}
}

/**
 * How much the corners of one side clip from a row of pixels.
 * @param edges receives the clipped length of each sample line
 * @returns the longest of them
 */
function cutOf(
	y: number,
	boxHeight: number,
	top: number,
	bottom: number,
	edges: Float64Array,
): number {
	if (y >= top && y + 1 <= boxHeight - bottom) return 0;
	let most = 0;
	for (let i = 0; i < SUBLINES; i++) {
		const line = y + (i + 0.5) / SUBLINES;
		const edge = Math.max(arcEdge(top - line, top), arcEdge(line - (boxHeight - bottom), bottom));
		edges[i] = edge;
		if (edge > most) most = edge;
	}
	return most;
}

/**
 * The distance between an arc and its side at a height above the centre of the arc, 0 to radius.
 */
function arcEdge(depth: number, radius: number): number {
	if (depth <= 0) return 0;
	if (depth >= radius) return radius;
	return radius - Math.sqrt(radius * radius - depth * depth);
}

/** The part of the pixel at x (counted from the side) that is inside the arc. */
function coverage(edges: Float64Array, x: number): number {
	let sum = 0;
	for (let i = 0; i < SUBLINES; i++) sum += Math.min(1, Math.max(0, x + 1 - edges[i]!));
	return sum / SUBLINES;
}
