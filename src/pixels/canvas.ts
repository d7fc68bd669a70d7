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

/**
 * The canvas's pixels as the rows of a PNG in RGB, each with its filter byte,
 * compressed as a zlib stream.
 * @returns memory that the next call writes again
 */
export function compressedRows({ width, height }: Canvas): Uint8Array {
	return outputArea.subarray(0, kernels.compressPicture(width, height));
}
