import t from "tap";
import { layOut, leaf, stack, text } from "./boxes.js";

const square = (ref: string, side: number) => leaf(ref, { width: side, height: side });

t.test("wrapped lines share the free space across", async (t) => {
	const box = stack(
		"row",
		{ direction: "row", wrap: true, width: 100, height: 200, columnGap: 10, rowGap: 10 },
		square("a", 60),
		square("b", 60),
	);
	const { places } = layOut([box]);
	// 200 − 60 − 60 − 10 leaves 70: 35 for each line.
	t.strictSame(
		[places.a, places.b],
		[
			[0, 0, 60, 60],
			[0, 105, 60, 60],
		],
	);
});

t.test("basis 0 with grow makes equal columns", async (t) => {
	const box = stack(
		"row",
		{ direction: "row", width: 300 },
		text("a", [10], { grow: 1, basis: 0 }),
		text("b", [50, 20], { grow: 1, basis: 0 }),
	);
	const { places } = layOut([box]);
	t.strictSame(
		[places.a, places.b],
		[
			[0, 0, 150, 20],
			[150, 0, 150, 20],
		],
	);
});

t.test("a text in a row does not shrink below its longest word", async (t) => {
	const row = (...widths: number[]) =>
		layOut([stack("row", { direction: "row", width: 60 }, text("a", widths), text("b", [40, 40]))]);
	t.strictSame(row(50, 10).places.a, [0, 0, 50, 40]);
	t.strictSame(row(50, 10).places.b, [50, 0, 40, 40]);
});

t.test("a text in a column does not shrink below its height", async (t) => {
	const column = stack(
		"column",
		{ height: 50 },
		text("a", [50, 50], { width: 50 }),
		stack("b", { height: 30 }),
	);
	t.strictSame(layOut([column]).places.a, [0, 0, 50, 40]);
	t.strictSame(layOut([column]).places.b, [0, 40, 0, 10]);
});

t.test("a text with fit: shrink shrinks to what its stack has left", async (t) => {
	const column = stack(
		"column",
		{ width: 50, height: 50 },
		square("a", 40),
		text("b", [50, 50], { follows: "letters" }),
	);
	t.strictSame(layOut([column]).places.b, [0, 40, 50, 10]);
});

t.test("texts and stacks shrink by default, pictures and shapes do not", async (t) => {
	const row = stack(
		"row",
		{ direction: "row", width: 100 },
		leaf("a", { width: 80, height: 5 }),
		stack("b", { width: 80, height: 5 }),
	);
	const { places } = layOut([row]);
	t.strictSame(
		[places.a, places.b],
		[
			[0, 0, 80, 5],
			[80, 0, 20, 5],
		],
	);
});

t.test(
	"baseline aligns first lines in a row, and a box without text by its bottom edge",
	async (t) => {
		const row = stack(
			"row",
			{ direction: "row", align: "baseline" },
			text("text", [10]),
			square("square", 30),
			stack("card", { padding: [8, 0, 0, 0] }, text("inside", [10])),
			stack("bare", { height: 14 }, square("dot", 4)),
		);
		const { places } = layOut([row]);
		// The baseline is 10 below the top of a line, so 30 below the top of the row.
		t.strictSame(
			[places.text, places.square, places.card, places.bare].map((place) => place![1]),
			[20, 0, 12, 16],
		);
	},
);

t.test("baseline means start in columns and wrapped rows", async (t) => {
	for (const fields of [{ direction: "row", wrap: true }, { direction: "column" }] as const) {
		const box = stack("s", { ...fields, align: "baseline" }, square("a", 30), text("b", [10]));
		t.equal(layOut([box]).places.b![fields.direction === "row" ? 1 : 0], 0);
	}
});

t.test("the content of a reversed stack begins at its end", async (t) => {
	const row = stack(
		"r",
		{ direction: "row-reverse", width: 100 },
		square("a", 10),
		square("b", 20),
	);
	const { places } = layOut([row]);
	t.strictSame([places.a![0], places.b![0]], [90, 70]);
});

t.test("an absolute child is relative to the padding box and takes no room", async (t) => {
	const box = stack(
		"card",
		{ padding: [10, 10, 10, 10], border: 3, width: 100 },
		square("a", 20),
		leaf("badge", { position: "absolute", right: 0, y: -5, width: 8, height: 8 }),
		leaf("cover", { position: "absolute", x: 0, right: 0, y: 0, bottom: 0 }),
		leaf("corner", { position: "absolute", width: 4, height: 4 }),
	);
	const { places } = layOut([box]);
	t.strictSame(places, {
		card: [0, 0, 100, 46],
		a: [13, 13, 20, 20],
		badge: [89, -2, 8, 8],
		cover: [3, 3, 94, 40],
		corner: [3, 3, 4, 4],
	});
});

t.test("what is measured for a text is handed back", async (t) => {
	const { boxes } = layOut([
		stack("s", { width: 50 }, text("a", [40, 40], { padding: [0, 5, 0, 5] })),
	]);
	const placed = boxes[0]!.children[0]!;
	t.match(placed.text, { width: 40, height: 40, baseline: 10 });
	t.strictSame(placed.content, { x: 5, y: 0, width: 40, height: 40 });
});
