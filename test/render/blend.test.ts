import t from "tap";
import { fill, paintBitmap, paintPremultiplied, paintShade } from "../../src/render/blend.js";

const canvas = (width: number, height: number, color: number) => {
	const picture = { width, height, data: new Uint8Array(width * height * 4) };
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
	const premultiplied = canvas(TOPS.length, 1, 0x1080f0);
	const pixels = Uint8Array.from(
		TOPS.flatMap(([r, g, b, a]) => [...[r, g, b].map((c) => Math.round((c * a) / 255)), a]),
	);
	paintPremultiplied(premultiplied, pixels, 0, 0, TOPS.length, 1);
	for (const [i, top] of TOPS.entries()) {
		for (const channel of [0, 1, 2]) {
			t.ok(Math.abs(straight.data[i * 4 + channel]! - over(top, channel)) <= 0.51);
			t.ok(Math.abs(premultiplied.data[i * 4 + channel]! - over(top, channel)) <= 1.01);
		}
		t.equal(straight.data[i * 4 + 3], 255);
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
	const off = canvas(4, 4, 0xffffff);
	paintShade(off, Uint8Array.of(255), 1, 1, { x: -50, y: 2, width: 10, height: 10 });
	t.ok(
		off.data.every((value) => value === 255),
		"off the canvas it paints nothing",
	);
});
