import t from "tap";
import {
	bandsOf,
	div255,
	fade,
	maskSurface,
	overSurface,
	type Surface,
} from "../../../src/engine/compose/surface.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const [WIDTH, HEIGHT] = [37, 23];
const next = randomNumbers(5);
const byte = () => Math.floor(next() * 256);

/** Premultiplied pixels: transparent, opaque and in between. */
function pixels(count: number): Uint8Array {
	const data = new Uint8Array(4 * count);
	for (let at = 0; at < data.length; at += 4) {
		const alpha = next() < 0.2 ? 0 : next() < 0.2 ? 255 : byte();
		for (let i = 0; i < 3; i++) data[at + i] = Math.floor(next() * (alpha + 1));
		data[at + 3] = alpha;
	}
	return data;
}
const surface = (): Surface => ({
	x: 3,
	y: -2,
	width: WIDTH,
	height: HEIGHT,
	data: pixels(WIDTH * HEIGHT),
});

t.test("each byte of a pixel that is painted over is what the formula of source-over says", (t) => {
	const below = surface();
	const box = { x: 10, y: 4, width: 20, height: 9 };
	const above = pixels(box.width * box.height);
	const wanted = Uint8Array.from(below.data);
	for (let row = 0; row < box.height; row++)
		for (let column = 0; column < box.width; column++) {
			const from = (row * box.width + column) * 4;
			const to = ((box.y - below.y + row) * WIDTH + box.x - below.x + column) * 4;
			const rest = 255 - above[from + 3]!;
			for (let i = 0; i < 4; i++)
				wanted[to + i] = above[from + i]! + div255(below.data[to + i]! * rest);
		}
	overSurface(below, above, box);
	t.same(below.data, wanted);
	t.end();
});

t.test("pixels that begin at any byte of their buffer are painted the same", (t) => {
	const one = surface();
	const other = { ...one, data: one.data.slice() };
	const above = pixels(WIDTH * HEIGHT);
	const shifted = new Uint8Array(above.length + 1);
	shifted.set(above, 1);
	overSurface(one, above, one);
	overSurface(other, shifted.subarray(1), other);
	t.same(one.data, other.data);
	t.end();
});

t.test("a mask counts for every byte, wherever its own bytes stand", (t) => {
	const masked = surface();
	const wanted = Uint8Array.from(masked.data);
	const mask = Uint8Array.from({ length: 4 * WIDTH * HEIGHT }, byte);
	for (let at = 0; at < wanted.length; at++)
		wanted[at] = div255(wanted[at]! * mask[4 * Math.floor(at / 4) + 3]!);
	maskSurface(masked, mask, 3, 4);
	t.same(masked.data, wanted);
	t.end();
});

t.test("fading takes its share of every byte", (t) => {
	for (const opacity of [0.001, 0.25, 0.5, 0.9]) {
		const { data } = surface();
		const wanted = data.map((value) => Math.round(value * opacity));
		fade(data, opacity);
		const most = data.reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i]!)), 0);
		t.ok(most <= 1, `${opacity}: ${most}`);
		t.equal(most === 1 && opacity === 0.5, false, "halves round up");
	}
	t.end();
});

t.test("bands cover a box, row by row", async (t) => {
	const box = { x: 5, y: -7, width: 1_000, height: 1_000 };
	let y = box.y;
	for (const band of bandsOf(box)) {
		t.match(band, { x: 5, y, width: 1_000 });
		t.ok(band.width * band.height <= 262_144);
		y += band.height;
	}
	t.equal(y, box.y + box.height);
	t.equal([...bandsOf({ ...box, width: 1_000_000, height: 3 })].length, 3, "a row at least");
	t.same([...bandsOf({ ...box, width: 0 })], []);
});
