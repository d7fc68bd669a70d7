/** Small PNGs that are decoded and scaled without libvips have the same pixels as with libvips. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import t from "tap";
import type { Bitmap } from "../../../src/engine/images/bitmap.js";
import { plainRows } from "../../../src/engine/images/raster/plain-rows.js";
import { scaleRaster } from "../../../src/engine/images/raster/scale.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { chunk, withChunk } from "./helpers/png-chunks.js";

type Need = Parameters<typeof scaleRaster>[1];

/** @param plain whether it may be decoded without libvips */
const scaled = (
	bytes: Uint8Array,
	size: { width: number; height: number; channels: number },
	need: Need,
	plain: boolean,
): Promise<Bitmap> => {
	const { width, height, channels } = size;
	const opaque = channels === 3;
	return scaleRaster(
		{ bytes, format: "png", width, height, wideGamut: false, opaque, plain },
		need,
		1,
	);
};

t.test("random pictures, sizes and parts", async (t) => {
	const next = randomNumbers(11);
	const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	for (let round = 0; round < 240; round++) {
		const most = next() < 0.15 ? 900 : 260;
		const channels = next() < 0.5 ? 3 : 4;
		const size = { width: between(1, most), height: between(1, most), channels } as const;
		const bytes = await sharp(pixelsOf(size, next), { raw: size })
			.png({ adaptiveFiltering: next() < 0.7, compressionLevel: between(0, 9) })
			.toBuffer();
		if (plainRows(bytes) === undefined) t.fail(`round ${round} is not decoded here`);
		// Of the original size, a little smaller, or down to a few pixels; sometimes enlarged.
		const scale = next() < 0.15 ? 1 : next() ** 1.5 * 1.1;
		const side = (of: number) => Math.max(1, Math.round(of * scale * (0.5 + next() / 2)));
		const [boxWidth, boxHeight] = [side(size.width), side(size.height)];
		const [left, top] = [between(0, boxWidth - 1), between(0, boxHeight - 1)];
		const part = {
			left,
			top,
			width: between(1, boxWidth - left),
			height: between(1, boxHeight - top),
		};
		const whole = { left: 0, top: 0, width: boxWidth, height: boxHeight };
		const need: Need = {
			boxWidth,
			boxHeight,
			region: next() < 0.5 ? whole : part,
			cropX: between(0, 100),
			cropY: between(0, 100),
			zoom: next() < 0.3 ? 1 + next() : 1,
		};
		const [own, theirs] = [
			await scaled(bytes, size, need, true),
			await scaled(bytes, size, need, false),
		];
		const same = own.channels === theirs.channels && Buffer.compare(own.data, theirs.data) === 0;
		if (!same) t.fail(`round ${round}: ${JSON.stringify({ size, need })}`);
	}
	t.pass("240 pictures");
});

/** Noise or smooth colours; with alpha, sometimes only opaque and transparent pixels. */
function pixelsOf(
	{ width, height, channels }: { width: number; height: number; channels: 3 | 4 },
	next: () => number,
): Buffer {
	const pixels = Buffer.alloc(width * height * channels);
	const noise = next() < 0.4;
	let value = 0;
	for (let i = 0; i < pixels.length; i++) {
		value = noise ? next() * 256 : value + next() * 6 - 2.5;
		pixels[i] = value & 255;
	}
	const cutOut = next() < 0.4;
	for (let i = 3; channels === 4 && cutOut && i < pixels.length; i += 4)
		pixels[i] = pixels[i]! < 128 ? 0 : 255;
	return pixels;
}

const COLORS = { width: 31, height: 17, channels: 4, background: "#80402080" } as const;
const picture = () => sharp({ create: COLORS });
const text = (words: string) => Buffer.from(words, "latin1");
const bytesOf = (...values: number[]) => Buffer.from(values);

/** A PNG of these bytes before compression. */
function made(filtered: Uint8Array, header: number[] = [8, 6, 0, 0, 0], width = 31, height = 17) {
	const sizes = Buffer.alloc(8);
	sizes.writeUInt32BE(width, 0);
	sizes.writeUInt32BE(height, 4);
	return Buffer.concat([
		bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
		chunk("IHDR", Buffer.concat([sizes, bytesOf(...header)])),
		chunk("IDAT", deflateSync(filtered)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}
const SIZE = 17 * (31 * 4 + 1);

const REGION = { left: 0, top: 0, width: 11, height: 6 };
const NEED: Need = { boxWidth: 11, boxHeight: 6, region: REGION, cropX: 50, cropY: 50 };
const outcome = (bytes: Uint8Array, plain: boolean, channels = 4) =>
	scaled(bytes, { ...COLORS, channels }, NEED, plain).then(
		({ data }) => Buffer.from(data).toString("hex"),
		() => "refused",
	);

/** Without the resolution that sharp writes. */
const bare = made(Buffer.alloc(SIZE));

t.test("usual PNGs are decoded here", async (t) => {
	const png = await picture().png().toBuffer();
	const cut = png.indexOf("IDAT") + 4;
	const stream = png.subarray(cut, cut + png.readUInt32BE(cut - 8));
	const files: Record<string, Buffer> = {
		RGBA: png,
		RGB: await picture().removeAlpha().png().toBuffer(),
		"with text": withChunk(withChunk(png, "tEXt", text("Author\0me")), "tEXt", text("Title\0")),
		"with a gamma": withChunk(png, "gAMA", bytesOf(0, 0, 0xb1, 0x8f)),
		"with sRGB": withChunk(png, "sRGB", bytesOf(0)),
		"in two pieces": Buffer.concat([
			png.subarray(0, cut - 8),
			chunk("IDAT", stream.subarray(0, 9)),
			chunk("IDAT", stream.subarray(9)),
			chunk("IEND", Buffer.alloc(0)),
		]),
		"with a resolution": withChunk(bare, "pHYs", bytesOf(0, 0, 11, 18, 0, 0, 11, 18, 1)),
		"with bytes after its end": Buffer.concat([png, text("more")]),
	};
	for (const [name, bytes] of Object.entries(files)) {
		t.ok(plainRows(bytes), name);
		const channels = name === "RGB" ? 3 : 4;
		const own = await outcome(bytes, true, channels);
		t.equal(own, await outcome(bytes, false, channels), `${name}: the same pixels`);
		t.not(own, "refused", name);
	}
});

t.test("libvips decodes all others", async (t) => {
	const png = await picture().png().toBuffer();
	const damaged = Buffer.from(png);
	damaged[png.indexOf("IDAT") + 9]! ^= 1;
	const gamma = bytesOf(0, 0, 0xb1, 0x8f);
	const files: Record<string, Buffer> = {
		grey: await picture().toColourspace("b-w").png().toBuffer(),
		palette: await picture().png({ palette: true }).toBuffer(),
		"16 bits": await picture().toColourspace("rgb16").png().toBuffer(),
		interlaced: await picture().png({ progressive: true }).toBuffer(),
		"with a profile": await picture().withIccProfile("p3").png().toBuffer(),
		"a wrong checksum": damaged,
		"cut off": png.subarray(0, -12),
		"two gammas": withChunk(withChunk(png, "gAMA", gamma), "gAMA", gamma),
		"a resolution out of range": withChunk(bare, "pHYs", bytesOf(128, 0, 0, 0, 0, 0, 0, 1, 0)),
		"an unknown unit": withChunk(bare, "pHYs", bytesOf(0, 0, 0, 1, 0, 0, 0, 1, 2)),
		"a gamma of 0": withChunk(png, "gAMA", bytesOf(0, 0, 0, 0)),
		"text without a keyword": withChunk(png, "tEXt", text("\0words")),
		"a keyword with two spaces": withChunk(png, "tEXt", text("two  spaces\0words")),
		"a keyword of 80 characters": withChunk(png, "tEXt", text(`${"k".repeat(80)}\0words`)),
		"a palette": withChunk(png, "PLTE", bytesOf(1, 2, 3)),
		"an unknown chunk": withChunk(png, "abCd", Buffer.alloc(4)),
		"two headers": withChunk(png, "IHDR", png.subarray(16, 29)),
		"an empty piece": withChunk(png, "IDAT", Buffer.alloc(0)),
		"too few bytes": made(Buffer.alloc(SIZE - 1)),
		"too many bytes": made(Buffer.alloc(SIZE + 1)),
		"another compression": made(Buffer.alloc(SIZE), [8, 6, 1, 0, 0]),
		"no width": made(Buffer.alloc(17), undefined, 0),
		"more than a megapixel": made(Buffer.alloc(1), undefined, 1_024, 1_025),
		nothing: Buffer.alloc(0),
	};
	for (const [name, bytes] of Object.entries(files)) t.equal(plainRows(bytes), undefined, name);
	t.ok(plainRows(made(Buffer.alloc(SIZE))), "and this one, made in the same way, is decoded here");
});

t.test("what is damaged has the same result with and without libvips", async (t) => {
	const next = randomNumbers(3);
	const unknown = Buffer.alloc(SIZE);
	unknown[5 * (31 * 4 + 1)] = 5;
	const filter = made(unknown);
	t.ok(plainRows(filter), "an unknown filter is only found later");
	t.equal(await outcome(filter, true), await outcome(filter, false), "an unknown filter");
	const whole = await picture().png({ adaptiveFiltering: true }).toBuffer();
	const cut = whole.indexOf("IDAT") + 4;
	const stream = whole.subarray(cut, cut + whole.readUInt32BE(cut - 8));
	const seen = new Set<string>();
	for (let round = 0; round < 200; round++) {
		// With right checksums, zlib has to find the damage.
		const changed = Buffer.from(stream);
		for (let i = 0; i < 1 + next() * 2; i++)
			changed[Math.floor(next() * changed.length)] = Math.floor(next() * 256);
		const end = chunk("IEND", Buffer.alloc(0));
		const bytes = Buffer.concat([whole.subarray(0, cut - 8), chunk("IDAT", changed), end]);
		const [own, theirs] = [await outcome(bytes, true), await outcome(bytes, false)];
		if (own !== theirs) t.equal(own, theirs, `round ${round}`);
		seen.add(own);
	}
	t.ok(seen.has("refused"), "some are refused");
});
