import t from "tap";
import { layOut, leaf, stack, text } from "./boxes.js";

const ignored = (...boxes: Parameters<typeof layOut>[0]) =>
	layOut(boxes).notes.map(({ ref, field }) => `${ref}.${field}`);

t.test("a percentage without a sized parent is ignored", async (t) => {
	const child = leaf("a", { width: "50%", height: "50%", minWidth: "90%", basis: "10%" });
	t.strictSame(ignored(stack("s", {}, child)), ["a.width", "a.minWidth", "a.height", "a.basis"]);
	t.strictSame(ignored(stack("s", { width: 100 }, child)), ["a.height", "a.basis"]);
	t.strictSame(ignored(stack("s", { width: 100, height: 80 }, child)), []);
	t.strictSame(layOut([stack("s", {}, child)]).places.a, [0, 0, 0, 0]);
});

t.test("a percentage of an ignored percentage is ignored", async (t) => {
	const inner = stack("inner", { width: "50%" }, leaf("a", { width: "50%" }));
	t.strictSame(ignored(stack("outer", {}, inner)), ["inner.width", "a.width"]);
});

t.test("insets, stretch, grow and a ratio give a size", async (t) => {
	const half = leaf("a", { width: "50%" });
	const given = (fields: Parameters<typeof stack>[1]) => stack("s", fields, half);
	t.strictSame(ignored(given({ x: 0, right: 0 })), []);
	t.strictSame(ignored(given({ height: 50, aspectRatio: 2 })), []);
	t.strictSame(ignored(stack("p", { width: 200, align: "stretch" }, given({}))), []);
	t.strictSame(ignored(stack("p", { width: 200, direction: "row" }, given({ grow: 1 }))), []);
	t.strictSame(ignored(stack("p", { width: 200, direction: "row" }, given({}))), ["a.width"]);
	t.strictSame(ignored(stack("p", { align: "stretch" }, given({}))), ["a.width"]);
});

t.test("x, y, right and bottom have no effect in a stack's flow", async (t) => {
	const at = { x: 9, y: 9, right: 9, bottom: 9 };
	const box = stack("s", {}, leaf("a", at), leaf("b", { ...at, position: "absolute" }));
	t.strictSame(ignored(box), ["a.x", "a.right", "a.y", "a.bottom"]);
	t.strictSame(layOut([box]).places.a, [0, 0, 0, 0]);
});

t.test("grow, shrink, basis and alignSelf have no effect outside a flow", async (t) => {
	const flexing = { grow: 1, shrink: 1, basis: 5, alignSelf: "end" } as const;
	const fields = Object.keys(flexing);
	t.strictSame(
		ignored(
			text("top", [10], flexing),
			stack("s", {}, leaf("absolute", { ...flexing, position: "absolute" }), leaf("a", flexing)),
		),
		[...fields.map((field) => `top.${field}`), ...fields.map((field) => `absolute.${field}`)],
	);
});

t.test("within has no effect inside a stack", async (t) => {
	t.strictSame(ignored(stack("s", {}, leaf("a", { within: "safeArea" }))), ["a.within"]);
});

t.test("every note says why", async (t) => {
	const { notes } = layOut([stack("s", {}, leaf("a", { x: 1, width: "5%", within: "safeArea" }))]);
	t.strictSame(
		notes.map(({ field, reason }) => [field, reason.length > 20]),
		[
			["within", true],
			["x", true],
			["width", true],
		],
	);
});
