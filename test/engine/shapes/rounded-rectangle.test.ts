import t from "tap";
import { fillBounds } from "../../../src/engine/shapes/bounds.js";
import { CUBIC, LINE, OPERANDS, type Outline } from "../../../src/engine/shapes/outline.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import {
	fitRadii,
	radiiOf,
	roundedRectangle,
} from "../../../src/engine/shapes/rounded-rectangle.js";

const BOX = { x: 0, y: 0, width: 100, height: 40 };

function count(outline: Outline, command: number): number {
	let found = 0;
	for (let i = 0; i < outline.length; i += OPERANDS[outline[i]!]! + 1)
		if (outline[i] === command) found++;
	return found;
}

t.test("999 makes a pill: two half circles and two sides", async (t) => {
	t.strictSame(fitRadii(BOX, radiiOf(999)), [20, 20, 20, 20]);
	const pill = roundedRectangle(BOX, radiiOf(999));
	t.equal(count(pill, CUBIC), 4);
	t.equal(count(pill, LINE), 2);
	t.strictSame(fillBounds(pill), BOX);
});

t.test("radii that overlap shrink by the same factor", async (t) => {
	t.strictSame(fitRadii(BOX, [60, 20, 0, 20]), [30, 10, 0, 10]);
	t.strictSame(fitRadii(BOX, [20, 20, 20, 20]), [20, 20, 20, 20], "those that just fit stay");
});

t.test("a box without radii has four corners and no curves", async (t) => {
	t.equal(pathData(roundedRectangle(BOX)), "M0 0L100 0L100 40L0 40Z");
});

t.test("a list gives the corners in CSS order; negative radii count as 0", async (t) => {
	t.strictSame(radiiOf([1, -2, 3, 4]), [1, 0, 3, 4]);
	t.equal(pathData(roundedRectangle(BOX, [0, 0, 0, 10])).match(/C/g)?.length, 1);
});

t.test("an empty box has finite coordinates", async (t) => {
	const outline = roundedRectangle({ x: 1, y: 2, width: 0, height: 0 }, radiiOf(5));
	t.ok(outline.every(Number.isFinite));
});
