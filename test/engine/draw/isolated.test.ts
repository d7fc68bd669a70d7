import t, { type Test } from "tap";
import { pixelsOf, SurfaceMemory } from "../../../src/engine/compose/surface.js";
import { composite } from "../../../src/engine/draw/composite.js";
import { planSteps, type Step } from "../../../src/engine/draw/plan.js";
import { transparentPixels } from "../../../src/engine/draw/transparent.js";
import { boxClip, boxPath, path, picture, upright } from "../../../src/engine/paint/build.js";
import type { GroupNode, PaintNode } from "../../../src/engine/paint/node.js";
import { rectPath } from "../../../src/engine/paint/outlines.js";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import { renewMemory } from "../../../src/engine/pixels/kernels.js";
import type { Box } from "../../../src/engine/scene/geometry.js";
import { resolveScene } from "../../../src/engine/scene/scene.js";
import type { Rgba } from "../../../src/engine/text/rich/css-color.js";

const scene = resolveScene({
	slide: { backgroundColor: "#204060" },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
});
const WHOLE: Box = { x: 0, y: 0, width: scene.width, height: scene.height };
const SQUARE = [0, 0, 0, 0] as const;
const AREA: Box = { x: 100, y: 100, width: 200, height: 200 };
const color = (r: number, g: number, b: number, a = 1): Rgba => ({ r, g, b, a });
const outline = (own: Rgba, { x, y, width, height }: Box): PaintNode =>
	path(rectPath(x, y, x + width, y + height), own, { x, y, width, height });
const photo = (value: number, box: Box): PaintNode =>
	picture(
		{
			width: box.width,
			height: box.height,
			channels: 3,
			data: new Uint8Array(box.width * box.height * 3).fill(value),
		},
		upright(box),
	);
const group = (children: PaintNode[], parts: Partial<GroupNode>, bounds = AREA): GroupNode => ({
	kind: "group",
	children,
	bounds,
	...parts,
});

async function pixelOf(paints: PaintNode[], x: number, y: number): Promise<number[]> {
	const canvas = openCanvas(scene.width, scene.height);
	await composite(canvas, scene, null, planSteps(paints));
	const at = (y * scene.width + x) * 4;
	return [...canvas.data.subarray(at, at + 4)];
}
const near = (t: Test, found: number[], wanted: number[], message: string) =>
	t.ok(
		found.every((value, i) => Math.abs(value - wanted[i]!) <= 1),
		`${message}: ${found} for ${wanted}`,
	);

t.test("opacity of a group counts once where its children overlap", async (t) => {
	const two = [photo(200, AREA), outline(color(200, 200, 200), AREA)];
	const half = await pixelOf([group(two, { opacity: 0.5 })], 150, 150);
	near(t, half, [116, 132, 148, 255], "half of both");
	t.same(await pixelOf([group(two, { opacity: 0 })], 150, 150), [0x20, 0x40, 0x60, 255]);
});

t.test("a blend mode meets what was painted below, in a plain group too", async (t) => {
	const blended = group([photo(128, AREA)], { blend: "multiply" });
	const wanted = [0x20, 0x40, 0x60].map((value) => Math.round((value * 128) / 255));
	near(t, await pixelOf([blended], 150, 150), [...wanted, 255], "the slide");
	near(t, await pixelOf([group([blended], {})], 150, 150), [...wanted, 255], "plain group");
	const white = outline(color(255, 255, 255), AREA);
	near(t, await pixelOf([white, blended], 150, 150), [128, 128, 128, 255], "an outline");
	near(t, await pixelOf([group([white, blended], {})], 150, 150), [128, 128, 128, 255], "both");
});

t.test("a blend mode ends at the nearest group that is painted by itself", async (t) => {
	const blended = group([photo(128, AREA)], { blend: "multiply" });
	for (const parts of [
		{ opacity: 0.999 },
		{ turn: { rotation: 90, centerX: 200, centerY: 200 } },
	]) {
		near(t, await pixelOf([group([blended], parts)], 150, 150), [128, 128, 128, 255], "alone");
	}
});

t.test("a blend mode of outlines alone meets the slide", async (t) => {
	const blended = group([outline(color(255, 0, 0), AREA)], { blend: "lighten" });
	t.same(await pixelOf([blended], 150, 150), [255, 0x40, 0x60, 255]);
});

t.test("a clip cuts off what its box does not hold", async (t) => {
	const inner = { x: 150, y: 150, width: 100, height: 100 };
	const clipped = group([photo(255, AREA)], { clip: boxClip(inner, [50, 50, 50, 50]) }, inner);
	t.same(await pixelOf([clipped], 200, 200), [255, 255, 255, 255], "inside");
	t.same(await pixelOf([clipped], 155, 155), [0x20, 0x40, 0x60, 255], "beyond the corner's arc");
	t.same(await pixelOf([clipped], 140, 200), [0x20, 0x40, 0x60, 255], "beside the box");
});

t.test("a clip by an outline is that of a clip by its box", async (t) => {
	const inner = { x: 150.5, y: 150.25, width: 100, height: 90 };
	const clip = boxClip(inner, [20, 0, 45, 10]);
	const byBox = group([photo(255, AREA)], { clip });
	const byOutline = group([photo(255, AREA)], { clip: { data: clip.data } });
	const canvas = openCanvas(scene.width, scene.height);
	await composite(canvas, scene, null, planSteps([byBox]));
	const one = Buffer.from(canvas.data);
	await composite(canvas, scene, null, planSteps([byOutline]));
	const other = canvas.data;
	let most = 0;
	for (let i = 0; i < one.length; i++) most = Math.max(most, Math.abs(one[i]! - other[i]!));
	t.ok(most <= 40, `coverage of the edges differs by ${most} levels at most`);
});

t.test("a mask shows what is opaque, or light", async (t) => {
	const left = { x: 100, y: 100, width: 100, height: 200 };
	const masked = (own: Rgba, by: "alpha" | "luminance") =>
		group([photo(255, AREA)], { mask: { node: outline(own, left), by } });
	t.same(await pixelOf([masked(color(0, 0, 0), "alpha")], 150, 150), [255, 255, 255, 255]);
	t.same(await pixelOf([masked(color(0, 0, 0), "alpha")], 250, 150), [0x20, 0x40, 0x60, 255]);
	t.same(await pixelOf([masked(color(0, 0, 0), "luminance")], 150, 150), [0x20, 0x40, 0x60, 255]);
	t.same(
		await pixelOf([masked(color(255, 255, 255), "luminance")], 150, 150),
		[255, 255, 255, 255],
	);
});

t.test("a picture in an outline is cut off by it", async (t) => {
	const { bitmap } = photo(255, AREA) as Extract<PaintNode, { kind: "picture" }>;
	const triangle = path("M100 100H300L100 300Z", { kind: "picture", bitmap, box: AREA }, AREA);
	t.same(await pixelOf([triangle], 120, 120), [255, 255, 255, 255]);
	t.same(await pixelOf([triangle], 280, 280), [0x20, 0x40, 0x60, 255]);
});

t.test("boxes are painted in their order among outlines and pictures", async (t) => {
	const red = boxPath(AREA, SQUARE, color(255, 0, 0));
	const green = outline(color(0, 255, 0), AREA);
	t.same(await pixelOf([red, green], 150, 150), [0, 255, 0, 255]);
	t.same(await pixelOf([green, red], 150, 150), [255, 0, 0, 255]);
	t.same(await pixelOf([green, red, photo(7, AREA)], 150, 150), [7, 7, 7, 255]);
	t.same(await pixelOf([photo(7, AREA), green, red], 150, 150), [255, 0, 0, 255]);
});

t.test("a box is what its outline is", async (t) => {
	const box = { x: 120.25, y: 130.5, width: 150.5, height: 99.25 };
	const filled = boxPath(box, [30, 0, 49, 12], color(255, 255, 255, 0.8));
	const { box: _, ...asPath } = filled;
	const canvas = openCanvas(scene.width, scene.height);
	await composite(canvas, scene, null, planSteps([filled]));
	const one = Buffer.from(canvas.data);
	await composite(canvas, scene, null, planSteps([asPath]));
	let sum = 0;
	for (let i = 0; i < one.length; i++) sum += Math.abs(one[i]! - canvas.data[i]!);
	t.ok(sum / (3 * box.width * box.height) < 0.2, `${sum} levels in all`);
});

t.test("outlines far from each other are drawn in few calls, whatever their order", (t) => {
	const paints: PaintNode[] = [];
	for (let i = 0; i < 8; i++) {
		const at = { x: 20 + 120 * i, width: 100, height: 40 };
		paints.push(outline(color(255, 255, 255), { ...at, y: 20 }));
		paints.push(outline(color(255, 255, 255), { ...at, y: 900 }));
	}
	t.equal(planSteps(paints).length, 2);
	t.end();
});

t.test("an outline does not join a call below what was painted since", async (t) => {
	const far = { x: 800, y: 900, width: 100, height: 100 };
	const across = { x: 100, y: 100, width: 700, height: 850 };
	const paints = [
		outline(color(255, 0, 0), AREA),
		outline(color(0, 0, 255), far),
		outline(color(0, 255, 0), across),
		outline(color(255, 255, 0), { x: 120, y: 120, width: 50, height: 50 }),
	];
	t.same(await pixelOf(paints, 130, 130), [255, 255, 0, 255]);
	t.same(await pixelOf(paints, 250, 250), [0, 255, 0, 255]);
});

t.test("surfaces have a limit together, and are given back", (t) => {
	const memory = new SurfaceMemory();
	const box = { x: 0, y: 0, width: 4096, height: 4096 };
	for (let i = 0; i < 8; i++) memory.close(memory.open(box));
	const open = [memory.open(box), memory.open(box), memory.open(box), memory.open(box)];
	t.throws(() => memory.open({ ...box, width: 1, height: 1 }), { code: "too_complex" });
	for (const surface of open.reverse()) memory.close(surface);
	const small = memory.open({ x: 0, y: 0, width: 4, height: 4 });
	pixelsOf(small).fill(9);
	memory.close(small);
	const next = memory.open({ x: 0, y: 0, width: 4, height: 4 });
	t.ok(
		pixelsOf(next).every((value) => value === 0),
		"one that is opened is transparent",
	);
	t.equal(renewMemory(), true, "and their memory can be given back");
	t.end();
});

t.test("rows are told as painted only above all that comes", async (t) => {
	const low = { x: 100, y: 700, width: 200, height: 100 };
	const steps: Step[] = planSteps([group([photo(9, low)], { opacity: 0.5 }, low)]);
	const drawing = {
		kind: "drawing" as const,
		region: { x: 0, y: 600, width: 1, height: 1 },
		layer: Promise.resolve({
			kind: "layer" as const,
			pixels: new Uint8Array(4),
			region: { x: 0, y: 600, width: 1, height: 1 },
			drawn: 0,
		}),
	};
	const told: number[] = [];
	const canvas = openCanvas(scene.width, scene.height);
	await composite(canvas, scene, null, [drawing, ...steps], (row) => told.push(row));
	t.same(told, [600]);
	told.length = 0;
	const later = { ...drawing, region: { ...drawing.region, y: 900 } };
	await composite(canvas, scene, null, [later, ...steps], (row) => told.push(row));
	t.same(told, [699], "the group's first row, and one pixel around");
});

t.test("a transparent slide keeps what nothing covers", async (t) => {
	const steps = planSteps([boxPath(AREA, SQUARE, color(255, 0, 0, 0.5))]);
	const { data } = await transparentPixels(WHOLE, steps);
	const at = (x: number, y: number) => {
		const from = (y * scene.width + x) * 4;
		return [...data.subarray(from, from + 4)];
	};
	t.same(at(50, 50), [0, 0, 0, 0]);
	t.same(at(150, 150), [255, 0, 0, 128]);
});
