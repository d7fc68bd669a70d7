import { IDENTITY, type Matrix } from "../images/svg/matrix.js";
import type { ShadeNode } from "../paint/node.js";
import { type Box, turnedBounds } from "../scene/geometry.js";
import { inverse } from "./inverse.js";
import { div255 } from "./surface.js";

/**
 * The pixels that a shade paints in a box: premultiplied, and scaled up bilinearly from its grid.
 * @param box whole pixels of the slide
 * @param matrix from the shade's space to the slide
 */
export function shadePixels(node: ShadeNode, box: Box, matrix: Matrix = IDENTITY): Uint8Array {
	const { columns, rows, place, color = "#000000" } = node;
	const alpha = node.alpha.bytes;
	const [a, b, c, d, e, f] = inverse(matrix);
	if (b === 0 && c === 0) return uprightPixels(node, box, [a, d, e, f]);
	const colors = premultiplied(color);
	const pixels = new Uint32Array(box.width * box.height);
	const [perX, perY] = [columns / place.width, rows / place.height];
	const at = (column: number, row: number) =>
		alpha[
			Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))
		]!;
	for (let row = 0, to = 0; row < box.height; row++) {
		for (let i = 0; i < box.width; i++, to++) {
			const [px, py] = [box.x + i + 0.5, box.y + row + 0.5];
			const x = (a * px + c * py + e - place.x) * perX - 0.5;
			const y = (b * px + d * py + f - place.y) * perY - 0.5;
			if (x < -0.5 || y < -0.5 || x > columns - 0.5 || y > rows - 0.5) continue;
			const [left, top] = [Math.floor(x), Math.floor(y)];
			const [right, down] = [x - left, y - top];
			const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
			const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
			pixels[to] = colors[Math.round(upper * (1 - down) + lower * down)]!;
		}
	}
	return new Uint8Array(pixels.buffer);
}

/**
 * The same without rotation. Each row of the grid is scaled up only once, which takes a fifth of
 * the time.
 * @param scale from the slide to the shade's space: two factors and two shifts
 */
function uprightPixels(
	{ alpha: { bytes: alpha }, columns, rows, place, color = "#000000" }: ShadeNode,
	box: Box,
	[a, d, e, f]: readonly [number, number, number, number],
): Uint8Array {
	const colors = premultiplied(color);
	const pixels = new Uint32Array(box.width * box.height);
	const [perX, perY] = [columns / place.width, rows / place.height];
	const lefts = new Int32Array(box.width);
	const shares = new Float64Array(box.width);
	/** The pixels of a row that the shade covers. */
	let first = box.width;
	let end = 0;
	for (let i = 0; i < box.width; i++) {
		const x = (a * (box.x + i + 0.5) + e - place.x) * perX - 0.5;
		if (x < -0.5 || x > columns - 0.5) continue;
		first = Math.min(first, i);
		end = i + 1;
		lefts[i] = Math.floor(x);
		shares[i] = x - Math.floor(x);
	}
	const scaleUp = (row: number, line: Float64Array) => {
		const from = Math.min(rows - 1, Math.max(0, row)) * columns;
		for (let i = first; i < end; i++) {
			const left = lefts[i]!;
			const share = shares[i]!;
			const one = alpha[from + Math.max(0, left)]!;
			const other = alpha[from + Math.min(columns - 1, left + 1)]!;
			line[i] = one * (1 - share) + other * share;
		}
	};
	let [upper, lower] = [new Float64Array(box.width), new Float64Array(box.width)];
	/** The row of the grid that `upper` contains. */
	let scaled = Number.NaN;
	for (let row = 0; row < box.height; row++) {
		const y = (d * (box.y + row + 0.5) + f - place.y) * perY - 0.5;
		if (y < -0.5 || y > rows - 0.5) continue;
		const top = Math.floor(y);
		if (top !== scaled) {
			if (top === scaled + 1) [upper, lower] = [lower, upper];
			else scaleUp(top, upper);
			scaleUp(top + 1, lower);
			scaled = top;
		}
		const down = y - top;
		const to = row * box.width;
		for (let i = first; i < end; i++)
			pixels[to + i] = colors[Math.round(upper[i]! * (1 - down) + lower[i]! * down)]!;
	}
	return new Uint8Array(pixels.buffer);
}

/** A colour at each opacity, as premultiplied RGBA pixels in words. */
function premultiplied(color: string): Uint32Array {
	const rgb = Number.parseInt(color.slice(1), 16);
	const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
	const bytes = new Uint8Array(4 * 256);
	for (let value = 1; value < 256; value++)
		bytes.set([div255(red * value), div255(green * value), div255(blue * value), value], 4 * value);
	return new Uint32Array(bytes.buffer);
}

/** The box of a shade on the slide. */
export const shadeBounds = ({ place }: ShadeNode): Box =>
	turnedBounds(place, place.rotation, place.centerX, place.centerY);
