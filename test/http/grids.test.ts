/** Grids: tracks, cells, subgrids and areas, and the limits of their fields. */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { type Measured, measureLayers } from "../helpers/measured.js";

const text = (name: string, content: string, more: Record<string, unknown> = {}) => ({
	...{ type: "text", name, text: content, fontSize: 16, lineHeight: 1 },
	...more,
});
const grid = (more: Record<string, unknown>, ...children: unknown[]) => ({
	...{ type: "grid", name: "grid" },
	...more,
	children,
});
const shape = (name: string, more: Record<string, unknown> = {}) => ({
	...{ type: "shape", shape: "rectangle", name },
	...more,
});
const place = ({ layers }: Measured, name: string) => {
	const { x, y, width, height } = layers.get(name)!.box;
	return [x, y, width, height].map((value) => Math.round(value * 10) / 10);
};

t.test("a number of columns makes equal ones, whatever they hold", async (t) => {
	const { app } = await startApp(t);
	const found = await measureLayers(app, [
		grid(
			{ width: 100, columns: 2, columnGap: 10, rowGap: 4 },
			text("long", "Donaudampfschifffahrt"),
			text("short", "a"),
			shape("below", { height: 30 }),
		),
	]);
	t.equal(place(found, "short")[0], 55);
	t.equal(place(found, "short")[2], 45);
	t.equal(place(found, "long")[2], 45);
	t.strictSame(place(found, "below").slice(2), [45, 30]);
});

t.test("tracks of every kind share the width of the grid", async (t) => {
	const { app } = await startApp(t);
	const found = await measureLayers(app, [
		grid(
			{ width: 400, columns: [40, "25%", "auto", "1fr", { min: 20, max: "2fr" }], gap: 0 },
			...["a", "b", "c", "d", "e"].map((name) => shape(name, { height: 10 })),
		),
	]);
	t.strictSame(
		["a", "b", "c", "d", "e"].map((name) => place(found, name)[2]),
		[40, 100, 0, 86.7, 173.3],
	);
});

t.test("a table's rows are subgrids whose columns line up", async (t) => {
	const { app } = await startApp(t);
	const row = (name: string, player: string, points: string) =>
		grid(
			{ name, columns: "subgrid", padding: [4, 10, 4, 10], background: "#FFFFFF" },
			text(`${name} player`, player),
			text(`${name} points`, points),
		);
	for (const dir of ["ltr", "rtl"]) {
		const found = await measureLayers(
			app,
			[
				grid(
					{ x: 20, width: 300, columns: ["1fr", "auto"], columnGap: 12, rowGap: 2 },
					row("first", "Maximiliane von Hohenstein", "7"),
					row("second", "Bo", "1,204"),
				),
			],
			{ dir },
		);
		const [a, b] = ["first", "second"].map((name) => place(found, `${name} points`));
		t.equal(a![0], b![0], `${dir}: the columns have the same place`);
		t.equal(a![2], b![2]);
		t.strictSame([place(found, "first")[2], place(found, "second")[2]], [300, 300]);
		const [x] = place(found, "first");
		const inner = place(found, "first player");
		t.equal(dir === "ltr" ? inner[0]! - x! : x! + 300 - inner[0]! - inner[2]!, 10, "padding");
	}
});

t.test("cells are placed, spanned, aligned, and mirrored", async (t) => {
	const { app } = await startApp(t);
	const layers = [
		grid(
			{ width: 300, columns: 3, rows: [50, 50] },
			shape("last", { column: -1, row: 2 }),
			shape("wide", { columnSpan: 2 }),
			shape("small", { width: 10, height: 10, justifySelf: "end", alignSelf: "center" }),
			shape("behind", { position: "absolute", column: 2, width: "100%", height: "100%" }),
		),
	];
	const found = await measureLayers(app, layers);
	t.strictSame(place(found, "last"), [200, 50, 100, 50]);
	t.strictSame(place(found, "wide"), [0, 0, 200, 50]);
	t.strictSame(place(found, "small"), [290, 20, 10, 10]);
	t.strictSame(place(found, "behind"), [100, 0, 100, 100]);
	const mirrored = await measureLayers(app, layers, { dir: "rtl" });
	t.equal(place(mirrored, "last")[0], 405 - 300);
	t.equal(place(mirrored, "small")[0], 405 - 300);
});

t.test("margins, gaps of both directions and last baselines", async (t) => {
	const { app } = await startApp(t);
	const found = await measureLayers(app, [
		{
			...{ type: "stack", direction: "row", width: 100, wrap: true, columnGap: 10, rowGap: 4 },
			children: [
				shape("a", { width: 40, height: 10 }),
				shape("b", { width: 40, height: 10, margin: [5, 0, 0, 2] }),
				shape("c", { width: 40, height: 10 }),
			],
		},
		{
			...{ type: "stack", direction: "row", align: "last-baseline", y: 100 },
			children: [text("lines", "one\ntwo", { fontSize: 16 }), text("large", "x", { fontSize: 40 })],
		},
	]);
	t.strictSame(place(found, "b"), [52, 5, 40, 10]);
	t.strictSame(place(found, "c"), [0, 19, 40, 10]);
	const bottom = (name: string) => {
		const line = found.layers.get(name)!.lines!.at(-1)!;
		return line.y + line.height;
	};
	t.ok(bottom("large") > bottom("lines"), "the larger letters reach further below the line");
});

t.test("a stack does not shrink below its content", async (t) => {
	const { app } = await startApp(t);
	const row = (name: string) => ({
		...{ type: "stack", direction: "row", gap: 8, name },
		children: [
			text(`${name} number`, "1", { width: 20 }),
			text(`${name} text`, "A row of a list whose text needs two lines at this size, no more", {
				...{ grow: 1, basis: 0, fontSize: 20 },
			}),
		],
	});
	const found = await measureLayers(app, [
		{ type: "stack", width: 365, height: 60, children: ["a", "b", "c"].map(row) },
		{
			...{ type: "stack", direction: "row", width: 50, y: 300 },
			children: [
				{ type: "stack", name: "given", width: 30, children: [text("word", "Hippopotamus")] },
				{ type: "stack", name: "free", minWidth: 0, children: [text("other", "Hippopotamus")] },
				{ type: "stack", name: "clipped", clip: true, children: [text("cut", "Hippopotamus")] },
			],
		},
	]);
	for (const name of ["a", "b", "c"])
		t.equal(place(found, name)[3], place(found, `${name} text`)[3], name);
	t.strictSame(
		["given", "free", "clipped"].map((name) => place(found, name)[2]),
		[30, 10, 10],
	);
});

t.test("hostile values are a 400 that says where", async (t) => {
	const { app } = await startApp(t);
	const many = Array.from({ length: 25 }, () => "auto");
	const cases: [unknown, RegExp][] = [
		[grid({ columns: many }), /columns/],
		[grid({ columns: 25 }), /columns/],
		[grid({ columns: 0 }), /columns/],
		[grid({ columns: 1.5 }), /columns/],
		[grid({ columns: ["fr"] }), /columns/],
		[grid({ columns: [{ min: "1fr", max: 20 }] }), /columns/],
		[grid({ columns: [-5] }), /columns/],
		[grid({ columns: "subgrid" }), /subgrid needs a grid around it/],
		[grid({ rows: "subgrid" }), /rows/],
		[grid({ columns: 2 }, shape("a", { column: 25 })), /column/],
		[grid({ columns: 2 }, shape("a", { columnSpan: 0 })), /columnSpan/],
		[grid({ columns: 2 }, shape("a", { margin: 1001 })), /margin/],
		[grid({ columns: 2 }, shape("a", { margin: [1, 2] })), /margin/],
	];
	for (const [layer, message] of cases) {
		const { status, body } = await measureLayers(app, [layer]);
		t.equal(status, 400, JSON.stringify(layer).slice(0, 90));
		t.match(body, message);
	}
	const large = await measureLayers(app, [
		grid(
			{ columns: Array.from({ length: 24 }, () => "1fr"), rows: 24 },
			...Array.from({ length: 120 }, (_, i) =>
				shape(`s${i}`, { columnSpan: 1 + (i % 24), rowSpan: 1 + (i % 24), row: (i % 24) + 1 }),
			),
		),
		grid({ columns: [1e308, "9999999%"], gap: 1e308 }, shape("far", { margin: -1000 })),
	]);
	t.equal(large.status, 200);
	let nested: unknown = text("deep", "x");
	for (let i = 0; i < 9; i++) nested = grid({ columns: ["auto", "1fr"] }, nested);
	t.equal((await measureLayers(app, [nested])).status, 200, "ten levels");
	t.equal((await measureLayers(app, [grid({}, nested)])).status, 400, "eleven levels");
});
