import { IDENTITY, type Matrix } from "../images/svg/matrix.js";
import type { ShadeNode } from "../paint/node.js";
import { type Box, turnedBounds } from "../scene/geometry.js";
import { inverse } from "./inverse.js";
import { div255 } from "./surface.js";

/**
 * What a shade paints in a box: premultiplied pixels, scaled up bilinearly from its grid.
 * @param box whole pixels of the slide
 * @param matrix from the shade's space to the slide
 */
export function shadePixels(node: ShadeNode, box: Box, matrix: Matrix = IDENTITY): Uint8Array {
	const { alpha, columns, rows, place, color = "#000000" } = node;
	const rgb = Number.parseInt(color.slice(1), 16);
	const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
	const pixels = new Uint8Array(4 * box.width * box.height);
	const [a, b, c, d, e, f] = inverse(matrix);
	const [perX, perY] = [columns / place.width, rows / place.height];
	const at = (column: number, row: number) =>
		alpha[
			Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))
		]!;
	for (let row = 0, to = 0; row < box.height; row++) {
		for (let i = 0; i < box.width; i++, to += 4) {
			const [px, py] = [box.x + i + 0.5, box.y + row + 0.5];
			const x = (a * px + c * py + e - place.x) * perX - 0.5;
			const y = (b * px + d * py + f - place.y) * perY - 0.5;
			if (x < -0.5 || y < -0.5 || x > columns - 0.5 || y > rows - 0.5) continue;
			const [left, top] = [Math.floor(x), Math.floor(y)];
			const [right, down] = [x - left, y - top];
			const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
			const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
			const value = Math.round(upper * (1 - down) + lower * down);
			if (value === 0) continue;
			pixels[to] = div255(red * value);
			pixels[to + 1] = div255(green * value);
			pixels[to + 2] = div255(blue * value);
			pixels[to + 3] = value;
		}
	}
	return pixels;
}

/** Where a shade lies on the slide. */
export const shadeBounds = ({ place }: ShadeNode): Box =>
	turnedBounds(place, place.rotation, place.centerX, place.centerY);
