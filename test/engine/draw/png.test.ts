import sharp from "sharp";
import t from "tap";
import { encodeBitmap, encodeShade, SlideEncoder } from "../../../src/engine/draw/png.js";
import { type Canvas, type Content, openCanvas } from "../../../src/engine/pixels/canvas.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const noise = (length: number) =>
	Uint8Array.from({ length }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256);
/** A colour after the other, of which nothing can be foretold. */
const anyColor = () => {
	const random = randomNumbers(1);
	return () => Math.floor(random() * 0x1000000);
};
const encodeSlide = (canvas: Canvas, content: Content) =>
	new SlideEncoder(canvas, content).finish();

/** An opaque picture whose pixel i has the colour that `color` gives. */
function canvas(width: number, height: number, color: (i: number) => number) {
	const picture = openCanvas(width, height);
	const { data } = picture;
	for (let i = 0; i < width * height; i++) {
		const value = color(i);
		data.set([value >>> 16, (value >>> 8) & 255, value & 255, 255], i * 4);
	}
	return picture;
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

t.test("a shade is black of its alphas", async (t) => {
	for (const [columns, rows] of [
		[1, 1],
		[17, 5],
		[300, 40],
	] as const) {
		for (const most of [0, 1, 153, 255]) {
			const alpha = noise(columns * rows).map((value) => value % (most + 1));
			const decoded = await sharp(encodeShade(alpha, columns, rows))
				.ensureAlpha()
				.raw()
				.toBuffer();
			const expected = Buffer.alloc(alpha.length * 4);
			for (const [i, value] of alpha.entries()) expected[i * 4 + 3] = value;
			t.ok(decoded.equals(expected), `${columns} x ${rows}, up to ${most}`);
		}
	}
});

const kinds = ["flat", "shaded", "photo"] as const;

t.test("slides are lossless with any number of colours, at any width", async (t) => {
	for (const width of [1, 2, 3, 4, 5, 84]) {
		for (const colors of [1, 2, 255, 256, 257, 5000]) {
			const picture = canvas(width, 60, (i) => ((i % colors) * 2_654_435) & 0xffffff);
			for (const content of kinds) {
				const png = encodeSlide(picture, content);
				const decoded = await sharp(png).ensureAlpha().raw().toBuffer();
				t.same(decoded, Buffer.from(picture.data), `${width} wide, ${colors}, ${content}`);
				const palette = content === "flat" && Math.min(colors, width * 60) <= 256;
				t.equal(png[25], palette ? 3 : 2, "a palette where it fits");
			}
		}
	}
});

t.test("rows that repeat, and runs longer than a match can be", async (t) => {
	for (const colors of [3, 1000]) {
		const picture = canvas(
			400,
			64,
			(i) => ((Math.floor(i / 400) >> 2) * 64 + ((i % 400) >> 7)) % colors,
		);
		const decoded = await sharp(encodeSlide(picture, "flat")).ensureAlpha().raw().toBuffer();
		t.same(decoded, Buffer.from(picture.data));
	}
});

t.test("noise as large as a slide can be is coded, at hardly more than its size", async (t) => {
	const picture = canvas(1080, 1920, anyColor());
	const png = encodeSlide(picture, "flat");
	t.ok(png.length < 1080 * 1920 * 3 * 1.01, `${png.length} bytes`);
	t.same(await sharp(png).ensureAlpha().raw().toBuffer(), Buffer.from(picture.data));
});

t.test("a photograph whose rows are made to mislead the coder", async (t) => {
	const noisy = anyColor();
	for (const every of [4, 32]) {
		// The rows that stand for all others, and those above them.
		const picture = canvas(1080, 1920, (i) =>
			(Math.floor(i / 1080) + 1) % every < 2 ? 0x808080 : noisy(),
		);
		const png = encodeSlide(picture, "photo");
		t.ok(png.length < 1080 * 1920 * 3 * 2, `${png.length} bytes`);
		t.same(await sharp(png).ensureAlpha().raw().toBuffer(), Buffer.from(picture.data));
	}
});
