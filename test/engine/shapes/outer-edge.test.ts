import t from "tap";
import { flatten } from "../../../src/engine/shapes/flatten.js";
import { outerEdge } from "../../../src/engine/shapes/outer-edge.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { readPath } from "../../../src/engine/shapes/path-reader.js";

const edgeOf = (data: string) =>
	pathData(outerEdge(readPath(data, Number.POSITIVE_INFINITY).outline)!);
/** Whether a part runs along a vertical line. */
const along = (data: string, x: number) =>
	flatten(readPath(data, Number.POSITIVE_INFINITY).outline).some(({ points }) =>
		points.some((value, i) => i % 2 === 0 && value === x && points[i + 2] === x),
	);

t.test("outlines that stand apart, counters and holes stay as they are", async (t) => {
	for (const data of [
		"M0 0L10 0L10 10L0 10ZM20 0L30 0L30 10L20 10Z",
		"M0 0L20 0L20 20L0 20ZM5 5L5 15L15 15L15 5Z",
		"M0 0C0 -5 10 -5 10 0L10 10L0 10Z",
	])
		t.equal(edgeOf(data), pathData(readPath(data, 100).outline));
});

t.test("the edge of two that overlap runs around both", async (t) => {
	const edge = edgeOf("M0 0L20 0L20 10L0 10ZM15 2L40 2L40 8L15 8Z");
	t.equal(edge.split("M").length - 1, 2, edge);
	t.notOk(along(edge, 15), "the end of the second is inside of the first");
	t.match(edge, "M20 8", "the first goes on below the second");
	t.match(edge, /^M20 8L20 10L0 10L0 0L20 0L20 2/, "one part, across the start of the outline");
});

t.test("outlines that only touch have no line between them", async (t) => {
	const edge = edgeOf("M0 0L20 0L20 10L0 10ZM20 0L40 0L40 10L20 10Z");
	t.notOk(along(edge, 20), edge);
	t.ok(along(edge, 0) && along(edge, 40));
});

t.test(
	"an outline inside of another is left out, also one of the other direction twice",
	async (t) => {
		const square = "M0 0L20 0L20 20L0 20Z";
		t.equal(edgeOf(`${square}M5 5L15 5L15 15L5 15Z`), square);
		t.equal(edgeOf(`${square}${square}M5 5L5 15L15 15L15 5Z`).includes("5 15"), false);
	},
);

t.test("empty and odd outlines are read", async (t) => {
	t.equal(edgeOf("M0 0"), "M0 0");
	t.equal(edgeOf("M0 0L0 0Z"), "M0 0L0 0Z");
	t.same(outerEdge([]), []);
});

t.test("what takes more work than is left has no edge", async (t) => {
	const square = "M0 0L20 0L20 20L0 20Z";
	const { outline } = readPath(square.repeat(40), Number.POSITIVE_INFINITY);
	const work = { left: 1e9 };
	t.ok(outerEdge(outline, work));
	const used = 1e9 - work.left;
	t.ok(outerEdge(outline, { left: used }));
	t.equal(outerEdge(outline, { left: used - 1 }), undefined);
	t.equal(outerEdge(outline, { left: 10 }), undefined);
});
