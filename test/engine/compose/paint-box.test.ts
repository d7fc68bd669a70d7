/** Boxes under any transform, filled with colours and gradients. */
import t from "tap";
import { paintBox } from "../../../src/engine/compose/paint.js";
import { canvasSurface } from "../../../src/engine/compose/surface.js";
import type { Gradient, SolidFill } from "../../../src/engine/paint/fill.js";
import type { RoundedBox } from "../../../src/engine/paint/node.js";
import { fillCanvas, openCanvas, reopenCanvas } from "../../../src/engine/pixels/canvas.js";
import { releaseMemory } from "../../../src/engine/pixels/kernels.js";
import { turnMatrix } from "../../../src/engine/scene/geometry.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { copyOf, surfaceOf } from "../../helpers/surface.js";

const next = randomNumbers(11);
const between = (from: number, to: number) => from + next() * (to - from);

t.afterEach(() => releaseMemory());
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
const fills: Record<string, () => SolidFill | Gradient> = {
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
			const [width, height] = [1 + Math.floor(next() * 700), 1 + Math.floor(next() * 260)];
			const region = { x: 0, y: 0, width, height };
			const how = fill();
			const whole = surfaceOf(region);
			paintBox(whole, box(0, 0, width, height), how);
			const rows = surfaceOf(region);
			for (let y = 0; y < height; y++) paintBox(rows, box(0, y, width, 1), how);
			t.ok(Buffer.compare(copyOf(whole), copyOf(rows)) === 0, `${width} x ${height}`);
			releaseMemory();
		}
		t.end();
	});

t.test("a box covers what its corners leave, at any angle, also beyond what is seen", (t) => {
	for (let round = 0; round < 60; round++) {
		const [width, height] = [between(3, 90), between(3, 90)];
		const radius = (next() * Math.min(width, height)) / 2;
		const shape = box(between(-30, 60), between(-30, 60), width, height, radius);
		const turn = { rotation: round % 3 === 0 ? 0 : between(-90, 90), centerX: 40, centerY: 40 };
		const seen = surfaceOf({ x: 0, y: 0, width: 80, height: 80 });
		const black = { kind: "solid", color: { r: 0, g: 0, b: 0, a: 1 } } as const;
		paintBox(seen, shape, black, turnMatrix(turn));
		const found = copyOf(seen);
		const [a, b, c, d, e, f] = turnMatrix({ ...turn, rotation: -turn.rotation });
		let worst = 0;
		for (let y = 0; y < 80; y++)
			for (let x = 0; x < 80; x++) {
				const wanted =
					255 *
					coverage(shape, (i, k) => {
						const [px, py] = [x + i, y + k];
						return [a * px + c * py + e, b * px + d * py + f];
					});
				worst = Math.max(worst, Math.abs(wanted - found[4 * (y * 80 + x) + 3]!));
			}
		t.ok(worst <= 255 / 8, `coverage differs by ${worst.toFixed(1)} of 255 at most`);
		releaseMemory();
	}
	t.end();
});

t.test("a gradient from black to white goes up evenly, and a hard stop is sharp", (t) => {
	const stop = (at: number, level: number) => ({
		at,
		color: { r: level, g: level, b: level, a: 1 },
	});
	const row = surfaceOf({ x: 0, y: 0, width: 256, height: 3 });
	const line = { kind: "linear", x1: 0, y1: 0, x2: 256, y2: 0 } as const;
	paintBox(row, box(0, 0, 256, 3), { ...line, stops: [stop(0, 0), stop(1, 255)] });
	const found = copyOf(row);
	const away = (i: number) => Math.abs(found[4 * i]! - (((i % 256) + 0.5) / 256) * 255);
	const worst = Math.max(...Array.from({ length: 256 * 3 }, (_, i) => away(i)));
	t.ok(worst <= 1.15, `a pixel differs by ${worst.toFixed(2)} of 255 at most`);
	paintBox(row, box(0, 0, 256, 3), { ...line, stops: [stop(0.5, 0), stop(0.5, 255)] });
	t.same([...copyOf(row).subarray(4 * 127, 4 * 129)], [0, 0, 0, 255, 255, 255, 255, 255]);
	t.end();
});

t.test(
	"a slow gradient has no run of one colour of more than 12 pixels, and is flat beyond its ends",
	(t) => {
		const dark = { at: 0.1, color: { r: 0x0b, g: 0x10, b: 0x26, a: 1 } };
		const light = { at: 0.9, color: { r: 0x14, g: 0x1c, b: 0x3a, a: 1 } };
		for (const [name, x2, y2] of [
			["across", 1, 0],
			["down", 0, 1],
			["diagonal", 0.7, 0.7],
		] as const) {
			const length = 1_080 / 0.8;
			const [x1, y1] = [-0.1 * length * x2, -0.1 * length * y2];
			const fill = { kind: "linear", x1, y1, x2: x1 + length * x2, y2: y1 + length * y2 } as const;
			const side = surfaceOf({ x: 0, y: 0, width: 1_080, height: 1_080 });
			paintBox(side, box(0, 0, 1_080, 1_080), { ...fill, stops: [dark, light] });
			const words = new Uint32Array(copyOf(side).buffer);
			let longest = 0;
			const count = (at: (i: number) => number) => {
				for (let i = 1, run = 1; i < 1_080; i++) {
					run = words[at(i)] === words[at(i - 1)] ? run + 1 : 1;
					longest = Math.max(longest, run);
				}
			};
			for (let line = 0; line < 300; line += 7) {
				if (x2 > 0) count((i) => line * 1_080 + i);
				if (y2 > 0) count((i) => i * 1_080 + line);
			}
			t.ok(longest <= 12, `${name}: a run of ${longest}`);
			releaseMemory();
		}
		const flat = surfaceOf({ x: 0, y: 0, width: 40, height: 40 });
		const fill = { kind: "linear", x1: 100, y1: 0, x2: 200, y2: 0 } as const;
		const half = { r: 13, g: 17, b: 201, a: 0.37 };
		const stops = [0, 1].map((at) => ({ at, color: half }));
		paintBox(flat, box(0, 0, 40, 40), { ...fill, stops });
		t.equal(new Set(new Uint32Array(copyOf(flat).buffer)).size, 1);
		t.end();
	},
);

/** The share of a pixel that lies in the box, by 16 x 16 points of it. */
function coverage(
	{ x, y, width, height, radii: [radius] }: RoundedBox,
	placeOf: (x: number, y: number) => readonly [number, number],
) {
	let inside = 0;
	for (let i = 0; i < 256; i++) {
		const [px, py] = placeOf(((i % 16) + 0.5) / 16, (Math.floor(i / 16) + 0.5) / 16);
		const [dx, dy] = [px - x, py - y];
		if (dx < 0 || dy < 0 || dx > width || dy > height) continue;
		const fromX = Math.max(radius - dx, dx - (width - radius), 0);
		const fromY = Math.max(radius - dy, dy - (height - radius), 0);
		if (Math.hypot(fromX, fromY) <= radius) inside++;
	}
	return inside / 256;
}

t.test("the canvas shows the same, painted as a whole or only some of its rows", (t) => {
	for (const [name, fill] of Object.entries(fills))
		for (let round = 0; round < 12; round++) {
			const [width, height] = [1 + Math.floor(next() * 700), 2 + Math.floor(next() * 260)];
			const part =
				round % 3 === 0
					? box(0, 0, width, height)
					: box(round % 3 === 1 ? 0 : Math.floor(width / 3), Math.floor(height / 3), width, height);
			const how = fill();
			for (const stop of "stops" in how ? how.stops : []) Object.assign(stop.color, { a: 1 });
			if (how.kind === "solid") Object.assign(how.color, { a: 1 });
			const canvas = openCanvas(width, height);
			fillCanvas(canvas, 0x336699);
			paintBox(canvasSurface(canvas), part, how);
			const painted = Buffer.from(canvas.data);
			const rows = reopenCanvas(canvas, { from: Math.floor(height / 2), end: height });
			fillCanvas(rows, 0x336699);
			paintBox(canvasSurface(rows), part, how);
			t.ok(painted.equals(canvas.data), `${name}, ${width} x ${height}`);
			const ground = surfaceOf({ x: 0, y: 0, width, height });
			paintBox(ground, box(0, 0, width, height), {
				kind: "solid",
				color: { r: 0x33, g: 0x66, b: 0x99, a: 1 },
			});
			paintBox(ground, part, how);
			t.ok(painted.equals(copyOf(ground)), "as on a surface");
			releaseMemory();
		}
	t.end();
});
