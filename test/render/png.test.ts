import sharp from "sharp";
import t from "tap";
import { encodeBitmap, encodeSlide } from "../../src/render/png.js";

const noise = (length: number) =>
	Uint8Array.from({ length }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256);

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

t.test("slides are lossless in both kinds of content", async (t) => {
	const rgba = noise(40 * 30 * 4);
	for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
	for (const content of ["flat", "photo"] as const) {
		const png = await encodeSlide(rgba, 40, 30, content);
		t.same(await sharp(png).ensureAlpha().raw().toBuffer(), Buffer.from(rgba), content);
	}
});
