import type { Bitmap } from "../images/bitmap.js";
import { withPictureMemory } from "./picture-memory.js";

/** The output of an enlargement. Pixels. */
export interface Enlargement {
	readonly columns: number;
	readonly rows: number;
	/** Centre of the first output pixel, relative to the centre of the picture's first pixel. */
	readonly startX: number;
	readonly startY: number;
	/** Pixels of the picture per output pixel, at most 1. */
	readonly step: number;
}

/**
 * Enlarges an opaque picture with Catmull-Rom splines, in a third of the time that libvips takes.
 * @param bitmap RGB
 */
export function enlargeBitmap(bitmap: Bitmap, enlargement: Enlargement): Bitmap {
	const { columns, rows, startX, startY, step } = enlargement;
	const { width, height, data } = bitmap;
	const to = roundUp(data.length + 16);
	const scratch = roundUp(to + columns * rows * 3 + 16);
	const size = scratch + 5 * 4 * (3 * (width + 4) + 7) + columns * 20 + 16;
	return withPictureMemory(size, ({ kernels, at, bytes }) => {
		bytes.set(data);
		kernels.enlargeRgb(
			...([at, width, height, at + to, columns, rows] as const),
			...([startX, step, startY, step, at + scratch] as const),
		);
		const pixels = bytes.slice(to, to + columns * rows * 3);
		return { width: columns, height: rows, channels: 3, data: pixels };
	});
}

const roundUp = (size: number): number => Math.ceil(size / 16) * 16;
