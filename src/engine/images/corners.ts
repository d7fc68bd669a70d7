import {
	acrossOf,
	type Corner,
	downOf,
	type EllipticRadii,
	fitRadii,
	insetRadii,
	type Radii,
} from "../shapes/rounded-rectangle.js";
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
export function fittingCorners<R extends EllipticRadii>(
	radius: number | R,
	width: number,
	height: number,
): R | Corners {
	if (typeof radius === "number") {
		const fitting = Math.min(Math.max(0, radius), width / 2, height / 2);
		return [fitting, fitting, fitting, fitting];
	}
	return fitRadii({ x: 0, y: 0, width, height }, insetRadii(radius, 0));
}

export const isSquare = (corners: EllipticRadii): boolean =>
	corners.every((radius) => radius === 0);

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
	corners: EllipticRadii,
): void {
	const [topLeft, topRight, bottomRight, bottomLeft] = corners;
	const mirrored = topLeft === topRight && bottomLeft === bottomRight;
	for (let row = 0; row < region.height; row++) {
		const y = region.top + row;
		const start = row * region.width * 4 + 3;
		const left = cutOf(y, boxHeight, topLeft, bottomLeft);
		const end = Math.min(region.width, Math.ceil(left.most) - region.left);
		for (let x = 0; x < end; x++) cover(data, start + x * 4, left, region.left + x);
		const right = mirrored ? left : cutOf(y, boxHeight, topRight, bottomRight);
		if (right.most === 0) continue;
		const from = Math.max(0, Math.floor(boxWidth - right.most) - region.left);
		for (let x = from; x < region.width; x++)
			cover(data, start + x * 4, right, boxWidth - 1 - (region.left + x));
	}
}

/** How much the corners of one side clip from a row of pixels, on each sample line. */
interface Cut {
	readonly edges: readonly number[];
	readonly least: number;
	readonly most: number;
}

const NO_CUT: Cut = { edges: [], least: 0, most: 0 };

function cutOf(y: number, boxHeight: number, top: Corner, bottom: Corner): Cut {
	if (y >= downOf(top) && y + 1 <= boxHeight - downOf(bottom)) return NO_CUT;
	const edges: number[] = [];
	let least = Number.POSITIVE_INFINITY;
	let most = 0;
	for (let i = 0; i < SUBLINES; i++) {
		const line = y + (i + 0.5) / SUBLINES;
		const edge = Math.max(
			arcEdge(downOf(top) - line, top),
			arcEdge(line - (boxHeight - downOf(bottom)), bottom),
		);
		edges.push(edge);
		least = Math.min(least, edge);
		most = Math.max(most, edge);
	}
	return { edges, least, most };
}

/** The distance between an arc and its side at a height above the centre of the arc. */
function arcEdge(depth: number, corner: Corner): number {
	if (depth <= 0) return 0;
	const [across, down] = [acrossOf(corner), downOf(corner)];
	if (depth >= down) return across;
	const edge = down - Math.sqrt(down * down - depth * depth);
	return across === down ? edge : (edge * across) / down;
}

/**
 * Multiplies an alpha by the part of its pixel that is inside the arc.
 * @param x of the pixel, counted from the side
 */
function cover(data: Uint8Array, at: number, { edges, least }: Cut, x: number): void {
	if (x + 1 <= least) {
		data[at] = 0;
		return;
	}
	let sum = 0;
	for (const edge of edges) sum += Math.min(1, Math.max(0, x + 1 - edge));
	data[at] = Math.round((data[at]! * sum) / SUBLINES);
}
