import t from "tap";
import { borderOf, borderSides } from "../../../src/engine/shapes/border.js";
import { fillBounds } from "../../../src/engine/shapes/bounds.js";
import { evenSides } from "../../../src/engine/shapes/box.js";
import { outlineLength } from "../../../src/engine/shapes/dashes.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { NO_RADII, radiiOf } from "../../../src/engine/shapes/rounded-rectangle.js";

const BOX = { x: 0, y: 0, width: 100, height: 60 };

t.test("a solid border is the area between the box and its padding edge", async (t) => {
	const border = borderOf(BOX, evenSides(10), NO_RADII);
	t.match(border, { kind: "area", fillRule: "evenodd" });
	t.equal(pathData(border.outline), "M0 0L100 0L100 60L0 60ZM10 10L90 10L90 50L10 50Z");
});

t.test("the padding edge's radius is smaller by the width, and 0 below it", async (t) => {
	const curves = (radius: number) =>
		pathData(borderOf(BOX, evenSides(10), radiiOf(radius)).outline).match(/C/g)!.length;
	t.equal(curves(15), 8);
	t.equal(curves(10), 4);
});

t.test("a border wider than half the box fills it", async (t) => {
	t.equal(pathData(borderOf(BOX, evenSides(30), NO_RADII).outline), "M0 0L100 0L100 60L0 60Z");
});

t.test("on square corners each side begins and ends with a dash", async (t) => {
	const border = borderOf(BOX, evenSides(4), NO_RADII, [10, 7]);
	t.match(border, { kind: "area", fillRule: "nonzero" });
	t.strictSame(fillBounds(border.outline), BOX);
	// 100 px: 6 dashes and 5 gaps of 8; 60 px: 4 dashes and 3 gaps of 6.67.
	t.equal(border.dashes, 2 * 6 + 2 * 4);
	t.match(pathData(border.outline), "M18 0L28 0L28 4L18 4Z");
	t.match(pathData(border.outline), "M90 56L100 56L100 60L90 60Z");
});

t.test("on round corners a whole number of dashes runs along the middle", async (t) => {
	const border = borderOf(BOX, evenSides(4), radiiOf(20), [10, 7]);
	if (border.kind !== "line") throw new Error("not a line");
	t.strictSame(fillBounds(border.outline), { x: 2, y: 2, width: 96, height: 56 });
	const [on, off] = border.dash;
	const count = outlineLength(border.outline) / (on + off);
	t.ok(Math.abs(count - Math.round(count)) < 1e-9);
	t.equal(on, 10);
	t.ok(Math.abs(off - 7) < 1);
});

t.test("a border with too many dashes is reported and comes without them", async (t) => {
	const border = borderOf({ ...BOX, width: 1e7 }, evenSides(4), NO_RADII, [1, 1]);
	t.ok(border.dashes > 10_000);
	t.ok(border.outline.length < 100);
});

t.test("sides of different widths have elliptic corners inside", async (t) => {
	const data = pathData(borderOf(BOX, [10, 20, 5, 30], radiiOf(25)).outline);
	t.match(data, "ZM30 10L", "square where a side is wider than the radius");
	t.match(data, "L75 10C", "an ellipse where it is not: 5 across, 15 down");
	t.match(data, "80 25L80 35C");
});

t.test("no line runs along sides without a width", async (t) => {
	const border = borderOf(BOX, [0, 0, 0, 8], NO_RADII);
	t.equal(pathData(border.outline), "M0 60L0 0L8 0L8 60Z");
	const both = borderOf(BOX, [3, 0, 3, 0], NO_RADII);
	t.equal(pathData(both.outline), "M0 0L100 0L100 3L0 3ZM100 60L0 60L0 57L100 57Z");
	const round = pathData(borderOf(BOX, [0, 0, 0, 8], radiiOf(20)).outline);
	t.match(round, /^M20 60C.*L0 20C.*20 0L20 0C.*L8 40C.*20 60Z$/, "it ends where the corners end");
});

t.test("sides of several colours meet between the corners of both boxes", async (t) => {
	const sides = (opaque: boolean) =>
		borderSides(BOX, [10, 20, 5, 0], NO_RADII, [opaque, opaque, opaque, opaque]).map(
			({ side, outline }) => `${side} ${pathData(outline)}`,
		);
	t.strictSame(
		sides(false),
		["0 M0 0L100 0L80 10L0 10Z", "1 M100 0L100 60L80 55L80 10Z", "2 M100 60L0 60L0 55L80 55Z"],
		"translucent sides do not overlap",
	);
	t.strictSame(
		sides(true),
		["0 M0 0L100 0L100 10L0 10Z", "1 M100 0L100 60L80 60L80 10Z", "2 M100 60L0 60L0 55L80 55Z"],
		"a side continues under an opaque one",
	);
});

t.test("sides that do not fit the box share it", async (t) => {
	const data = borderSides(BOX, [90, 0, 30, 0], NO_RADII, [true, true, true, true]).map(
		({ outline }) => pathData(outline),
	);
	t.strictSame(data, ["M0 0L100 0L100 45L0 45Z", "M100 60L0 60L0 45L100 45Z"]);
});
