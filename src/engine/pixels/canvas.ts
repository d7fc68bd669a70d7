import { canvasArea, kernels, MAX_PIXELS, MAX_SIDE, outputArea, paletteArea } from "./kernels.js";

/**
 * The opaque picture that is drawn: RGBA, rows from the top. There is one in a
 * process: the next one takes its memory.
 */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	/** The rows that painting changes, all unless it was opened again; the others stay as they are. */
	readonly rows: Rows;
	/** Reading this property has rows written that show nothing but the canvas's colour. */
	readonly data: Uint8Array;
}

/** Rows of a picture: from the first to the one before `end`. */
export interface Rows {
	readonly from: number;
	readonly end: number;
}

/** Whether there is room for a canvas of that size, in pixels: for every slide, and what is smaller. */
export function hasRoom(width: number, height: number): boolean {
	return width * height <= MAX_PIXELS && width <= MAX_SIDE && height <= MAX_SIDE;
}

/**
 * Begins a picture; what it shows is not defined before it is painted.
 * @param width pixels
 * @throws RangeError when there is no room for it
 */
export function openCanvas(width: number, height: number): Canvas {
	if (!hasRoom(width, height)) throw new RangeError(`a canvas of ${width} x ${height}`);
	kernels.beginCanvas(width, height);
	return canvas(width, height, { from: 0, end: height });
}

/**
 * Opens the last canvas again, to paint some of its rows anew. What these show is not defined
 * before they are painted; the others show what they showed.
 */
export const reopenCanvas = ({ width, height }: Canvas, rows: Rows): Canvas =>
	canvas(width, height, rows);

const canvas = (width: number, height: number, rows: Rows): Canvas => ({
	width,
	height,
	rows,
	get data() {
		kernels.needAllRows();
		return canvasArea.subarray(0, width * height * 4);
	},
});

/**
 * What a picture is like: `flat` (text and shapes, often of few colours), with
 * shadows or the like that have many (`shaded`), or mostly a `photo`.
 */
export type Content = "flat" | "shaded" | "photo";

/** The rows of a PNG, each with its filter byte, compressed as a zlib stream. */
export interface CompressedRows {
	/** Memory that the next coder writes again. */
	readonly data: Uint8Array;
	/** The colours that the rows' bytes are indexes of, RGB; without it, the rows are RGB. */
	readonly palette?: Uint8Array;
}

/**
 * Compresses the canvas's pixels, row by row as they are painted; there is one
 * at a time. In flat pictures repetitions are looked for, among bytes where 256
 * colours do; photographs hardly have any, but neighbours that are alike. What
 * comes out does not depend on when the rows go in.
 */
export class RowCoder {
	readonly #height: number;
	readonly #width: number;
	readonly #photo: boolean;
	/** Bytes of a pixel are an index, until there are too many colours. */
	#indexed: boolean;
	#colors = 0;

	/**
	 * @param changed the rows in which a photo may differ from the last picture of this process, a
	 * photo of the same size: the compressed rows of others are copied. Default: all
	 */
	constructor({ width, height }: Canvas, content: Content, changed?: readonly Rows[]) {
		this.#width = width;
		this.#height = height;
		this.#photo = content === "photo";
		this.#indexed = content === "flat";
		if (this.#indexed) kernels.beginIndexes(width);
		if (this.#photo) {
			kernels.beginPhoto(width, height, changed !== undefined);
			for (const { from, end } of changed ?? []) kernels.changePhotoRows(from, end);
		} else kernels.beginFlat(width, this.#indexed ? 1 : 3);
	}

	/** The rows above this one are painted: nothing there will change any more. */
	advance(row: number): void {
		if (this.#photo) {
			kernels.photoRows(row);
			return;
		}
		if (this.#indexed) {
			this.#colors = kernels.indexRows(row);
			this.#indexed = this.#colors >= 0;
			// From the top again, in RGB.
			if (!this.#indexed) kernels.beginFlat(this.#width, 3);
		}
		kernels.flatRows(row);
	}

	/** Everything is painted. */
	finish(): CompressedRows {
		this.advance(this.#height);
		const data = outputArea.subarray(0, this.#photo ? kernels.endPhoto() : kernels.endFlat());
		return this.#indexed ? { data, palette: paletteArea.subarray(0, 3 * this.#colors) } : { data };
	}
}
