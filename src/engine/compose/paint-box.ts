/** Fills axis-aligned boxes with round corners, without a rasteriser. */
import type { Fill } from "../paint/fill.js";
import type { RoundedBox } from "../paint/node.js";
import { pixelMemory, STAGING_START, stagingArea } from "../pixels/kernels.js";
import { type Box, isEmpty } from "../scene/geometry.js";
import { type BoxRow, boxRow } from "./box-rows.js";
import { type FillRows, gradientRows } from "./gradient-rows.js";
import { div255, wholeBox } from "./surface.js";
import type { Target } from "./target.js";

/** Whether paintBox supports a fill. */
export const fillsBoxes = (fill: Fill): boolean =>
	fill.kind === "solid" ||
	fill.kind === "linear" ||
	(fill.kind === "radial" && (fill.fx ?? fill.cx) === fill.cx && (fill.fy ?? fill.cy) === fill.cy);

/** @param fill must be supported; see `fillsBoxes` */
export function paintBox(target: Target, box: RoundedBox, fill: Fill): void {
	const seen = wholeBox(box, target.region);
	if (isEmpty(seen) || fill.kind === "picture") return;
	const rows = fill.kind === "solid" ? solidRows(fill.color) : gradientRows(fill);
	if (rows === undefined) return;
	if (target.replace && rows.opaque && isCovered(box, seen)) target.replace(seen, rows.write);
	else paintRows(target, box, seen, rows);
}

function solidRows({ r, g, b, a }: { r: number; g: number; b: number; a: number }): FillRows {
	const bytes = Uint8Array.of(
		Math.round(r * a),
		Math.round(g * a),
		Math.round(b * a),
		Math.round(255 * a),
	);
	const pixel = new Uint32Array(bytes.buffer)[0]!;
	return {
		same: true,
		opaque: a === 1,
		write({ start, pitch }, { width, height }) {
			for (let row = 0, from = start; row < height; row++, from += pitch)
				pixelMemory.fill(pixel, from, from + width);
		},
	};
}

/** Whether a box covers all pixels of a region, without its corners. */
function isCovered(box: RoundedBox, region: Box): boolean {
	const { coverage, until } = boxRow(box, region, region.y);
	return until >= region.y + region.height && coverage.every((share) => share === 255);
}

/** Paints as many rows at a time as fit into the staging memory. */
function paintRows(target: Target, box: RoundedBox, seen: Box, rows: FillRows): void {
	const { x, width } = seen;
	const bottom = seen.y + seen.height;
	const most = Math.max(1, Math.floor(stagingArea.length / (4 * width)));
	let covered: BoxRow | undefined;
	// Up to here, rows are identical to the staged ones.
	let stagedUntil = seen.y;
	for (let y = seen.y; y < bottom; ) {
		const end = Math.min(bottom, y + most);
		if (end > stagedUntil) {
			rows.write({ start: STAGING_START, pitch: width }, { x, y, width, height: end - y });
			let runs = 0;
			for (let row = y; row < end; row++) {
				const begins = covered === undefined || row >= covered.until;
				if (covered === undefined || begins) covered = boxRow(box, seen, row);
				if (begins || row === y) runs++;
				cover((row - y) * width * 4, covered);
			}
			if (rows.same && runs === 1 && covered) stagedUntil = covered.until;
		}
		const height = end - y;
		target.over(stagingArea.subarray(0, 4 * width * height), { x, y, width, height });
		y = end;
	}
}

/** Multiplies staged pixels by their coverage. @param from their first byte */
function cover(from: number, { coverage, full }: BoxRow): void {
	const pixels = stagingArea;
	for (let i = 0, at = from; i < coverage.length; i++, at += 4) {
		if (i === full.from) {
			at += 4 * (full.to - i);
			i = full.to;
			if (i >= coverage.length) return;
		}
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
