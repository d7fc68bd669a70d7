/** Fills upright boxes with round corners, without a rasteriser. */
import type { Fill } from "../paint/fill.js";
import type { RoundedBox } from "../paint/node.js";
import { type Box, isEmpty } from "../scene/geometry.js";
import { type BoxRow, boxRow } from "./box-rows.js";
import { type GradientRows, gradientRows } from "./gradient-rows.js";
import { div255, wholeBox } from "./surface.js";
import type { Target } from "./target.js";

/** Bytes of pixels that are handed over at once: what the kernels' staging area holds. */
const PIECE = 256 * 1024;

/** Whether paintBox can fill with it. */
export const fillsBoxes = (fill: Fill): boolean =>
	fill.kind === "solid" ||
	fill.kind === "linear" ||
	(fill.kind === "radial" && (fill.fx ?? fill.cx) === fill.cx && (fill.fy ?? fill.cy) === fill.cy);

/** @param fill one that `fillsBoxes` */
export function paintBox(target: Target, box: RoundedBox, fill: Fill): void {
	const seen = wholeBox(box, target.region);
	if (isEmpty(seen) || fill.kind === "picture") return;
	const rows = fill.kind === "solid" ? solidRows(fill.color) : gradientRows(fill);
	if (rows !== undefined) paintRows(target, box, seen, rows, fill.kind === "solid");
}

function solidRows({ r, g, b, a }: { r: number; g: number; b: number; a: number }): GradientRows {
	const bytes = Uint8Array.of(
		Math.round(r * a),
		Math.round(g * a),
		Math.round(b * a),
		Math.round(255 * a),
	);
	const [pixel] = new Uint32Array(bytes.buffer);
	return { plain: true, fill: (pixels) => void pixels.fill(pixel!) };
}

function paintRows(
	target: Target,
	box: RoundedBox,
	seen: Box,
	rows: GradientRows,
	same: boolean,
): void {
	const { x, width } = seen;
	const bottom = seen.y + seen.height;
	const most = Math.max(1, Math.min(seen.height, Math.floor(PIECE / (4 * width))));
	const piece = new Uint8Array(4 * width * most);
	const words = new Uint32Array(piece.buffer);
	let covered: BoxRow | undefined;
	for (let y = seen.y; y < bottom; ) {
		let count = 0;
		for (; count < most && y + count < bottom; count++) {
			const row = y + count;
			const line = words.subarray(count * width, (count + 1) * width);
			if (covered === undefined || row >= covered.until) covered = boxRow(box, seen, row);
			// Straight rows of one colour repeat.
			else if (same && count > 0) {
				words.copyWithin(count * width, (count - 1) * width, count * width);
				continue;
			}
			rows.fill(line, x, row);
			cover(piece, count * width * 4, covered.coverage);
		}
		target.over(piece.subarray(0, 4 * width * count), { x, y, width, height: count });
		y += count;
	}
}

/** Makes pixels as opaque as the box covers them. */
function cover(pixels: Uint8Array, from: number, coverage: Uint8Array): void {
	for (let i = 0, at = from; i < coverage.length; i++, at += 4) {
		const share = coverage[i]!;
		if (share === 255) continue;
		pixels[at] = div255(pixels[at]! * share);
		pixels[at + 1] = div255(pixels[at + 1]! * share);
		pixels[at + 2] = div255(pixels[at + 2]! * share);
		pixels[at + 3] = div255(pixels[at + 3]! * share);
	}
}

/** The coverage of a rounded box in a region: a byte for each pixel. */
export function boxMask(box: RoundedBox, region: Box): Uint8Array {
	const mask = new Uint8Array(region.width * region.height);
	let covered: BoxRow | undefined;
	for (let row = 0; row < region.height; row++) {
		const y = region.y + row;
		if (covered === undefined || y >= covered.until) covered = boxRow(box, region, y);
		mask.set(covered.coverage, row * region.width);
	}
	return mask;
}
