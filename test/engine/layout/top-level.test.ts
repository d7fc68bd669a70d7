import t from "tap";
import { layOut, leaf, stack, text } from "./boxes.js";

t.test("a layer without position is at 0, 0", async (t) => {
	t.strictSame(layOut([leaf("a", { width: 50, height: 60 })]).places, { a: [0, 0, 50, 60] });
});

t.test("right and bottom are distances from the parent's edges", async (t) => {
	const { places } = layOut([leaf("a", { right: 10, bottom: "10%", width: 50, height: 60 })]);
	t.strictSame(places, { a: [340, 390, 50, 60] });
});

t.test("insets on both sides stretch a layer without a size", async (t) => {
	const { places } = layOut([
		leaf("a", { x: 10, right: 30, y: 20, bottom: 5, defaultSize: { width: 180, height: 180 } }),
		text("b", [40], { x: 10, right: 30 }),
	]);
	t.strictSame(places, { a: [10, 20, 360, 475], b: [10, 0, 360, 20] });
});

t.test("a layer within the safe area has it as its parent", async (t) => {
	const boxes = [leaf("a", { within: "safeArea", right: 10, y: 5, width: "50%", height: 10 })];
	t.strictSame(layOut(boxes).places, { a: [160, 35, 150, 10] });
	t.strictSame(layOut(boxes, { dir: "rtl" }).places, { a: [30, 35, 150, 10] });
});

t.test("a text is as wide as its longest line if that fits, less x and right", async (t) => {
	const words = [100, 100, 100];
	t.strictSame(layOut([text("a", words, { x: 100 })]).places, { a: [100, 0, 300, 20] });
	t.strictSame(layOut([text("a", words, { x: 101 })]).places, { a: [101, 0, 299, 40] });
	t.strictSame(layOut([text("a", words, { right: 101 })]).places, { a: [0, 0, 299, 40] });
});

t.test("the height of a text is a minimum", async (t) => {
	const { places } = layOut([
		text("low", [50, 50], { width: 50, height: 10 }),
		text("high", [50, 50], { width: 50, height: 90 }),
		text("capped", [50, 50], { width: 50, maxHeight: 10 }),
	]);
	t.strictSame(
		Object.values(places).map(([, , , height]) => height),
		[40, 90, 40],
	);
});

t.test("the height of a text with fit: shrink is exact", async (t) => {
	const box = text("a", [50, 50], { width: 50, height: 10, follows: "letters" });
	t.strictSame(layOut([box]).places, { a: [0, 0, 50, 10] });
});

t.test("a stack is as large as its content, with padding and border", async (t) => {
	const box = stack(
		"a",
		{ padding: [1, 2, 3, 4], border: 5 },
		leaf("b", { width: 30, height: 40 }),
	);
	const { places, boxes } = layOut([box]);
	t.strictSame(places, { a: [0, 0, 46, 54], b: [9, 6, 30, 40] });
	t.strictSame(boxes[0]!.content, { x: 9, y: 6, width: 30, height: 40 });
});

t.test("a stack without width ends at the slide's edge", async (t) => {
	const { places } = layOut([stack("a", { x: 150 }, text("b", [100, 100, 100]))]);
	t.strictSame(places, { a: [150, 0, 250, 40], b: [150, 0, 250, 40] });
});

t.test("a default size counts only where nothing else decides", async (t) => {
	const image = { defaultSize: { width: 180, height: 180 } };
	const { places } = layOut([
		leaf("default", image),
		leaf("ratio", { ...image, width: 60, aspectRatio: 2 }),
		leaf("wide", { ...image, width: 60 }),
		leaf("smaller", { ...image, maxWidth: 100 }),
		stack(
			"row",
			{ direction: "row", width: 300 },
			...["one", "two"].map((ref) => leaf(ref, { ...image, grow: 1, height: 10 })),
		),
	]);
	t.strictSame(places.default, [0, 0, 180, 180]);
	t.strictSame(places.ratio, [0, 0, 60, 30]);
	t.strictSame(places.wide, [0, 0, 60, 180]);
	t.strictSame(places.smaller, [0, 0, 100, 180]);
	t.strictSame(
		[places.one, places.two],
		[
			[0, 0, 150, 10],
			[150, 0, 150, 10],
		],
	);
});

t.test("a minimum beats a maximum", async (t) => {
	const { places } = layOut([leaf("a", { width: 50, height: 5, minWidth: 80, maxWidth: 60 })]);
	t.strictSame(places, { a: [0, 0, 80, 5] });
});
