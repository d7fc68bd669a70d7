import sharp from "sharp";
import t from "tap";
import { dropAlpha, expandRgb } from "../../src/render/pixels.js";
import { encodeBitmap, slideEncoder } from "../../src/render/png.js";

const noise = (length: number) =>
	Uint8Array.from({ length }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256);
/** An opaque picture whose pixel i has the colour that `color` gives. */
function canvas(width: number, height: number, color: (i: number) => number) {
	const data = new Uint8Array(width * height * 4);
	for (let i = 0; i < width * height; i++) {
		const value = color(i);
		data.set([value >>> 16, (value >>> 8) & 255, value & 255, 255], i * 4);
	}
	return { width, height, data };
}

t.test("a bitmap survives the way through a PNG", async (t) => {
	for (const level of [0, 9] as const) {
		for (const channels of [3, 4] as const) {
			const data = noise(17 * 5 * channels);
			const png = encodeBitmap({ width: 17, height: 5, channels, data }, level);
			const { data: decoded, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
			t.match(info, { width: 17, height: 5, channels });
			t.same(decoded, Buffer.from(data));
		}
	}
});

t.test("slides are lossless with any number of colours", async (t) => {
	for (const colors of [1, 2, 255, 256, 257, 5000]) {
		const picture = canvas(84, 60, (i) => ((i % colors) * 2_654_435) & 0xffffff);
		for (const content of ["flat", "shaded", "photo"] as const) {
			const png = (await slideEncoder(content))(picture);
			const decoded = await sharp(png).ensureAlpha().raw().toBuffer();
			t.same(decoded, Buffer.from(picture.data), `${colors} colours, ${content}`);
			if (content === "flat") t.equal(png[25], colors <= 256 ? 3 : 2, "a palette where it fits");
		}
	}
});

t.test("rows that repeat, in both kinds of flat pictures", async (t) => {
	for (const colors of [3, 1000]) {
		const picture = canvas(64, 64, (i) => ((Math.floor(i / 64) >> 2) * 64 + (i % 64)) % colors);
		const decoded = await sharp((await slideEncoder("flat"))(picture))
			.ensureAlpha()
			.raw()
			.toBuffer();
		t.same(decoded, Buffer.from(picture.data));
	}
});

t.test("RGB and RGBA, any number of pixels, any alignment", async (t) => {
	for (const count of [1, 3, 4, 5, 8, 11]) {
		for (const offset of [0, 1]) {
			const rgb = new Uint8Array(noise(count * 3 + offset).buffer, offset, count * 3);
			const rgba = new Uint8Array(count * 4);
			expandRgb(rgb, rgba);
			const want = Array.from({ length: count }, (_, i) => [
				...rgb.subarray(3 * i, 3 * i + 3),
				255,
			]);
			t.same([...rgba], want.flat(), `${count} pixels at ${offset}`);
			const back = new Uint8Array(count * 3);
			dropAlpha(rgba, back);
			t.same([...back], [...rgb]);
		}
	}
});
