import { crc32, deflateSync } from "node:zlib";

/** One chunk of a PNG, with its length and checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A PNG of one colour of any size that a header can tell; its pixels are there
 * when `rows` says how many.
 * @param options.chunks more chunks, before the pixels
 */
export function plainPng(
	width: number,
	height: number,
	options: { depth?: 1 | 8; interlaced?: boolean; rows?: number; chunks?: readonly Buffer[] } = {},
): Buffer {
	const { depth = 8, interlaced = false, rows = 0, chunks = [] } = options;
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width >>> 0, 0);
	header.writeUInt32BE(height >>> 0, 4);
	header.set([depth, 0, 0, 0, interlaced ? 1 : 0], 8);
	const row = 1 + Math.ceil((width * depth) / 8);
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", header),
		...chunks,
		chunk("IDAT", deflateSync(Buffer.alloc(rows * row), { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** A compressed text of a PNG that inflates to as many bytes. */
export const textBomb = (bytes: number): Buffer =>
	chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(bytes, 65))]));

/** A colour profile of a PNG that inflates to as many bytes. */
export const profileBomb = (bytes: number): Buffer =>
	chunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(bytes))]));

/** A lossless WebP of 16,383 x 16,383 in a few bytes: one colour, no pixels. */
export function hugeWebp(): Buffer {
	const data = Buffer.from([
		0x2f, 0xfe, 0xff, 0xfe, 0x0f, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0x08,
	]);
	const body = Buffer.alloc(20 + data.length);
	body.write("RIFF", 0, "latin1");
	body.writeUInt32LE(body.length - 8, 4);
	body.write("WEBPVP8L", 8, "latin1");
	body.writeUInt32LE(data.length, 16);
	data.copy(body, 20);
	return body;
}

/** A GIF with a canvas of that size and as many frames of one pixel. */
export function gif(width: number, height: number, frames: number): Buffer {
	const header = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
	header.writeUInt16LE(width, 6);
	header.writeUInt16LE(height, 8);
	const frame = Buffer.from("2c000000000100010000024401" + "00", "hex");
	return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from(";")]);
}

/** Files of formats that are not decoded, as far as their first bytes. */
export const OTHER_FORMATS: Readonly<Record<string, Buffer>> = {
	TIFF: Buffer.from("49492a0008000000", "hex"),
	BMP: Buffer.from("424d4600000000000000360000002800000001000000010000000100180000000000", "hex"),
	ICO: Buffer.from("00000100010001010000010018003000000016000000", "hex"),
	PSD: Buffer.from("8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0\x01\0\x08\0\x03", "latin1"),
	PDF: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
	PPM: Buffer.from("P6 1 1 255\n\xff\0\0", "latin1"),
	HEIC: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
	"JPEG XL": Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1"),
	"bare JPEG XL": Buffer.from("ff0a00", "hex"),
	ZIP: Buffer.from("PK\x03\x04", "latin1"),
	HTML: Buffer.from("<!doctype html><title>Log in</title>"),
	Postscript: Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n"),
};
