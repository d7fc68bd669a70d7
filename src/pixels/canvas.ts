import { canvasArea, kernels, MAX_PIXELS, outputArea } from "./kernels.js";

/**
 * The opaque picture that is drawn: RGBA, rows from the top. There is one in a
 * process: the next one takes its memory.
 */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8Array;
}

/**
 * Begins a picture; what it shows is not defined before it is painted.
 * @param width pixels; with the height at most the largest slide
 * @throws RangeError for a larger one
 */
export function openCanvas(width: number, height: number): Canvas {
	if (width * height > MAX_PIXELS) throw new RangeError(`a canvas of ${width} x ${height}`);
	return { width, height, data: canvasArea.subarray(0, width * height * 4) };
}

/** What a picture is like: `flat` (text, shapes, shadows), or mostly a `photo`. */
export type Content = "flat" | "photo";

/**
 * The canvas's pixels as the rows of a PNG in RGB, each with its filter byte,
 * compressed as a zlib stream. In flat pictures repetitions are looked for;
 * photographs hardly have any, but neighbours that are alike.
 * @returns memory that the next call writes again
 */
export function compressedRows({ width, height }: Canvas, content: Content): Uint8Array {
	const compress = content === "flat" ? kernels.compressFlat : kernels.compressPhoto;
	return outputArea.subarray(0, compress(width, height));
}
