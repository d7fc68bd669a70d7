import t from "tap";
import { layOut, leaf, stack } from "./boxes.js";

const ratio = (fields: Parameters<typeof leaf>[1]) => leaf("a", { aspectRatio: 2, ...fields });
const placeIn = (fields: Parameters<typeof stack>[1], child: ReturnType<typeof leaf>) =>
	layOut([stack("s", fields, child)]).places.a!;

t.test("one size decides the other", async (t) => {
	t.strictSame(layOut([ratio({ width: 80 })]).places.a, [0, 0, 80, 40]);
	t.strictSame(layOut([ratio({ height: 80 })]).places.a, [0, 0, 160, 80]);
	t.strictSame(layOut([ratio({ x: 100, right: 100 })]).places.a, [100, 0, 200, 100]);
	t.strictSame(layOut([ratio({ y: 100, bottom: 300 })]).places.a, [0, 100, 200, 100]);
});

t.test("two sizes leave nothing to the ratio", async (t) => {
	t.strictSame(layOut([ratio({ width: 80, height: 80 })]).places.a, [0, 0, 80, 80]);
});

t.test("stretch does not break it", async (t) => {
	const row = { direction: "row", align: "stretch", width: 300, height: 100 } as const;
	t.strictSame(placeIn(row, ratio({ width: 80 })), [0, 0, 80, 40]);
});

t.test("grow does not break it", async (t) => {
	const row = { direction: "row", width: 300, height: 100 } as const;
	t.strictSame(placeIn(row, ratio({ width: 80, grow: 1 })), [0, 0, 300, 150]);
	t.strictSame(placeIn(row, ratio({ height: 80, grow: 1 })), [0, 0, 160, 80]);
});

t.test("shrink does not break it", async (t) => {
	const row = { direction: "row", width: 100 } as const;
	t.strictSame(placeIn(row, ratio({ width: 200, shrink: 1 })), [0, 0, 100, 50]);
	t.strictSame(placeIn(row, ratio({ height: 100, shrink: 1 })), [0, 0, 200, 100]);
});

t.test("a stretching parent of given size gives the one size", async (t) => {
	t.strictSame(placeIn({ align: "stretch", width: 300 }, ratio({})), [0, 0, 300, 150]);
	const row = { direction: "row", align: "stretch", height: 100 } as const;
	t.strictSame(placeIn(row, ratio({})), [0, 0, 200, 100]);
});

t.test("a maximum on one axis keeps the ratio between insets", async (t) => {
	t.strictSame(layOut([ratio({ x: 0, right: 0, maxHeight: 50 })]).places.a, [0, 0, 100, 50]);
});
