import t from "tap";
import { composite } from "../../../src/engine/draw/composite.js";
import { DrawAhead } from "../../../src/engine/draw/draw-ahead.js";
import { planSteps } from "../../../src/engine/draw/plan.js";
import type { Bitmap } from "../../../src/engine/images/bitmap.js";
import {
	path,
	picture,
	shade as shadeNode,
	turned,
	upright,
} from "../../../src/engine/paint/build.js";
import type { PaintNode } from "../../../src/engine/paint/node.js";
import { rectPath } from "../../../src/engine/paint/outlines.js";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import { resolveScene } from "../../../src/engine/scene/scene.js";
import { parseCssColor } from "../../../src/engine/text/rich/css-color.js";

const scene = resolveScene({
	slide: { backgroundColor: "#204060" },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
});
const rect = (fill: string, x: number, y: number, size: number): PaintNode =>
	path(rectPath(x, y, x + size, y + size), parseCssColor(fill)!, {
		x,
		y,
		width: size,
		height: size,
	});
const bitmap = (value: number, x: number, y: number, size: number, rotation = 0): PaintNode =>
	picture(
		{ width: size, height: size, channels: 3, data: new Uint8Array(size * size * 3).fill(value) },
		{
			...upright({ x, y, width: size, height: size }),
			rotation,
			centerX: x + size / 2,
			centerY: y + size / 2,
		},
	);
type Steps = Parameters<typeof composite>[3];
async function compose(background: Bitmap | null, steps: Steps, onPainted?: (row: number) => void) {
	const canvas = openCanvas(scene.width, scene.height);
	await composite(canvas, scene, background, steps, onPainted);
	return canvas;
}

async function colorAt(paints: PaintNode[], x: number, y: number): Promise<number[]> {
	const { data, width } = await compose(null, planSteps(paints));
	const direct = Buffer.from(data);
	for (const aside of [false, true]) {
		const steps = new DrawAhead(scene).finish(planSteps(paints), aside);
		const ahead = await compose(null, steps);
		if (!Buffer.from(ahead.data).equals(direct))
			throw new Error("drawing ahead changes the picture");
	}
	return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

t.test("an empty slide has its colour", async (t) => {
	t.same(await colorAt([], 5, 5), [0x20, 0x40, 0x60, 255]);
});

t.test("the order of painting holds between vectors and pictures", async (t) => {
	const red = rect("#ff0000", 100, 100, 100);
	const grey = bitmap(90, 150, 150, 100);
	t.same(
		await colorAt([red, grey], 160, 160),
		[90, 90, 90, 255],
		"a picture covers what was before",
	);
	t.same(
		await colorAt([grey, red], 160, 160),
		[255, 0, 0, 255],
		"and is covered by what comes after",
	);
	const far = rect("#00ff00", 800, 800, 50);
	t.same(await colorAt([red, far, grey], 160, 160), [90, 90, 90, 255]);
	t.same(await colorAt([red, far, grey], 110, 110), [255, 0, 0, 255]);
	t.same(await colorAt([red, far, grey], 820, 820), [0, 255, 0, 255]);
	t.same(await colorAt([red, far, rect("#0000ff", 120, 120, 40)], 130, 130), [0, 0, 255, 255]);
});

t.test("a shade darkens what lies below it alone", async (t) => {
	const parts = { alpha: { bytes: new Uint8Array(4).fill(255) }, columns: 2, rows: 2 };
	const place = upright({ x: 100, y: 100, width: 100, height: 100 });
	const shade = shadeNode({ ...parts, place });
	t.same(await colorAt([rect("#ffffff", 100, 100, 100), shade], 150, 150), [0, 0, 0, 255]);
	t.same(await colorAt([shade, rect("#ffffff", 100, 100, 100)], 150, 150), [255, 255, 255, 255]);
	const rotated = shadeNode({
		...parts,
		place: { ...place, rotation: 45, centerX: 150, centerY: 150 },
	});
	t.same(await colorAt([rotated], 150, 150), [0, 0, 0, 255], "turned ones too");
	t.same(await colorAt([rotated], 102, 102), [0x20, 0x40, 0x60, 255]);
});

t.test("a rotated picture is the same in a list and in layers", async (t) => {
	const data = Uint8Array.from({ length: 90 * 70 * 4 }, (_, i) => (i * 37 + (i >> 5)) % 256);
	const place = { x: 200, y: 300, width: 90, height: 70 };
	const own = { width: 90, height: 70, channels: 4, data } as const;
	const turn = { rotation: 33, centerX: 245, centerY: 335 };
	const pixels = async (node: PaintNode) =>
		Buffer.from((await compose(null, planSteps([node]))).data);
	const overlay = await pixels(picture(own, { ...place, ...turn }));
	const layer = await pixels(turned([picture(own, upright(place))], turn, place));
	t.ok(overlay.equals(layer));
});

t.test("turned bitmaps keep their colours", async (t) => {
	const rotated = bitmap(90, 100, 100, 100, 45);
	t.same(await colorAt([rotated], 150, 150), [90, 90, 90, 255]);
	t.same(await colorAt([rotated], 103, 103), [0x20, 0x40, 0x60, 255], "its corner has moved away");
	t.same(await colorAt([rotated], 150, 85), [90, 90, 90, 255]);
});

t.test(
	"rows are told of as painted while a thread draws, and do not change afterwards",
	async (t) => {
		const large = rect("#ff0000", 100, 600, 400);
		const paints = [rect("#00ff00", 100, 100, 400), bitmap(90, 200, 200, 50), large];
		const steps = new DrawAhead(scene).finish(planSteps(paints), true);
		t.same(
			steps.map(({ kind }) => kind),
			["layer", "picture", "drawing"],
			"the last one is drawn by a thread",
		);
		const told: { row: number; rows: Buffer }[] = [];
		const canvas = openCanvas(scene.width, scene.height);
		const rowBytes = scene.width * 4;
		await composite(canvas, scene, null, steps, (row) =>
			told.push({ row, rows: Buffer.from(canvas.data.subarray(0, row * rowBytes)) }),
		);
		t.ok(told.length > 0);
		t.equal(told.at(-1)?.row, 599, "one pixel above the last drawing");
		for (const { row, rows } of told)
			t.ok(rows.equals(canvas.data.subarray(0, row * rowBytes)), `the rows above ${row}`);
	},
);

t.test("a background fills the slide, on the colour where it is transparent", async (t) => {
	const pixels = 1080 * 1080;
	const opaque = {
		width: 1080,
		height: 1080,
		channels: 3,
		data: new Uint8Array(pixels * 3).fill(9),
	} as const;
	t.same([...(await compose(opaque, [])).data.subarray(0, 4)], [9, 9, 9, 255]);
	const clear = {
		width: 1080,
		height: 1080,
		channels: 4,
		data: new Uint8Array(pixels * 4),
	} as const;
	t.same([...(await compose(clear, [])).data.subarray(0, 4)], [0x20, 0x40, 0x60, 255]);
});
