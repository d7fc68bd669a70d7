import { crc32, deflateSync } from "node:zlib";
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas } from "./blend.js";
import { dropAlpha } from "./pixels.js";

/**
 * What a picture is like: `flat` (text, shapes) with few colours or with many
 * shades, or mostly a `photo`.
 */
export type Content = "flat" | "shaded" | "photo";

/** Encodes an opaque picture as a PNG, without loss. */
export type Encoder = (canvas: Canvas) => Buffer;

/**
 * The encoder for a kind of content. Flat pictures get a palette if 256 colours
 * do, else RGB without a filter, which suits them; photographs hardly compress,
 * so the quickest coder with a filter serves them.
 */
export async function slideEncoder(content: Content): Promise<Encoder> {
	if (content === "flat") return (canvas) => encodePalette(canvas) ?? encodeRgb(canvas);
	if (content === "shaded") return encodeRgb;
	const { CompressionType, FilterType, Transformer } = await import("@napi-rs/image");
	return ({ width, height, data }) =>
		Transformer.fromRgbaPixels(data, width, height).pngSync({
			compressionType: CompressionType.Fast,
			filterType: FilterType.Up,
		});
}

function encodePalette(canvas: Canvas): Buffer | undefined {
	const indexed = toPalette(canvas);
	if (!indexed) return undefined;
	const data = deflateSync(indexed.rows, { level: LEVEL });
	return png(canvas.width, canvas.height, 3, data, indexed.palette);
}

const encodeRgb: Encoder = (canvas) =>
	png(canvas.width, canvas.height, 2, deflateSync(rgbRows(canvas), { level: LEVEL }));

/** zlib's level for flat pictures: higher ones take twice the time for a tenth of the size. */
const LEVEL = 3;

const MAX_COLORS = 256;
/** Slots of the open hash table of colours: four times as many as colours keep chains short. */
const SLOT_BITS = 10;

/**
 * The rows of a picture as palette indexes, each behind its filter byte (0, none);
 * undefined when it has more than 256 colours.
 */
function toPalette({ width, height, data }: Canvas): { rows: Buffer; palette: Buffer } | undefined {
	const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
	const stride = width + 1;
	const rows = memory(height * stride);
	const keys = new Uint32Array(1 << SLOT_BITS);
	const indexes = new Int16Array(1 << SLOT_BITS).fill(-1);
	const mask = (1 << SLOT_BITS) - 1;
	const palette = Buffer.alloc(3 * MAX_COLORS);
	let colors = 0;
	let lastColor = -1;
	let lastIndex = 0;
	for (let y = 0; y < height; y++) {
		let to = y * stride;
		// Most rows of a flat picture are like the one above: comparing is quicker than looking up.
		const start = y * width * 4;
		const above = start - width * 4;
		if (y > 0 && sameBytes(data, above, start, width * 4)) {
			rows.copyWithin(to, to - stride, to);
			continue;
		}
		rows[to++] = 0;
		for (let from = y * width, end = from + width; from < end; from++) {
			const color = words[from]!;
			if (color !== lastColor) {
				lastColor = color;
				let slot = Math.imul(color, 0x9e3779b1) >>> (32 - SLOT_BITS);
				while (indexes[slot]! >= 0 && keys[slot] !== color) slot = (slot + 1) & mask;
				if (indexes[slot]! < 0) {
					if (colors === MAX_COLORS) return undefined;
					keys[slot] = color;
					indexes[slot] = colors;
					palette[3 * colors] = color & 255;
					palette[3 * colors + 1] = (color >>> 8) & 255;
					palette[3 * colors + 2] = (color >>> 16) & 255;
					colors++;
				}
				lastIndex = indexes[slot]!;
			}
			rows[to++] = lastIndex;
		}
	}
	return { rows, palette: palette.subarray(0, 3 * colors) };
}

const sameBytes = (data: Uint8Array, a: number, b: number, length: number) =>
	Buffer.compare(data.subarray(a, a + length), data.subarray(b, b + length)) === 0;

/** The rows of a picture as RGB, each behind its filter byte (0, none). */
function rgbRows({ width, height, data }: Canvas): Buffer {
	const stride = width * 3 + 1;
	const rows = memory(height * stride);
	const row = new Uint8Array(width * 3);
	for (let y = 0; y < height; y++) {
		const to = y * stride;
		const start = y * width * 4;
		if (y > 0 && sameBytes(data, start - width * 4, start, width * 4)) {
			rows.copyWithin(to, to - stride, to);
			continue;
		}
		rows[to] = 0;
		dropAlpha(data.subarray(start, start + width * 4), row);
		rows.set(row, to + 1);
	}
	return rows;
}

let lastRows = Buffer.alloc(0);

/** Memory for rows; a process encodes one picture at a time, and fresh pages are dear. */
function memory(bytes: number): Buffer {
	if (lastRows.length < bytes) lastRows = Buffer.alloc(bytes);
	return lastRows.subarray(0, bytes);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A bitmap as a PNG, written here because it is wanted at once, without a
 * thread: level 0 to hand pixels to resvg, 9 to embed them in an SVG.
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
 * @param colorType as the PNG specification has it: 2 RGB, 3 palette, 6 RGBA
 * @param data the filtered rows, deflated
 */
function png(
	width: number,
	height: number,
	colorType: 2 | 3 | 6,
	data: Buffer,
	palette?: Buffer,
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	header[9] = colorType;
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", header),
		...(palette ? [chunk("PLTE", palette)] : []),
		chunk("IDAT", data),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const result = Buffer.allocUnsafe(data.length + 12);
	result.writeUInt32BE(data.length, 0);
	result.write(type, 4, "latin1");
	data.copy(result, 8);
	result.writeUInt32BE(crc32(result.subarray(4, data.length + 8)), data.length + 8);
	return result;
}
