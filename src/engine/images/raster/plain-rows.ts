/**
 * The rows of the most usual small PNGs. libvips reads all PNGs, but for a logo of 512 x 512 pixels
 * it takes four times the processor time of this and of scale-down.ts.
 */
import { inflateSync } from "node:zlib";
import type { FilteredRows } from "../../pixels/scale-down.js";
import { latin1 } from "../sniff.js";
import { pngChunks } from "./png-chunks.js";

/** A larger picture would keep this thread from other work for too long. */
const MAX_PIXELS = 1_048_576;
/** A megapixel in pieces of 8 KB, as libpng writes them, has at most half as many. */
const MAX_CHUNKS = 1_024;
/** Longer texts are rare, and may be something else: ImageMagick writes EXIF as text. */
const MAX_TEXT_BYTES = 1_024;

type Size = Omit<FilteredRows, "data">;

/** Colour types of the PNG specification, and their channels. */
const CHANNELS: Readonly<Record<number, 3 | 4>> = { 2: 3, 6: 4 };

/**
 * Whether libvips, too, accepts the data of a chunk before the pixels. Each name but tEXt may occur
 * once.
 */
const HARMLESS: Readonly<Record<string, (data: DataView) => boolean>> = {
	gAMA: (data) => data.byteLength === 4 && data.getInt32(0) > 0,
	sRGB: (data) => data.byteLength === 1 && data.getUint8(0) <= 3,
	pHYs: (data) =>
		data.byteLength === 9 &&
		data.getInt32(0) >= 0 &&
		data.getInt32(4) >= 0 &&
		data.getUint8(8) <= 1,
	tEXt: (data) =>
		data.byteLength <= MAX_TEXT_BYTES && KEYWORD.test(latin1(bytesOf(data), 0, data.byteLength)),
};
const bytesOf = ({ buffer, byteOffset, byteLength }: DataView) =>
	new Uint8Array(buffer, byteOffset, byteLength);
/** A keyword, which ends with a zero byte, and text without zero bytes. */
const KEYWORD = /^(?! )(?:[!-~]| (?! )){1,79}(?<! )\0[^\0]*$/;

/**
 * The rows of a PNG in RGB or RGBA with 8 bits per channel, in one pass, without a profile.
 * @returns undefined for any other, and if there is any doubt or damage: libvips must read it
 */
export function plainRows(bytes: Uint8Array): FilteredRows | undefined {
	const seen = new Set<string>();
	const pieces: Uint8Array[] = [];
	let size: Size | undefined;
	for (const { name, data, isIntact } of pngChunks(bytes, MAX_CHUNKS)) {
		if (!isIntact()) return undefined;
		if (size === undefined) {
			size = name === "IHDR" ? sizeOf(data) : undefined;
			if (size === undefined) return undefined;
		} else if (name === "IDAT") {
			if (data.byteLength === 0) return undefined;
			pieces.push(bytesOf(data));
		} else if (pieces.length > 0) {
			return name === "IEND" && data.byteLength === 0 ? withRows(size, pieces) : undefined;
		} else if (HARMLESS[name]?.(data) !== true || (seen.has(name) && name !== "tEXt")) {
			return undefined;
		}
		seen.add(name);
	}
	return undefined;
}

function sizeOf(data: DataView): Size | undefined {
	if (data.byteLength !== 13) return undefined;
	const [width, height] = [data.getUint32(0), data.getUint32(4)];
	const channels = CHANNELS[data.getUint8(9)];
	// Compression, filters and passes have only one usual value.
	const isUsual = data.getUint8(8) === 8 && (data.getUint32(9) & 0xffffff) === 0;
	if (!isUsual || channels === undefined) return undefined;
	const isSmall = width > 0 && height > 0 && width * height <= MAX_PIXELS;
	return isSmall ? { width, height, channels } : undefined;
}

function withRows(size: Size, pieces: readonly Uint8Array[]): FilteredRows | undefined {
	const length = size.height * (size.width * size.channels + 1);
	const stream = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
	const data = inflated(stream, length);
	return data === undefined ? undefined : { ...size, data };
}

/** @returns undefined if the stream is damaged, has another length or is followed by other bytes */
function inflated(stream: Uint8Array, length: number): Uint8Array | undefined {
	try {
		// With one more byte in a chunk, there is exactly one.
		const options = { chunkSize: length + 1, maxOutputLength: length, info: true };
		const { buffer, engine } = inflateSync(stream, options) as unknown as {
			readonly buffer: Buffer;
			readonly engine: { readonly bytesWritten: number };
		};
		return buffer.length === length && engine.bytesWritten === stream.length ? buffer : undefined;
	} catch {
		return undefined;
	}
}
