/** Headers that are read without libvips say the same as libvips. */
import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import t from "tap";
import {
	type PlainHeader,
	plainJpeg,
	plainPng,
} from "../../../src/engine/images/raster/plain-header.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { chunk, withChunk } from "./helpers/png-chunks.js";

const COLORS = { width: 31, height: 17, channels: 3, background: "#804020" } as const;
const picture = (channels: 3 | 4 = 3): Sharp => sharp({ create: { ...COLORS, channels } });
const grey = (): Sharp => picture().toColourspace("b-w");

/** What is used of a header, as sharp says it. */
async function full(bytes: Uint8Array) {
	const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
	return { format, width, height, hasAlpha } as PlainHeader;
}

const text = (words: string) => Buffer.from(words, "latin1");
t.test("usual PNGs and JPEGs", async (t) => {
	const png = await picture().png().toBuffer();
	const files: Record<string, Buffer> = {
		RGB: png,
		RGBA: await picture(4).png().toBuffer(),
		grey: await grey().png().toBuffer(),
		"grey with alpha": await picture(4).toColourspace("b-w").png().toBuffer(),
		palette: await picture().png({ palette: true }).toBuffer(),
		"1 bit": await grey().png({ palette: true, colours: 2 }).toBuffer(),
		interlaced: await picture().png({ progressive: true }).toBuffer(),
		"with a profile": await picture().withIccProfile("p3").png().toBuffer(),
		"with text": withChunk(png, "tEXt", text("Comment\0of a camera")),
		"with compressed text": withChunk(
			png,
			"zTXt",
			Buffer.concat([text("Comment\0\0"), deflateSync("of a camera")]),
		),
	};
	for (const [name, bytes] of Object.entries(files))
		t.same(plainPng(bytes), await full(bytes), `PNG: ${name}`);
	const jpegs: Record<string, Buffer> = {
		baseline: await picture().jpeg().toBuffer(),
		progressive: await picture().jpeg({ progressive: true }).toBuffer(),
		grey: await grey().jpeg().toBuffer(),
		"with a profile": await picture().withIccProfile("p3").jpeg().toBuffer(),
		"of mozjpeg": await picture().jpeg({ mozjpeg: true }).toBuffer(),
		"with XMP": await picture().withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>").jpeg().toBuffer(),
	};
	for (const [name, bytes] of Object.entries(jpegs))
		t.same(plainJpeg(bytes), await full(bytes), `JPEG: ${name}`);
});

t.test("libvips reads all others", async (t) => {
	const png = await picture().png().toBuffer();
	const size = (width: number, height: number, depth = 8) => {
		const data = Buffer.from(png.subarray(16, 29));
		data.writeUInt32BE(width, 0);
		data.writeUInt32BE(height, 4);
		data[8] = depth;
		return Buffer.concat([png.subarray(0, 8), chunk("IHDR", data), png.subarray(33)]);
	};
	const damaged = Buffer.from(png);
	damaged[20]! ^= 1;
	const pngs: Record<string, Buffer> = {
		"16 bits": await picture().toColourspace("rgb16").png().toBuffer(),
		EXIF: await picture().withMetadata({ orientation: 6 }).png().toBuffer(),
		"EXIF as text": withChunk(png, "tEXt", text("Raw profile type exif\0\nexif\n0\n")),
		"a transparent colour": withChunk(png, "tRNS", Buffer.alloc(6)),
		"an unknown chunk": withChunk(png, "abCd", Buffer.alloc(4)),
		"two headers": withChunk(png, "IHDR", png.subarray(16, 29)),
		"no width": size(0, 17),
		"a long side": size(1_000_001, 1),
		"16 bits in the header": size(31, 17, 16),
		"a wrong checksum": damaged,
		"no pixels": png.subarray(0, 33),
		"a part of a header": png.subarray(0, 20),
		nothing: Buffer.alloc(0),
	};
	for (const [name, bytes] of Object.entries(pngs)) t.equal(plainPng(bytes), undefined, name);
	const jpeg = await picture().jpeg().toBuffer();
	const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
	const changed = (at: number, value: number) => {
		const bytes = Buffer.from(jpeg);
		bytes[at] = value;
		return bytes;
	};
	const jpegs: Record<string, Buffer> = {
		EXIF: await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
		CMYK: await picture().toColourspace("cmyk").jpeg().toBuffer(),
		"12 bits": changed(frame + 4, 12),
		arithmetic: changed(frame + 1, 0xc9),
		"no height": Buffer.concat([
			jpeg.subarray(0, frame + 5),
			text("\0\0"),
			jpeg.subarray(frame + 7),
		]),
		"two frames": Buffer.concat([jpeg.subarray(0, frame), jpeg.subarray(frame)]).fill(
			jpeg.subarray(frame, frame + 19),
			frame + 19,
			frame + 38,
		),
		"thousands of segments": Buffer.concat([
			jpeg.subarray(0, 2),
			Buffer.alloc(4_000, Buffer.from([0xff, 0xe1, 0, 2])),
			jpeg.subarray(2),
		]),
		"no scan": jpeg.subarray(0, frame + 19),
		"a part of a segment": jpeg.subarray(0, 8),
		nothing: Buffer.alloc(0),
	};
	for (const [name, bytes] of Object.entries(jpegs)) t.equal(plainJpeg(bytes), undefined, name);
});

t.test("damaged files have the header that libvips finds, or none", async (t) => {
	const next = randomNumbers(5);
	const files = [
		["png", await picture(4).png().toBuffer()],
		["png", await picture().png({ palette: true }).toBuffer()],
		["jpeg", await picture().jpeg().toBuffer()],
		["jpeg", await picture().withIccProfile("p3").jpeg({ progressive: true }).toBuffer()],
	] as const;
	let found = 0;
	for (let round = 0; round < 600; round++) {
		const [format, whole] = files[round % files.length]!;
		const bytes = Buffer.from(whole);
		for (let i = 0; i < 1 + next() * 3; i++)
			bytes[Math.floor(next() * Math.min(bytes.length, 700))] = Math.floor(next() * 256);
		const header = format === "png" ? plainPng(bytes) : plainJpeg(bytes);
		if (header === undefined) continue;
		const known = await full(bytes).catch(() => undefined);
		if (known === undefined) continue;
		found++;
		if (JSON.stringify(header) !== JSON.stringify(known))
			t.same(header, known, `${format}, round ${round}`);
	}
	t.ok(found > 50, `${found} were readable`);
});
