/** Pixels, masks and shades on surfaces, against their formulas, for every width. */
import t from "tap";
import {
	clipToBox,
	luminanceToAlpha,
	maskByPixels,
	maskSurface,
	paintBitmap,
	paintPicture,
	paintPixels,
	paintShade,
	paintSurface,
} from "../../../src/engine/compose/paint.js";
import { canvasSurface, pixelsOf } from "../../../src/engine/compose/surface.js";
import { shade, upright } from "../../../src/engine/paint/build.js";
import type { ShadeNode } from "../../../src/engine/paint/node.js";
import { fillCanvas, openCanvas } from "../../../src/engine/pixels/canvas.js";
import { releaseMemory, renewMemory } from "../../../src/engine/pixels/kernels.js";
import type { Box } from "../../../src/engine/scene/geometry.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { copyOf, surfaceOf } from "../../helpers/surface.js";

const next = randomNumbers(5);
const byte = () => Math.floor(next() * 256);
/** x / 255 to the nearest. */
const div255 = (value: number) => Math.floor((value + 127.5) / 255);
t.afterEach(() => releaseMemory());

/** Transparent, opaque and translucent pixels, in stretches as text has them. */
function pixels(count: number, premultiplied = true): Uint8Array {
	const data = new Uint8Array(4 * count);
	for (let at = 0; at < data.length; at += 4) {
		const alpha = Math.floor(at / 32) % 3 === 0 ? 255 : next() < 0.3 ? 0 : byte();
		for (let i = 0; i < 3; i++)
			data[at + i] = premultiplied ? Math.floor(next() * (alpha + 1)) : byte();
		data[at + 3] = alpha;
	}
	return data;
}

/** Applies a formula to each pixel of a box on a surface. */
function expected(
	below: Uint8Array,
	surface: Box,
	box: Box,
	channels: number,
	formula: (below: number, from: number, channel: number) => number,
): Uint8Array {
	const wanted = below.slice();
	for (let y = Math.max(box.y, surface.y); y < box.y + box.height; y++)
		for (let x = Math.max(box.x, surface.x); x < box.x + box.width; x++) {
			if (x >= surface.x + surface.width || y >= surface.y + surface.height) continue;
			const to = ((y - surface.y) * surface.width + x - surface.x) * 4;
			const from = ((y - box.y) * box.width + x - box.x) * channels;
			for (let i = 0; i < 4; i++) wanted[to + i] = formula(below[to + i]!, from, i);
		}
	return wanted;
}

t.test("pixels of every width and place are painted as the formula of source-over says", (t) => {
	const area = { x: 3, y: -2, width: 23, height: 7 };
	const below = pixels(23 * 7);
	for (let width = 1; width <= 40; width++) {
		const box = {
			x: Math.floor(next() * 40) - 12,
			y: Math.floor(next() * 10) - 6,
			width,
			height: 5,
		};
		const data = pixels(width * 5);
		const plain = surfaceOf(area, below);
		paintPixels(plain, data, box);
		const over = (b: number, at: number, i: number) =>
			data[at + i]! + div255(b * (255 - data[at + 3]!));
		t.same(copyOf(plain), expected(below, area, box, 4, over), `premultiplied, ${width}`);

		const straight = pixels(width * 5, false);
		const mixed = surfaceOf(area, below);
		paintBitmap(mixed, { width, height: 5, channels: 4, data: straight }, box.x, box.y);
		const formula = (b: number, at: number, i: number) => {
			const alpha = straight[at + 3]!;
			return div255((i === 3 ? 255 : straight[at + i]!) * alpha + b * (255 - alpha));
		};
		t.same(copyOf(mixed), expected(below, area, box, 4, formula), `straight, ${width}`);

		const rgb = Uint8Array.from({ length: width * 15 }, byte);
		const copied = surfaceOf(area, below);
		paintBitmap(copied, { width, height: 5, channels: 3, data: rgb }, box.x, box.y);
		const opaque = (_: number, at: number, i: number) => (i === 3 ? 255 : rgb[at + i]!);
		t.same(copyOf(copied), expected(below, area, box, 3, opaque), `RGB, ${width}`);
		releaseMemory();
	}
	t.end();
});

t.test("pictures larger than the staging area", (t) => {
	const [width, height] = [1_080, 700];
	const data = Uint8Array.from({ length: width * height * 3 }, byte);
	const canvas = openCanvas(width, height);
	paintBitmap(canvasSurface(canvas), { width, height, channels: 3, data }, 0, 0);
	const found = canvas.data;
	for (let i = 0; i < width * height; i += 997)
		t.same([...found.subarray(i * 4, i * 4 + 4)], [...data.subarray(i * 3, i * 3 + 3), 255]);
	t.end();
});

t.test("a surface is painted on another one with its opacity", (t) => {
	const [area, box] = [
		{ x: 0, y: 0, width: 21, height: 9 },
		{ x: 4, y: 2, width: 13, height: 6 },
	];
	for (const opacity of [1, 0.75, 0.5, 0.003]) {
		const [below, above] = [pixels(21 * 9), pixels(13 * 6)];
		const to = surfaceOf(area, below);
		paintSurface(to, surfaceOf(box, above), "normal", opacity);
		const faded = (at: number) => Math.round(above[at]! * opacity);
		const formula = (b: number, at: number, i: number) =>
			faded(at + i) + div255(b * (255 - faded(at + 3)));
		const wanted = expected(below, area, box, 4, formula);
		const worst = copyOf(to).reduce((most, v, i) => Math.max(most, Math.abs(v - wanted[i]!)), 0);
		t.ok(worst <= 1, `${opacity}: ${worst}`);
	}
	t.end();
});

t.test("masks multiply every byte by an alpha, or by the luminance", (t) => {
	const box = { x: 2, y: 1, width: 37, height: 11 };
	const [own, mask] = [pixels(37 * 11), pixels(37 * 11)];
	const by = (share: (at: number) => number) =>
		own.map((value, at) => div255(value * share(at - (at % 4))));
	const one = surfaceOf(box, own);
	maskSurface(one, surfaceOf(box, mask));
	t.same(
		copyOf(one),
		by((at) => mask[at + 3]!),
	);
	const other = surfaceOf(box, own);
	maskByPixels(other, mask);
	t.same(copyOf(other), copyOf(one));
	const light = surfaceOf(box, mask);
	luminanceToAlpha(light);
	const wanted = (at: number) =>
		Math.round(0.2126 * mask[at]! + 0.7152 * mask[at + 1]! + 0.0722 * mask[at + 2]!);
	t.ok(copyOf(light).every((v, i) => i % 4 < 3 || v === wanted(i - 3)));
	t.end();
});

t.test("a box and what is around it clip to the whole together", (t) => {
	const area = { x: -3, y: 5, width: 50, height: 40 };
	const white = new Uint8Array(4 * 50 * 40).fill(255);
	let both = 0;
	for (let i = 0; i < 30; i++) {
		const angle = i % 3 === 0 ? 0 : next() * 6;
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		const matrix = [cos, sin, -sin, cos, 20 * next(), 20 * next()] as const;
		const radii = [3 * next(), 8 * next(), 0, 5 * next()] as const;
		const box = {
			x: 20 * next() - 10,
			y: 5,
			width: 17 + 20 * next(),
			height: 30 * next() + 10,
			radii,
		};
		const [inside, outside] = [surfaceOf(area, white), surfaceOf(area, white)];
		clipToBox(inside, box, matrix, false);
		clipToBox(outside, box, matrix, true);
		const [one, other] = [copyOf(inside), copyOf(outside)];
		t.ok(one.every((value, at) => value + other[at]! === 255));
		if (one.includes(255) && other.includes(255)) both++;
		releaseMemory();
	}
	t.ok(both > 20, `${both} boxes are partly seen`);
	t.end();
});

/** The opacity of a pixel, from the four cells around it. */
function opacityAt({ alpha, columns, rows, place }: ShadeNode, px: number, py: number): number {
	const cell = (column: number, row: number) =>
		alpha.bytes[
			Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))
		]!;
	const x = (px + 0.5 - place.x) * (columns / place.width) - 0.5;
	const y = (py + 0.5 - place.y) * (rows / place.height) - 0.5;
	const [left, top] = [Math.floor(x), Math.floor(y)];
	const mixed = (row: number) =>
		cell(left, row) * (1 - (x - left)) + cell(left + 1, row) * (x - left);
	return mixed(top) * (1 - (y - top)) + mixed(top + 1) * (y - top);
}

t.test("a shade of any colour is the mixture of its cells, on any surface", (t) => {
	for (let i = 0; i < 60; i++) {
		const [columns, rows] = [1 + Math.floor(next() * 12), 1 + Math.floor(next() * 12)];
		const place = upright({
			...{ x: next() * 20 - 10, y: next() * 20 - 10 },
			...{ width: 1 + next() * 60, height: 1 + next() * 60 },
		});
		const bytes = Uint8Array.from({ length: columns * rows }, byte);
		const node = shade({ alpha: { bytes }, columns, rows, place, color: "#c08040" });
		const box = {
			x: Math.floor(next() * 20 - 15),
			y: Math.floor(next() * 20 - 15),
			width: 41,
			height: 30,
		};
		const clear = surfaceOf(box);
		paintShade(clear, node);
		const found = copyOf(clear);
		let worst = 0;
		for (let y = Math.round(place.y); y < Math.round(place.y + place.height); y++)
			for (let x = Math.round(place.x); x < Math.round(place.x + place.width); x++) {
				if (x < box.x || y < box.y || x >= box.x + 41 || y >= box.y + 30) continue;
				const at = ((y - box.y) * 41 + x - box.x) * 4;
				const alpha = opacityAt(node, x, y);
				for (const [k, channel] of [0xc0, 0x80, 0x40, 0xff].entries())
					worst = Math.max(worst, Math.abs(found[at + k]! - (channel * alpha) / 255));
			}
		// Dithering moves an opacity by less than one level, and its cells are mixed in 8 bits.
		t.ok(worst < 2.6, `${worst}`);
		const ground = surfaceOf(box, new Uint8Array(4 * 41 * 30).fill(255));
		paintShade(ground, node);
		const on = copyOf(ground);
		t.ok(
			found.every((value, at) => Math.abs(on[at]! - (value + 255 - found[at | 3]!)) <= 1),
			"the same on white",
		);
		releaseMemory();
	}
	t.end();
});

t.test("a flat shade stays flat, a soft one has no long steps", (t) => {
	const flat = surfaceOf({ x: 0, y: 0, width: 64, height: 16 });
	const place = upright({ x: 0, y: 0, width: 64, height: 16 });
	paintShade(flat, shade({ alpha: { bytes: Uint8Array.of(77, 77) }, columns: 2, rows: 1, place }));
	t.ok(copyOf(flat).every((value, at) => value === (at % 4 === 3 ? 77 : 0)));
	const canvas = openCanvas(1080, 8);
	fillCanvas(canvas, 0xffffff);
	const wide = upright({ x: 0, y: 0, width: 1080, height: 8 });
	const soft = { alpha: { bytes: Uint8Array.of(0, 40) }, columns: 2, rows: 1, place: wide };
	paintShade(canvasSurface(canvas), shade(soft));
	const row = Array.from({ length: 540 }, (_, x) => canvas.data[(3 * 1080 + 270 + x) * 4]!);
	let [run, longest] = [0, 0];
	for (let x = 1; x < row.length; x++) {
		run = row[x] === row[x - 1] ? run + 1 : 0;
		longest = Math.max(longest, run);
	}
	t.ok(longest < 12, `a run of ${longest}`);
	t.end();
});

t.test("a picture is sampled between its pixels, and is the same where they fit", (t) => {
	const [width, height] = [12, 9];
	for (const channels of [3, 4] as const) {
		const data = Uint8Array.from({ length: width * height * channels }, byte);
		const bitmap = { width, height, channels, data };
		const place = { x: 4, y: 3, width, height };
		const box = { ...place, radii: [0, 0, 0, 0] as const };
		const area = { x: 0, y: 0, width: 20, height: 20 };
		const [fitting, sampled] = [surfaceOf(area), surfaceOf(area)];
		paintBitmap(fitting, bitmap, 4, 3);
		paintPicture(sampled, bitmap, place, box, [1, 0, 0, 1, 0, 0]);
		t.same(copyOf(sampled), copyOf(fitting), `${channels} channels`);
	}
	const grey = { width: 1, height: 1, channels: 3, data: Uint8Array.of(90, 90, 90) } as const;
	const place = { x: 0, y: 0, width: 8, height: 8 };
	const small = surfaceOf(place);
	paintPicture(small, grey, place, { ...place, radii: [0, 0, 0, 0] }, [1, 0, 0, 1, 0, 0]);
	t.ok(
		copyOf(small).every((value, at) => value === (at % 4 === 3 ? 255 : 90)),
		"one pixel",
	);
	t.end();
});

t.test("memory of large surfaces is given back between slides", (t) => {
	renewMemory();
	const box = { x: 0, y: 0, width: 1_000, height: 1_000 };
	surfaceOf(box);
	t.equal(renewMemory(), false, "little is kept");
	const large = surfaceOf({ ...box, width: 4_000, height: 4_000 });
	pixelsOf(large).fill(9);
	t.equal(renewMemory(), true);
	t.ok(
		copyOf(surfaceOf(box)).every((value) => value === 0),
		"what is opened is transparent",
	);
	t.end();
});
