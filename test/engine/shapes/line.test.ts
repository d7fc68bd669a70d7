import t from "tap";
import { fillBounds } from "../../../src/engine/shapes/bounds.js";
import { arrowOutline, lineOutline } from "../../../src/engine/shapes/line.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { shapeGeometry } from "../../../src/engine/shapes/shape.js";

const WIDE = { x: 10, y: 20, width: 100, height: 30 };
const HIGH = { x: 10, y: 20, width: 30, height: 100 };

t.test("a line runs across the middle, or down where the box is taller than wide", async (t) => {
	t.equal(pathData(lineOutline(WIDE)), "M10 35L110 35");
	t.equal(pathData(lineOutline(HIGH)), "M25 20L25 120");
	t.equal(pathData(lineOutline(WIDE, true)), "M110 35L10 35");
	t.equal(pathData(lineOutline(HIGH, true)), "M25 20L25 120", "mirroring leaves it");
});

t.test("an arrow's head is four strokes long and nothing is beyond its tip", async (t) => {
	for (const cap of ["butt", "round", "square"] as const) {
		const bounds = fillBounds(arrowOutline(WIDE, { width: 5, cap }))!;
		t.equal(bounds.x + bounds.width, 110, cap);
		t.equal(bounds.x, cap === "butt" ? 10 : 7.5, `${cap} at the start`);
		t.equal(bounds.height, 20);
	}
	t.match(pathData(arrowOutline(WIDE, { width: 5 })), /M90 25L110 35L90 45Z$/);
});

t.test("on a line shorter than its head, the head is smaller", async (t) => {
	const bounds = fillBounds(arrowOutline({ ...WIDE, width: 12, height: 10 }, { width: 5 }))!;
	t.match(bounds, { x: 10, width: 12, height: 12 });
});

t.test("a mirrored arrow points left", async (t) => {
	const outline = arrowOutline(WIDE, { width: 5 }, true);
	t.match(pathData(outline), /M30 45L10 35L30 25Z$/);
});

t.test("an arrow without length or width is nothing", async (t) => {
	t.strictSame(arrowOutline({ ...WIDE, width: 0, height: 0 }, { width: 5 }), []);
	t.strictSame(arrowOutline(WIDE, { width: 0 }), []);
});

t.test("an arrow with too many dashes is reported and comes without them", async (t) => {
	const box = { x: 0, y: 0, width: 1e9, height: 1 };
	const { dashes, strokeArea } = shapeGeometry({ kind: "arrow" }, box, { width: 2, dash: [1, 1] });
	t.equal(dashes, 5e8);
	t.ok(strokeArea!.length < 40);
});
