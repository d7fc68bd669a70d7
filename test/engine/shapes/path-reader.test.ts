import fc from "fast-check";
import t from "tap";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { readPath } from "../../../src/engine/shapes/path-reader.js";

const absolute = (source: string) => pathData(readPath(source, 2000).outline);

t.test("relative commands and shorthands become absolute", async (t) => {
	t.equal(absolute("m10 20l5 5h10v-5z"), "M10 20L15 25L25 25L25 20Z");
	t.equal(absolute("M0 0 10 0 10 10"), "M0 0L10 0L10 10", "numbers after a move are lines");
	t.equal(absolute("m1 1 2 0 0 2"), "M1 1L3 1L3 3");
	t.equal(absolute("M5 5h5zl1 1"), "M5 5L10 5ZL6 6", "after Z the pen is at the start");
	t.equal(absolute("M0,0L1.5.5-3-4e0"), "M0 0L1.5 0.5L-3-4", "numbers need no separators");
});

t.test("S and T mirror the control point only after a curve of their kind", async (t) => {
	t.equal(absolute("M0 0C0 10 10 10 10 0S20-10 20 0"), "M0 0C0 10 10 10 10 0C10-10 20-10 20 0");
	t.equal(absolute("M0 0L10 0S20 10 20 0"), "M0 0L10 0C10 0 20 10 20 0");
	t.equal(absolute("M0 0Q5 9 10 0T20 0"), absolute("M0 0Q5 9 10 0Q15-9 20 0"));
	t.equal(absolute("M0 0C1 1 2 2 10 0T20 0"), absolute("M0 0C1 1 2 2 10 0Q10 0 20 0"));
});

t.test("arcs become curves that end where the arc ends", async (t) => {
	const { outline } = readPath("M0 0a10 10 0 0110 10", 2000);
	t.strictSame(outline.slice(-2), [10, 10]);
	// A point of the circle about (0, 10): halfway, at 45 degrees.
	const [x, y] = outline.slice(8, 10);
	t.ok(Math.abs(x! - 10 * Math.SQRT1_2) < 1e-4);
	t.ok(Math.abs(y! - (10 - 10 * Math.SQRT1_2)) < 1e-4);
	t.equal(absolute("M0 0A0 5 0 0 0 9 9"), "M0 0L9 9", "without a radius: a line");
});

t.test("an error names its position and what is allowed there", async (t) => {
	const error = (source: string, most = 2000) => readPath(source, most).error;
	t.match(error("L1 1"), { position: 0, message: "A path begins with M or m" });
	t.match(error("  5 5"), { position: 2, message: 'Expected M or m, found "5"' });
	t.match(error("M0 0 X"), { position: 5, message: 'found "X"' });
	t.match(error("M0 0C1 1 2"), { position: 10, message: "C takes 6 numbers" });
	t.match(error("M0 0A5 5 0 2 0 1 1"), { position: 11, message: "expected 0 or 1" });
	t.match(error("M0 0Z5 5"), { position: 5 }, "Z takes no numbers");
	t.match(error(""), { message: "The path is empty" });
	t.match(error("M0 0L1e999 0"), { message: "expected a number" });
	t.match(error("M0 0 1 1 2 2", 2), { position: 9, message: "More than 2 segments" });
	t.equal(error("M0 0 1 1 2 2", 3), undefined);
});

t.test("what comes before an error is kept", async (t) => {
	t.equal(absolute("M0 0L5 5L6 oops"), "M0 0L5 5");
});

t.test("any text is read without an exception, into finite numbers", async (t) => {
	const piece = fc.constantFrom(..."MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ");
	const fuzz = fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
		const { outline } = readPath(`M0 0${pieces.join("")}`, 2000);
		return outline.every((value) => !Number.isNaN(value));
	});
	t.doesNotThrow(() => fc.assert(fuzz, { numRuns: 2000, seed: 7 }));
});

t.test("10,000 characters are read in less than half a second", async (t) => {
	const before = process.cpuUsage();
	t.ok(readPath(`M0 0${"a1 1 0 11 1 1".repeat(760)}`, 2000).error === undefined);
	t.ok(process.cpuUsage(before).user < 500_000);
});
