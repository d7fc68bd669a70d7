/** Boxes are filled a row at a time, in pieces: where a piece or a pair of rows ends is not seen. */
import t from "tap";
import { paintBox } from "../../../src/engine/compose/paint-box.js";
import type { Surface } from "../../../src/engine/compose/surface.js";
import { canvasTarget, surfaceTarget } from "../../../src/engine/compose/target.js";
import type { Fill } from "../../../src/engine/paint/fill.js";
import type { RoundedBox } from "../../../src/engine/paint/node.js";
import { openCanvas, reopenCanvas } from "../../../src/engine/pixels/canvas.js";
import { fill as fillCanvas } from "../../../src/engine/pixels/paint.js";
import type { Box } from "../../../src/engine/scene/geometry.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const next = randomNumbers(11);
const between = (from: number, to: number) => from + next() * (to - from);

const surface = (box: Box): Surface => ({
	...box,
	data: new Uint8Array(4 * box.width * box.height),
});
const box = (x: number, y: number, width: number, height: number, radius = 0): RoundedBox => ({
	...{ x, y, width, height },
	radii: [radius, radius, radius, radius],
});
const color = () => ({ r: between(0, 255), g: between(0, 255), b: between(0, 255), a: next() });
const stops = () => [
	{ at: 0, color: color() },
	{ at: between(0.2, 0.8), color: color() },
	{ at: 1, color: color() },
];
const fills: Record<string, () => Fill> = {
	solid: () => ({ kind: "solid", color: color() }),
	linear: () => ({
		...{ kind: "linear", stops: stops() },
		...{ x1: between(-50, 50), y1: between(-50, 50), x2: between(60, 400), y2: between(-90, 400) },
	}),
	radial: () => ({
		...{ kind: "radial", stops: stops() },
		...{ cx: between(0, 300), cy: between(0, 300), r: between(20, 300) },
	}),
};

for (const [name, fill] of Object.entries(fills))
	t.test(`a ${name} fill is the same as row by row`, (t) => {
		for (let round = 0; round < 12; round++) {
			// More rows than are staged at once, and fewer.
			const [width, height] = [1 + Math.floor(next() * 700), 1 + Math.floor(next() * 260)];
			const region = { x: 0, y: 0, width, height };
			const how = fill();
			const whole = surface(region);
			paintBox(surfaceTarget(whole), box(0, 0, width, height), how);
			const rows = surface(region);
			for (let y = 0; y < height; y++) paintBox(surfaceTarget(rows), box(0, y, width, 1), how);
			t.ok(Buffer.compare(whole.data, rows.data) === 0, `${width} x ${height}`);
		}
		t.end();
	});

t.test("a box covers what its corners leave, also where it reaches beyond what is seen", (t) => {
	for (let round = 0; round < 60; round++) {
		const [width, height] = [between(3, 90), between(3, 90)];
		const radius = (next() * Math.min(width, height)) / 2;
		const shape = box(between(-30, 60), between(-30, 60), width, height, radius);
		const seen = surface({ x: 0, y: 0, width: 80, height: 80 });
		paintBox(surfaceTarget(seen), shape, { kind: "solid", color: { r: 0, g: 0, b: 0, a: 1 } });
		let worst = 0;
		for (let y = 0; y < 80; y++)
			for (let x = 0; x < 80; x++) {
				const wanted = 255 * coverage(shape, x, y);
				worst = Math.max(worst, Math.abs(wanted - seen.data[4 * (y * 80 + x) + 3]!));
			}
		t.ok(worst <= 255 / 8, `coverage differs by ${worst.toFixed(1)} of 255 at most`);
	}
	t.end();
});

t.test("a gradient from black to white goes up evenly", (t) => {
	const ends = [
		{ at: 0, color: { r: 0, g: 0, b: 0, a: 1 } },
		{ at: 1, color: { r: 255, g: 255, b: 255, a: 1 } },
	];
	const row = surface({ x: 0, y: 0, width: 256, height: 3 });
	const fill: Fill = { kind: "linear", x1: 0, y1: 0, x2: 256, y2: 0, stops: ends };
	paintBox(surfaceTarget(row), box(0, 0, 256, 3), fill);
	const away = (i: number) => Math.abs(row.data[4 * i]! - (((i % 256) + 0.5) / 256) * 255);
	const worst = Math.max(...Array.from({ length: 256 * 3 }, (_, i) => away(i)));
	t.ok(worst <= 0.6, `a pixel differs by ${worst.toFixed(2)} of 255 at most`);
	t.end();
});

/** The share of a pixel that lies in the box, by 16 x 16 points of it. */
function coverage({ x, y, width, height, radii: [radius] }: RoundedBox, px: number, py: number) {
	let inside = 0;
	for (let i = 0; i < 256; i++) {
		const [dx, dy] = [px + ((i % 16) + 0.5) / 16 - x, py + (Math.floor(i / 16) + 0.5) / 16 - y];
		if (dx < 0 || dy < 0 || dx > width || dy > height) continue;
		const fromX = Math.max(radius - dx, dx - (width - radius), 0);
		const fromY = Math.max(radius - dy, dy - (height - radius), 0);
		if (Math.hypot(fromX, fromY) <= radius) inside++;
	}
	return inside / 256;
}

t.test("opaque pixels written to the canvas are the same as painted ones", (t) => {
	for (const [name, fill] of Object.entries(fills))
		for (let round = 0; round < 12; round++) {
			const [width, height] = [1 + Math.floor(next() * 700), 1 + Math.floor(next() * 260)];
			// The whole canvas, some of its rows, or a part of them.
			const part =
				round % 3 === 0
					? box(0, 0, width, height)
					: box(round % 3 === 1 ? 0 : Math.floor(width / 3), Math.floor(height / 3), width, height);
			const how = fill();
			for (const stop of "stops" in how ? how.stops : []) Object.assign(stop.color, { a: 1 });
			if (how.kind === "solid") Object.assign(how.color, { a: 1 });
			const painted = (replaces: boolean, again: boolean) => {
				const canvas = openCanvas(width, height);
				fillCanvas(canvas, 0x336699);
				const rows = { from: Math.floor(height / 2), end: height };
				const target = canvasTarget(again ? reopenCanvas(canvas, rows) : canvas);
				if (!replaces) Reflect.deleteProperty(target, "replace");
				paintBox(target, part, how);
				return Buffer.from(canvas.data);
			};
			for (const again of [false, true])
				t.ok(painted(true, again).equals(painted(false, again)), `${name}, ${width} x ${height}`);
		}
	t.end();
});
