/** The edge of what is blurred: mirrored, as browsers do for what lies below an element. */
import { mirroredPlace } from "../numbers.js";
import { kernelMemory } from "../pixels/kernels.js";
import type { Box } from "../scene/geometry.js";
import type { Surface } from "./surface.js";

/** Fills the pixels around a box of a surface with those inside of it, mirrored at its edges. */
export function mirrorAround(surface: Surface, box: Box): void {
	const { address, width, height } = surface;
	const pixels = new Uint32Array(kernelMemory().buffer, address, width * height);
	const [left, top] = [box.x - surface.x, box.y - surface.y];
	const source = (length: number, from: number, size: number) =>
		Int32Array.from({ length }, (_, i) => from + mirroredPlace(i - from, size));
	const columns = source(width, left, box.width);
	const rows = source(height, top, box.height);
	for (let y = top; y < top + box.height; y++) {
		const row = y * width;
		for (let x = 0; x < width; x++)
			if (x < left || x >= left + box.width) pixels[row + x] = pixels[row + columns[x]!]!;
	}
	for (let y = 0; y < height; y++)
		if (y < top || y >= top + box.height)
			pixels.copyWithin(y * width, rows[y]! * width, (rows[y]! + 1) * width);
}
