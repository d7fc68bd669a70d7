import t from "tap";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import {
	fill,
	paintBitmap,
	paintPremultiplied,
	paintShade,
} from "../../../src/engine/pixels/paint.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const canvas = (width: number, height: number, color: number) => {
	const picture = openCanvas(width, height);
	fill(picture, color);
	return picture;
};
const TOPS = [
	[0, 0, 0, 0],
	[255, 255, 255, 255],
	[255, 0, 128, 128],
	[10, 20, 30, 1],
	[200, 100, 50, 254],
] as const;
const BASE = [0x10, 0x80, 0xf0];
/** Source-over in real numbers. */
const over = (top: readonly number[], channel: number) =>
	(top[channel]! * top[3]! + BASE[channel]! * (255 - top[3]!)) / 255;

t.test("straight and premultiplied pixels, within one step of the exact result", async (t) => {
	const straight = canvas(TOPS.length, 1, 0x1080f0);
	const data = Uint8Array.from(TOPS.flat());
	paintBitmap(straight, { width: TOPS.length, height: 1, channels: 4, data }, 0, 0);
	const straightPixels = straight.data.slice();
	const premultiplied = canvas(TOPS.length, 1, 0x1080f0);
	const pixels = Uint8Array.from(
		TOPS.flatMap(([r, g, b, a]) => [...[r, g, b].map((c) => Math.round((c * a) / 255)), a]),
	);
	paintPremultiplied(premultiplied, pixels, 0, 0, TOPS.length, 1);
	for (const [i, top] of TOPS.entries()) {
		for (const channel of [0, 1, 2]) {
			t.ok(Math.abs(straightPixels[i * 4 + channel]! - over(top, channel)) <= 0.51);
			t.ok(Math.abs(premultiplied.data[i * 4 + channel]! - over(top, channel)) <= 1.01);
		}
		t.equal(straightPixels[i * 4 + 3], 255);
		t.equal(premultiplied.data[i * 4 + 3], 255);
	}
});

t.test("bitmaps are cut at the canvas's edges", async (t) => {
	const red = { width: 3, height: 3, channels: 3, data: new Uint8Array(27).fill(200) } as const;
	for (const [x, y, painted] of [
		[-2, -2, 1],
		[3, 3, 1],
		[-3, 0, 0],
		[4, 0, 0],
		[-1, 1, 6],
	] as const) {
		const picture = canvas(4, 4, 0);
		paintBitmap(picture, red, x, y);
		const count = picture.data.filter((value, i) => i % 4 === 0 && value === 200).length;
		t.equal(count, painted, `${x}, ${y}`);
	}
});

t.test("a shade is scaled up smoothly and only darkens", async (t) => {
	const picture = canvas(40, 10, 0xffffff);
	paintShade(picture, Uint8Array.of(0, 255), 2, 1, { x: 0, y: 0, width: 40, height: 10 });
	const row = Array.from({ length: 40 }, (_, x) => picture.data[(5 * 40 + x) * 4]!);
	t.equal(row[0], 255, "clear at one end");
	t.equal(row[39], 0, "black at the other");
	for (let x = 1; x < 40; x++) t.ok(row[x]! <= row[x - 1]!, `falls at ${x}`);
	const tall = canvas(10, 90, 0xffffff);
	// What was staged before must not show.
	paintShade(tall, Uint8Array.of(255, 255, 255), 1, 3, { x: 0, y: 0, width: 10, height: 90 });
	fill(tall, 0xffffff);
	paintShade(tall, Uint8Array.of(0, 255, 0), 1, 3, { x: 0, y: 0, width: 10, height: 90 });
	const column = Array.from({ length: 90 }, (_, y) => tall.data[y * 40]!);
	for (let y = 1; y < 90; y++) {
		const falls = column[y]! <= column[y - 1]!;
		t.ok(y <= 45 ? falls : column[y]! >= column[y - 1]!, `row ${y}`);
	}
	t.equal(column[0], 255);
	t.ok(column[45]! < 10);
	const off = canvas(4, 4, 0xffffff);
	paintShade(off, Uint8Array.of(255), 1, 1, { x: -50, y: 2, width: 10, height: 10 });
	t.ok(
		off.data.every((value) => value === 255),
		"off the canvas it paints nothing",
	);
});

/** x / 255 to the nearest. */
const div255 = (value: number) => Math.floor((value + 127.5) / 255);
const noise = (length: number, seed: number) => {
	const random = randomNumbers(seed);
	return Uint8Array.from({ length }, () => random() * 256);
};

t.test("every width gives what one pixel at a time gives", async (t) => {
	const [canvasWidth, canvasHeight] = [23, 7];
	for (let width = 1; width <= 19; width++) {
		for (const kind of ["rgb", "straight", "premultiplied"] as const) {
			const channels = kind === "rgb" ? 3 : 4;
			const data = noise(width * 4 * channels, width);
			// Whole stretches that are clear or opaque, as text has them.
			if (channels === 4)
				for (let i = 3; i < data.length; i += 4)
					if (i % 3 === 0) data[i] = Math.floor(i / 48) % 2 ? 255 : 0;
			if (kind === "premultiplied")
				for (let i = 0; i < data.length; i++)
					data[i] = i % 4 === 3 ? data[i]! : Math.min(data[i]!, data[i | 3]!);
			const picture = openCanvas(canvasWidth, canvasHeight);
			const below = noise(picture.data.length, 99);
			for (let i = 3; i < below.length; i += 4) below[i] = 255;
			picture.data.set(below);
			if (kind === "premultiplied") paintPremultiplied(picture, data, 2, 1, width, 4);
			else paintBitmap(picture, { width, height: 4, channels: channels as 3 | 4, data }, 2, 1);
			const want = below.slice();
			for (let y = 0; y < 4; y++) {
				for (let x = 0; x < width; x++) {
					const from = (y * width + x) * channels;
					const to = ((1 + y) * canvasWidth + 2 + x) * 4;
					const alpha = channels === 3 ? 255 : data[from + 3]!;
					for (let c = 0; c < 3; c++) {
						const top = data[from + c]!;
						const rest = below[to + c]! * (255 - alpha);
						want[to + c] =
							kind === "premultiplied" ? top + div255(rest) : div255(top * alpha + rest);
					}
				}
			}
			t.same(picture.data, want, `${kind}, ${width} wide`);
		}
	}
});

t.test("pictures larger than the staging area", async (t) => {
	const [width, height] = [1_080, 700];
	const picture = canvas(width, height, 0);
	const data = noise(width * height * 3, 5);
	paintBitmap(picture, { width, height, channels: 3, data }, 0, 0);
	for (let i = 0; i < width * height; i += 997)
		t.same([...picture.data.subarray(i * 4, i * 4 + 4)], [...data.subarray(i * 3, i * 3 + 3), 255]);
});
