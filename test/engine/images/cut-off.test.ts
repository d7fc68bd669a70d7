import sharp from "sharp";
import t from "tap";
import { isCutOff } from "../../../src/engine/images/cut-off.js";
import type { ImageFormat } from "../../../src/engine/images/sniff.js";

const picture = () =>
	sharp({ create: { width: 40, height: 30, channels: 3, background: "#c04020" } });
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>\n`;

const WHOLE: Readonly<Record<ImageFormat, () => Promise<Buffer>>> = {
	png: () => picture().png().toBuffer(),
	jpeg: () => picture().jpeg().toBuffer(),
	gif: () => picture().gif().toBuffer(),
	webp: () => picture().webp().toBuffer(),
	avif: () => picture().avif({ effort: 0 }).toBuffer(),
	svg: async () => Buffer.from(SVG),
};

for (const [format, make] of Object.entries(WHOLE) as [ImageFormat, () => Promise<Buffer>][])
	t.test(`${format}: whole, or without its end`, async (t) => {
		const whole = await make();
		t.notOk(isCutOff(whole, format), "a whole file");
		for (const share of [0.2, 0.5, 0.9]) {
			const part = whole.subarray(0, Math.floor(whole.length * share));
			t.ok(isCutOff(part, format), `${share * 100} % of it`);
		}
		// Without the line break that an SVG may end with, it is whole.
		t.ok(
			isCutOff(whole.subarray(0, whole.length - (format === "svg" ? 2 : 1)), format),
			"a byte less",
		);
	});

t.test("a JPEG may have zeros behind its end, as of cameras", async (t) => {
	const whole = await WHOLE.jpeg();
	t.notOk(isCutOff(Buffer.concat([whole, Buffer.alloc(2_000)]), "jpeg"));
});

/** A box of an ISO base media file. */
function box(size: number, bytes: number, large?: bigint): Buffer {
	const made = Buffer.alloc(bytes);
	made.writeUInt32BE(size);
	made.write("mdat", 4, "latin1");
	if (large !== undefined) made.writeBigUInt64BE(large, 8);
	return made;
}

t.test("boxes of an AVIF: to the end, long, and impossible sizes", async (t) => {
	t.notOk(isCutOff(box(0, 40), "avif"), "0 is the rest of the file");
	t.notOk(isCutOff(box(1, 40, 40n), "avif"), "a length of 64 bits");
	t.ok(isCutOff(box(1, 40, 41n), "avif"), "which the file does not have");
	t.ok(isCutOff(box(1, 12), "avif"), "the length itself is missing");
	t.notOk(isCutOff(box(3, 40), "avif"), "a box below 8 bytes is wrong, not cut off");
	const many = Buffer.concat(Array.from({ length: 1_000 }, () => box(8, 8)));
	t.notOk(isCutOff(many, "avif"), "not more than some boxes are read");
});
