import t from "tap";
import { highlightOutline } from "../../../../src/engine/svg/text/highlight-outline.js";

const row = (left: number, right: number, line: number) => ({
	left,
	right,
	top: line * 10 - 1,
	bottom: line * 10 + 11,
});
const arcs = (path: string) =>
	[...path.matchAll(/A[\d.]+ [\d.]+ 0 0 ([01])/g)].map(([, way]) => way);
const pieces = (path: string) => path.split("M").length - 1;

t.test("one line has four outer corners", async (t) => {
	t.same(arcs(highlightOutline([row(0, 100, 0)], 2)), ["1", "1", "1", "1"]);
	t.equal(highlightOutline([], 2), "");
});

t.test("a step has an outer and an inner corner", async (t) => {
	const path = highlightOutline([row(0, 100, 0), row(0, 50, 1)], 2);
	t.equal(pieces(path), 1);
	t.same(arcs(path).sort(), ["0", "1", "1", "1", "1", "1"]);
});

t.test("nearly equal ends merge into the longer one, in a chain too", async (t) => {
	const path = highlightOutline([row(0, 100, 0), row(0, 100.6, 1), row(0, 101.2, 2)], 2);
	t.same(arcs(path), ["1", "1", "1", "1"]);
	t.match(path, "101.2");
	t.notMatch(path, /\b100\b/);
});

t.test("corners of a small step are as small as it", async (t) => {
	const path = highlightOutline([row(0, 100, 0), row(0, 102, 1)], 2);
	t.match(path, "A1 1 0 0 0");
});

t.test("lines that do not touch are pieces of their own", async (t) => {
	t.equal(pieces(highlightOutline([row(0, 10, 0), row(0, 10, 2)], 2)), 2, "a gap between");
	t.equal(pieces(highlightOutline([row(0, 10, 0), row(50, 60, 1)], 2)), 2, "side by side");
});
