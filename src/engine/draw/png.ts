import { constants, crc32, deflateSync } from "node:zlib";
import type { Bitmap } from "../images/bitmap.js";
import { CHUNK_BYTES } from "../images/raster/png-chunks.js";
import { type Canvas, type Content, RowCoder, type Rows } from "../pixels/canvas.js";

/** Encodes an opaque picture as a PNG, from the top, as its rows are finished. */
export class SlideEncoder {
	readonly #canvas: Canvas;
	readonly #rows: RowCoder;

	/** @param changed see RowCoder */
	constructor(canvas: Canvas, content: Content, changed?: readonly Rows[]) {
		this.#canvas = canvas;
		this.#rows = new RowCoder(canvas, content, changed);
	}

	/** The rows above this one are finished: nothing there will change any more. */
	advance(row: number): void {
		this.#rows.advance(row);
	}

	/** Call when everything is painted. */
	finish(): Buffer {
		const { width, height } = this.#canvas;
		const { data, palette } = this.#rows.finish();
		return png(width, height, palette ? 3 : 2, data, palette);
	}
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes a bitmap as a PNG without a thread, because it is needed at once: level 0 to pass pixels
 * to resvg, 9 to embed them in an SVG.
 */
export function encodeBitmap(bitmap: Bitmap, level: 0 | 9): Buffer {
	const { width, height, channels, data } = bitmap;
	const stride = width * channels;
	const rows = Buffer.allocUnsafe(height * (stride + 1));
	for (let y = 0; y < height; y++) {
		rows[y * (stride + 1)] = 0;
		rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
	}
	return png(width, height, channels === 4 ? 6 : 2, deflateSync(rows, { level }));
}

/**
 * One colour of varying opacity as a PNG, for self-contained documents. Each pixel is a byte that
 * the transparency of the palette (tRNS) turns into alpha. After the Paeth filter, soft edges have
 * almost no repetitions, so zlib only looks for runs: this takes a quarter of the time of level 6,
 * for a file that is 8 % larger.
 * @param alpha of each pixel, rows from the top
 * @param color #rrggbb
 */
export function encodeShade(
	alpha: Uint8Array,
	columns: number,
	rows: number,
	color = "#000000",
): Buffer {
	const filtered = Buffer.allocUnsafe(rows * (columns + 1));
	let most = 0;
	let to = 0;
	let at = 0;
	for (let y = 0; y < rows; y++) {
		filtered[to++] = FILTER_PAETH;
		let left = 0;
		let aboveLeft = 0;
		for (let x = 0; x < columns; x++, at++) {
			const value = alpha[at]!;
			const above = y === 0 ? 0 : alpha[at - columns]!;
			// No neighbours to predict from, as in half of a shadow.
			filtered[to++] =
				(left | above | aboveLeft) === 0 ? value : value - paeth(left, above, aboveLeft);
			if (value > most) most = value;
			left = value;
			aboveLeft = above;
		}
	}
	const data = deflateSync(filtered, { strategy: constants.Z_RLE });
	const count = most + 1;
	const rgb = Buffer.from(color.slice(1), "hex");
	const palette = Buffer.alloc(3 * count, rgb);
	return png(columns, rows, 3, data, palette, identity.subarray(0, count));
}

/** Filter type of the PNG specification, and its predictor. */
const FILTER_PAETH = 4;
function paeth(left: number, above: number, aboveLeft: number): number {
	const toLeft = Math.abs(above - aboveLeft);
	const toAbove = Math.abs(left - aboveLeft);
	const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
	if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
	return toAbove <= toAboveLeft ? above : aboveLeft;
}

/** Maps each value to itself. */
const identity = Uint8Array.from({ length: 256 }, (_, i) => i);

/**
 * @param colorType of the PNG specification: 2 RGB, 3 palette, 6 RGBA
 * @param data the filtered rows, compressed
 * @param alphas of the palette's colours
 */
function png(
	width: number,
	height: number,
	colorType: 2 | 3 | 6,
	data: Uint8Array,
	palette?: Uint8Array,
	alphas?: Uint8Array,
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	header[9] = colorType;
	const chunks: [string, Uint8Array][] = [["IHDR", header]];
	if (palette) chunks.push(["PLTE", palette]);
	if (alphas) chunks.push(["tRNS", alphas]);
	chunks.push(["IDAT", data], ["IEND", NO_DATA]);
	const length = chunks.reduce((sum, [, content]) => sum + CHUNK_BYTES + content.length, 0);
	const file = Buffer.allocUnsafe(SIGNATURE.length + length);
	let at = SIGNATURE.copy(file);
	for (const [type, content] of chunks) at = writeChunk(file, at, type, content);
	return file;
}

const NO_DATA = new Uint8Array(0);

/** @returns where the next chunk begins */
function writeChunk(file: Buffer, at: number, type: string, data: Uint8Array): number {
	const from = file.writeUInt32BE(data.length, at);
	file.write(type, from, "latin1");
	file.set(data, from + type.length);
	const end = from + type.length + data.length;
	return file.writeUInt32BE(crc32(file.subarray(from, end)), end);
}
