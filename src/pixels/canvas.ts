import { canvasArea, kernels, MAX_PIXELS, outputArea, paletteArea } from "./kernels.js";

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
 * What a picture is like: `flat` (text and shapes, often of few colours), with
 * shadows or the like that have many (`shaded`), or mostly a `photo`.
 */
export type Content = "flat" | "shaded" | "photo";

/** The rows of a PNG, each with its filter byte, compressed as a zlib stream. */
export interface CompressedRows {
	/** Memory that the next call writes again. */
	readonly data: Uint8Array;
	/** The colours that the rows' bytes are indexes of, RGB; without it, the rows are RGB. */
	readonly palette?: Uint8Array;
}

/**
 * Compresses the canvas's pixels. In flat pictures repetitions are looked for,
 * among bytes where 256 colours do; photographs hardly have any, but neighbours
 * that are alike.
 */
export function compressedRows({ width, height }: Canvas, content: Content): CompressedRows {
	if (content === "photo") return { data: written(kernels.compressPhoto(width, height)) };
	const colors = content === "flat" ? kernels.indexColors(width, height) : 0;
	if (colors === 0) return { data: written(kernels.compressFlat(width, height, 3)) };
	const data = written(kernels.compressFlat(width, height, 1));
	return { data, palette: paletteArea.subarray(0, 3 * colors) };
}

const written = (length: number) => outputArea.subarray(0, length);
