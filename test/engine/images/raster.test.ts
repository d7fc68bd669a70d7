import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import t from "tap";
import { boxNeed, type Outcome, PreparingChild } from "./helpers/prepare-in-child.js";

const child = new PreparingChild();
t.teardown(() => child.close());

const RAW = { raw: { width: 64, height: 48, channels: 3 } } as const;
/** Left half red, right half blue, with noise so that no format makes it tiny. */
const PIXELS = Uint8Array.from({ length: 64 * 48 * 3 }, (_, i) => {
	const left = Math.floor(i / 3) % 64 < 32;
	return (i % 3 === 0) === left && i % 3 !== 1 ? 240 + ((i * 7919) % 16) : (i * 104_729) % 16;
});
const source = (): Sharp => sharp(PIXELS, RAW);
const run = (bytes: Uint8Array): Promise<Outcome> => child.run(bytes, boxNeed(64, 48));
const reasonOf = (outcome: Outcome): string =>
	outcome.kind === "refused" ? outcome.reason : outcome.kind;
/** Red on the left and blue on the right, within what lossy formats change. */
function looksRight(outcome: Outcome, by = 40): boolean {
	if (outcome.kind !== "drawn") return false;
	const { data, width, channels } = outcome.bitmap;
	const at = (x: number, channel: number): number => data[(24 * width + x) * channels + channel]!;
	return at(10, 0) > 247 - by && at(10, 2) < 8 + by && at(54, 2) > 247 - by && at(54, 0) < 8 + by;
}

const FORMATS: readonly (readonly [name: string, write: () => Sharp, by?: number])[] = [
	["PNG", () => source().png()],
	["interlaced PNG", () => source().png({ progressive: true })],
	["palette PNG", () => source().png({ palette: true })],
	["16-bit PNG", () => source().toColourspace("rgb16").png()],
	["PNG with alpha", () => source().ensureAlpha().png()],
	["JPEG", () => source().jpeg()],
	["progressive JPEG", () => source().jpeg({ progressive: true })],
	["CMYK JPEG", () => source().toColourspace("cmyk").jpeg(), 140],
	["WebP", () => source().webp()],
	["lossless WebP", () => source().webp({ lossless: true })],
	["AVIF", () => source().avif()],
	["GIF", () => source().gif()],
	["Display P3, 8 bits", () => source().withIccProfile("p3").png()],
	["Display P3, 16 bits", () => source().toColourspace("rgb16").withIccProfile("p3").png()],
];

t.test("every format in its variants", async (t) => {
	for (const [name, write, by] of FORMATS) {
		const outcome = await run(await write().toBuffer());
		t.ok(looksRight(outcome, by), name);
		t.equal(outcome.kind === "drawn" && outcome.bitmap.channels, 3, `${name} is opaque`);
	}
});

t.test("EXIF orientation is honoured", async (t) => {
	for (let orientation = 1; orientation <= 8; orientation++) {
		const bytes = await source().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
		const upright = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
		const { width, height } = upright.info;
		const outcome = await child.run(bytes, boxNeed(width, height));
		const found = outcome.kind === "drawn" ? outcome.bitmap.data : new Uint8Array();
		const worst = found.reduce(
			(most, value, i) => Math.max(most, Math.abs(value - upright.data[i]!)),
			0,
		);
		t.ok(found.length === upright.data.length && worst <= 2, `orientation ${orientation}`);
	}
});

t.test("animations show their first frame", async (t) => {
	const frames = [await source().png().toBuffer(), await source().negate().png().toBuffer()];
	const animation = (): Sharp => sharp(frames, { join: { animated: true } });
	t.ok(looksRight(await run(await animation().webp().toBuffer())), "WebP");
	t.ok(looksRight(await run(await animation().gif().toBuffer())), "GIF");
});

t.test("truncated files are refused", async (t) => {
	for (const format of ["png", "jpeg", "webp", "avif", "gif"] as const) {
		const bytes = await source().toFormat(format).toBuffer();
		for (const part of [0.02, 0.5, 0.9]) {
			const outcome = await run(bytes.subarray(0, Math.ceil(bytes.length * part)));
			t.equal(reasonOf(outcome), "not_an_image", `${format}, ${part * 100} %`);
		}
	}
});

/** A PNG whose header claims any size, with little data behind it. */
function claimingPng(width: number, height: number): Buffer {
	const chunk = (type: string, data: Buffer): Buffer => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const frame = Buffer.alloc(4);
		frame.writeUInt32BE(data.length);
		const check = Buffer.alloc(4);
		check.writeUInt32BE(crc32(body));
		return Buffer.concat([frame, body, check]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 1;
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const data = deflateSync(Buffer.alloc(100_000));
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", data),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function crc32(bytes: Uint8Array): number {
	let crc = ~0;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}

t.test("too many pixels are refused by the header", async (t) => {
	for (const [width, height] of [
		[30_000, 30_000],
		[60_000, 60_000],
		[7072, 7072],
	] as const) {
		t.equal(
			reasonOf(await run(claimingPng(width, height))),
			"too_many_pixels",
			`${width} x ${height}`,
		);
	}
	t.equal(reasonOf(await run(claimingPng(2 ** 31 - 1, 2 ** 31 - 1))), "not_an_image", "2^31");
	t.equal(reasonOf(await run(claimingPng(0, 0))), "not_an_image", "0 x 0");
	const gif = Buffer.from(
		"GIF89a\xff\xff\xff\xff\x00\x00\x00,\0\0\0\0\xff\xff\xff\xff\0\x02\x00;",
		"latin1",
	);
	t.match(reasonOf(await run(gif)), /^(?:too_many_pixels|not_an_image)$/, "GIF of 65535 x 65535");
});

t.test("what is no accepted image is refused, whatever it resembles", async (t) => {
	const others: readonly (readonly [string, Uint8Array])[] = [
		["nothing", new Uint8Array()],
		["one byte", Uint8Array.of(0x89)],
		["only a signature", claimingPng(1, 1).subarray(0, 8)],
		["TIFF", await source().tiff().toBuffer()],
		["BMP", Buffer.from(`BM${"\0".repeat(100)}`)],
		["ICO", Uint8Array.of(0, 0, 1, 0, 1, 0, 16, 16)],
		["PSD", Buffer.from("8BPS\0\x01\0\0\0\0\0\0")],
		["PDF", Buffer.from("%PDF-1.4\n1 0 obj")],
		["PPM", Buffer.from("P6 1 1 255\nabc")],
		["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
		["JPEG XL", Uint8Array.of(0xff, 0x0a, 0, 0)],
		["HTML", Buffer.from("<!DOCTYPE html><html><svg></svg></html>")],
		[
			"HTML behind a PNG signature",
			Buffer.concat([claimingPng(1, 1).subarray(0, 8), Buffer.from("<html>")]),
		],
	];
	for (const [name, bytes] of others) t.equal(reasonOf(await run(bytes)), "not_an_image", name);
});
