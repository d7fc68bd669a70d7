import t from "tap";
import { arcOutline } from "../../../src/engine/shapes/arc-segment.js";
import { fillBounds } from "../../../src/engine/shapes/bounds.js";
import type { Box } from "../../../src/engine/shapes/box.js";

const BOX = { x: 0, y: 0, width: 100, height: 100 };
const near = (box: Box | null, expected: readonly number[]) =>
	[box!.x, box!.y, box!.width, box!.height].every((v, i) => Math.abs(v - expected[i]!) < 0.03);

t.test("angles run clockwise from the top", async (t) => {
	t.ok(near(fillBounds(arcOutline(BOX, { from: 0, sweep: 90 })), [50, 0, 50, 50]));
	t.ok(near(fillBounds(arcOutline(BOX, { from: 90, sweep: 90 })), [50, 50, 50, 50]));
	t.ok(near(fillBounds(arcOutline(BOX, { from: 0, sweep: -90 })), [0, 0, 50, 50]));
	t.ok(near(fillBounds(arcOutline(BOX, { from: 630, sweep: 90 })), [0, 0, 50, 50]));
});

t.test("a full sweep is the whole ellipse, without a line to its centre", async (t) => {
	const outline = arcOutline(BOX, { from: 30, sweep: 360 });
	t.ok(near(fillBounds(outline), [0, 0, 100, 100]));
	t.notOk(outline.some((value, i) => value === 50 && outline[i + 1] === 50));
});

t.test("a ring's piece has its thickness at both ends", async (t) => {
	const piece = fillBounds(arcOutline(BOX, { from: 0, sweep: 90, thickness: 10 }));
	t.ok(near(piece, [50, 0, 50, 50]));
	const round = fillBounds(arcOutline(BOX, { from: 0, sweep: 90, thickness: 10, ends: "round" }));
	t.ok(near(round, [45, 0, 55, 55]));
});

t.test("a thickness of a radius or more is a pie slice", async (t) => {
	t.strictSame(
		arcOutline(BOX, { from: 0, sweep: 90, thickness: 50 }),
		arcOutline(BOX, { from: 0, sweep: 90 }),
	);
});

t.test("no sweep or no thickness is nothing", async (t) => {
	t.strictSame(arcOutline(BOX, { from: 5, sweep: 0 }), []);
	t.strictSame(arcOutline(BOX, { from: 5, sweep: 90, thickness: 0 }), []);
	t.strictSame(arcOutline(BOX, { from: 5, sweep: 360, thickness: 0 }), []);
});
