import { canvasArea, kernels, MAX_PIXELS, MAX_SIDE, outputArea, paletteArea } from "./kernels.js";

/**
 * The opaque picture being drawn: RGBA, rows from the top. A process has one: the next picture
 * reuses its memory.
 */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	/** The rows that painting changes: all, unless the canvas was reopened to paint only some. */
	readonly rows: Rows;
	/** Reading this property writes the rows that show only the canvas's colour. */
	readonly data: Uint8Array;
}

/** Rows of a picture: from `from` to the one before `end`. */
export interface Rows {
	readonly from: number;
	readonly end: number;
}

/** Whether a canvas of this size, in pixels, fits in memory: every slide of normal size does. */
export function hasRoom(width: number, height: number): boolean {
	return width * height <= MAX_PIXELS && width <= MAX_SIDE && height <= MAX_SIDE;
}

/**
 * Begins a picture; its content is undefined until it is painted.
 * @param width pixels
 * @throws RangeError if it does not fit in memory
 */
export function openCanvas(width: number, height: number): Canvas {
	if (!hasRoom(width, height)) throw new RangeError(`a canvas of ${width} x ${height}`);
	kernels.beginCanvas(width, height);
	return canvas(width, height, { from: 0, end: height });
}

/**
 * Fills the rows of the canvas with one opaque colour, 0xRRGGBB, replacing their content. If the
 * canvas was reopened, the colour must be the one that it was filled with before.
 */
export function fillCanvas({ width, height, rows }: Canvas, color: number): void {
	const pixel = 0xff000000 | ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255);
	if (rows.from === 0 && rows.end === height) kernels.fill(width, height, pixel);
	else kernels.fillAgain(rows.from, rows.end);
}

/**
 * Reopens the last canvas to repaint some of its rows. The content of these rows is undefined until
 * they are painted; the others keep theirs.
 */
export const reopenCanvas = ({ width, height }: Canvas, rows: Rows): Canvas =>
	canvas(width, height, rows);

const canvas = (width: number, height: number, rows: Rows): Canvas => ({
	width,
	height,
	rows,
	get data() {
		kernels.needAllRows();
		return canvasArea().subarray(0, width * height * 4);
	},
});

/**
 * What a picture is like: `flat` (text and shapes, often of few colours), `shaded` (with shadows or
 * other areas of many colours), or mostly a `photo`.
 */
export type Content = "flat" | "shaded" | "photo";

/** The rows of a PNG, each with its filter byte, compressed as a zlib stream. */
export interface CompressedRows {
	/** Reused by the next coder. */
	readonly data: Uint8Array;
	/** The RGB colours that the rows' bytes are indexes of; without a palette, the rows are RGB. */
	readonly palette?: Uint8Array;
}

/**
 * Compresses the canvas row by row as it is painted; only one coder at a time. In flat pictures, it
 * searches for repetitions, among palette indexes if 256 colours are enough. Photos have hardly any
 * repetitions but similar neighbours. The output does not depend on when rows are added.
 */
export class RowCoder {
	readonly #height: number;
	readonly #width: number;
	readonly #photo: boolean;
	/** Whether pixels are written as palette indexes; false once there are too many colours. */
	#indexed: boolean;
	#colors = 0;

	/**
	 * @param changed the rows in which a photo may differ from the last picture of this process,
	 * which must be a photo of the same size: the compressed rows of others are copied. Default: all
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
			// Starts again from the top, in RGB.
			if (!this.#indexed) kernels.beginFlat(this.#width, 3);
		}
		kernels.flatRows(row);
	}

	/** Call when everything is painted. */
	finish(): CompressedRows {
		this.advance(this.#height);
		const data = outputArea().subarray(0, this.#photo ? kernels.endPhoto() : kernels.endFlat());
		return this.#indexed
			? { data, palette: paletteArea().subarray(0, 3 * this.#colors) }
			: { data };
	}
}
