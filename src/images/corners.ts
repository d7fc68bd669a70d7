import type { ImageNeed } from "./need.js";

/** Lines per pixel row on which the arc is intersected; along each the coverage is exact. */
const SUBLINES = 16;

/**
 * Multiplies the coverage of the box's rounded corners into the alpha of a
 * region of it. Only rows and pixels that a corner touches are visited.
 * @param data RGBA pixels of need.region
 * @param radius pixels, at most half the short side of the box
 */
export function roundCorners(
	data: Uint8Array,
	need: Pick<ImageNeed, "boxWidth" | "boxHeight" | "region">,
	radius: number,
): void {
	const { region, boxWidth, boxHeight } = need;
	const edges = new Float64Array(SUBLINES);
	for (let row = 0; row < region.height; row++) {
		const y = region.top + row;
		if (y >= radius && y + 1 <= boxHeight - radius) continue;
		let most = 0;
		for (let i = 0; i < SUBLINES; i++) {
			const edge = cornerEdge(y + (i + 0.5) / SUBLINES, boxHeight, radius);
			edges[i] = edge;
			if (edge > most) most = edge;
		}
		fadeRow(data, row, region, boxWidth, edges, most);
	}
}

/** How far the arc at height y lies from the left (and right) side of the box, 0 to radius. */
function cornerEdge(y: number, boxHeight: number, radius: number): number {
	const depth = Math.max(radius - y, y - (boxHeight - radius), 0);
	if (depth >= radius) return radius;
	return radius - Math.sqrt(radius * radius - depth * depth);
}

function fadeRow(
	data: Uint8Array,
	row: number,
	region: ImageNeed["region"],
	boxWidth: number,
	edges: Float64Array,
	most: number,
): void {
	const start = row * region.width * 4 + 3;
	const cut = Math.ceil(most);
	const leftEnd = Math.min(region.width, cut - region.left);
	for (let x = 0; x < leftEnd; x++) {
		data[start + x * 4] = Math.round(data[start + x * 4]! * coverage(edges, region.left + x));
	}
	const rightStart = Math.max(0, Math.floor(boxWidth - most) - region.left);
	for (let x = rightStart; x < region.width; x++) {
		const mirrored = boxWidth - 1 - (region.left + x);
		data[start + x * 4] = Math.round(data[start + x * 4]! * coverage(edges, mirrored));
	}
}

/** The part of the pixel at x (counted from the side) that lies inside the arc. */
function coverage(edges: Float64Array, x: number): number {
	let sum = 0;
	for (let i = 0; i < SUBLINES; i++) sum += Math.min(1, Math.max(0, x + 1 - edges[i]!));
	return sum / SUBLINES;
}
