import { crc32, deflateSync } from "node:zlib";
import { CompressionType, FilterType, Transformer } from "@napi-rs/image";
import sharp from "sharp";
import type { Bitmap } from "../images/bitmap.js";

/**
 * Opaque pixels as a PNG. Flat pictures (text, shapes) compress best without a
 * filter and with a real search for matches; photographs hardly compress, so
 * the quickest coder with a filter serves them.
 * @param rgba width * height * 4 bytes; the alpha is not written for flat pictures
 */
export async function encodeSlide(
	rgba: Uint8Array,
	width: number,
	height: number,
	content: "flat" | "photo",
): Promise<Buffer> {
	if (content === "photo")
		return Transformer.fromRgbaPixels(rgba, width, height).pngSync({
			compressionType: CompressionType.Fast,
			filterType: FilterType.Up,
		});
	return sharp(rgba, { raw: { width, height, channels: 4 } })
		.removeAlpha()
		.png({ compressionLevel: 3, adaptiveFiltering: false })
		.toBuffer();
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
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	header[9] = channels === 4 ? 6 : 2;
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(rows, { level })),
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
