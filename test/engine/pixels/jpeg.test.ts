import sharp from "sharp";
import t from "tap";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import { encodeJpeg, type JpegPixels } from "../../../src/engine/pixels/jpeg.js";

/** The picture as libvips with mozjpeg encodes it. */
const expected = ({ width, height, data }: JpegPixels, quality: number) =>
	sharp(data, { raw: { width, height, channels: 4 } })
		.removeAlpha()
		.jpeg({
			chromaSubsampling: "4:4:4",
			optimizeCoding: true,
			overshootDeringing: true,
			quality,
		})
		.toBuffer();

/** The same numbers in each run, 0 to 1 exclusive. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

type Rgb = readonly [number, number, number];

function paint(width: number, height: number, color: (x: number, y: number) => Rgb): JpegPixels {
	const data = new Uint8ClampedArray(width * height * 4);
	for (let y = 0, i = 0; y < height; y++)
		for (let x = 0; x < width; x++, i += 4) data.set([...color(x, y), 255], i);
	return { width, height, data: new Uint8Array(data.buffer) };
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const checked = (side: number, a: Rgb, b: Rgb) => (x: number, y: number) =>
	(Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? a : b;

/** Waves with noise, as in a photo. */
function photo(random: () => number): (x: number, y: number) => Rgb {
	return (x, y) => {
		const grain = 30 * (random() - 0.5);
		const light = 128 + 110 * Math.sin(x / 37) * Math.cos(y / 53);
		return [light + grain, light + 40 * Math.sin((x + y) / 19) + grain, 255 - light + grain];
	};
}

/** Letters of hard edges on one colour. */
const strokes =
	(ground: Rgb, ink: Rgb) =>
	(x: number, y: number): Rgb =>
		y % 40 < 22 && x % 23 < 15 && (x * 7 + Math.floor(y / 3) * 5) % 17 < 6 ? ink : ground;

const random = numbers(20_26);
const byte = () => Math.floor(256 * random());

const PICTURES: Readonly<Record<string, (x: number, y: number) => Rgb>> = {
	"a photo": photo(random),
	noise: () => [byte(), byte(), byte()],
	"bits of noise": () => [255 * Math.round(random()), 255 * Math.round(random()), 0],
	"text on white": strokes(white, [17, 17, 17]),
	"text on blue": strokes([18, 48, 94], [255, 210, 107]),
	"blue on white": strokes(white, [0, 0, 255]),
	white: () => white,
	black: () => black,
	"one colour": () => [12, 200, 99],
	"a gradient": (x, y) => [x, y, 255 - (x + y) / 2],
	"saturated edges": (x, y) => (x * 3 + y < 200 ? white : [255, 0, 0]),
	"a spot of white": (x, y) => (Math.hypot(x - 50, y - 40) < 30 ? white : [180, 140, 90]),
	"checks of 1 pixel": checked(1, white, black),
	"checks of 2 pixels": checked(2, white, black),
	"checks of 3 pixels": checked(3, [255, 0, 0], [0, 0, 255]),
	"checks of 4 pixels": checked(4, black, white),
};

const QUALITIES = [1, 10, 50, 75, 90, 99, 100];

t.test("the same bytes as sharp, for every kind of picture and quality", async (t) => {
	for (const [name, color] of Object.entries(PICTURES)) {
		const picture = paint(101, 77, color);
		for (const quality of QUALITIES) {
			const { bytes } = encodeJpeg(picture, quality);
			t.ok(bytes.equals(await expected(picture, quality)), `${name}, quality ${quality}`);
		}
	}
});

t.test("every quality has sharp's tables", async (t) => {
	const picture = paint(40, 24, photo(random));
	for (let quality = 1; quality <= 100; quality++) {
		const { bytes } = encodeJpeg(picture, quality);
		t.ok(bytes.equals(await expected(picture, quality)), `quality ${quality}`);
	}
});

t.test("every size, also the largest sides", async (t) => {
	const sizes = [
		[1, 1],
		[7, 9],
		[8, 8],
		[64, 65],
		[2_048, 3],
		[3, 2_048],
		[1_080, 1_350],
	];
	for (const [width = 0, height = 0] of sizes) {
		for (const quality of [30, 90]) {
			const picture = paint(width, height, photo(random));
			const { bytes } = encodeJpeg(picture, quality);
			t.ok(bytes.equals(await expected(picture, quality)), `${width} x ${height}`);
		}
	}
	t.throws(
		() =>
			encodeJpeg(
				paint(2_049, 1, () => white),
				90,
			),
		RangeError,
	);
});

t.test("edges of all widths and places, where white samples are made greater", async (t) => {
	for (let side = 1; side <= 8; side++) {
		for (let shift = 0; shift < 2 * side; shift++) {
			const color = checked(side, white, black);
			const picture = paint(16, 24, (x, y) => color(x + shift, y + 3 * shift));
			const quality = QUALITIES[(side + shift) % QUALITIES.length]!;
			const { bytes } = encodeJpeg(picture, quality);
			t.ok(bytes.equals(await expected(picture, quality)), `${side} + ${shift}, ${quality}`);
		}
	}
});

t.test("only rows that changed are coded again, in any order", async (t) => {
	const width = 123;
	const height = 205;
	const picture = paint(width, height, photo(random));
	let last = encodeJpeg(picture, 85);
	for (let i = 0; i < 25; i++) {
		const rows = Array.from({ length: 1 + (i % 3) }, () => {
			const from = Math.floor(random() * height);
			return { from, end: Math.min(height, from + 1 + Math.floor(random() * 30)) };
		});
		for (const { from, end } of rows)
			for (let at = 4 * width * from; at < 4 * width * end; at++)
				if (at % 4 !== 3 && random() < 0.3) picture.data[at] = byte();
		last = encodeJpeg(picture, 85, { since: last.number, rows });
		t.ok(last.bytes.equals(await expected(picture, 85)), `change ${i}`);
	}
	const same = encodeJpeg(picture, 85, { since: last.number, rows: [] });
	t.ok(same.bytes.equals(last.bytes), "nothing changed");
	// What is not in the rows is not looked at.
	picture.data.fill(0, 0, 4 * width * 8);
	const old = encodeJpeg(picture, 85, { since: same.number, rows: [{ from: 8, end: height }] });
	t.ok(old.bytes.equals(last.bytes));
});

t.test("changes since another picture, size or quality are not trusted", async (t) => {
	const first = paint(50, 40, photo(random));
	const second = paint(50, 40, strokes(white, black));
	const third = paint(40, 50, photo(random));
	const none = (since: number) => ({ since, rows: [] });
	const { number } = encodeJpeg(first, 80);
	const between = encodeJpeg(second, 80);
	t.ok(encodeJpeg(first, 80, none(number)).bytes.equals(await expected(first, 80)), "picture");
	const again = encodeJpeg(second, 80, none(between.number));
	t.ok(again.bytes.equals(between.bytes));
	const size = encodeJpeg(third, 80, none(again.number));
	t.ok(size.bytes.equals(await expected(third, 80)), "size");
	const quality = encodeJpeg(third, 81, none(size.number));
	t.ok(quality.bytes.equals(await expected(third, 81)), "quality");
});

t.test("the canvas, also rows that were never written", async (t) => {
	const canvas = openCanvas(90, 70);
	canvas.data.fill(255);
	t.ok(encodeJpeg(canvas, 90).bytes.equals(await expected(canvas, 90)));
});
