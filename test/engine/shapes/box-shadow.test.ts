import t from "tap";
import { fillBounds } from "../../../src/engine/shapes/bounds.js";
import { boxShadow } from "../../../src/engine/shapes/box-shadow.js";
import { NO_RADII, radiiOf } from "../../../src/engine/shapes/rounded-rectangle.js";

const BOX = { x: 10, y: 10, width: 100, height: 60 };

t.test("a shadow is moved, grown, and blurred by half its blur radius", async (t) => {
	const shadow = boxShadow(BOX, NO_RADII, { x: 3, y: 8, blur: 20, spread: 5 })!;
	t.strictSame(fillBounds(shadow.outline), { x: 8, y: 13, width: 110, height: 70 });
	t.equal(shadow.sigma, 10);
	t.strictSame(shadow.bounds, { x: -22, y: -17, width: 170, height: 130 });
});

t.test("spread leaves sharp corners sharp and grows small radii less", async (t) => {
	const radii = (radius: number) =>
		boxShadow(BOX, radiiOf(radius), { x: 0, y: 0, blur: 0, spread: 10 })!.radii[0];
	t.equal(radii(0), 0);
	t.equal(radii(10), 20);
	t.equal(radii(20), 30);
	t.ok(radii(1) > 1 && radii(1) < 5);
	const pill = boxShadow(BOX, radiiOf(999), { x: 0, y: 0, blur: 0, spread: 50 })!;
	t.strictSame(pill.radii, [80, 80, 80, 80], "a pill stays one");
});

t.test("a negative spread shrinks box and radii, until nothing is left", async (t) => {
	const shadow = boxShadow(BOX, radiiOf(12), { x: 0, y: 0, blur: 4, spread: -10 })!;
	t.match(shadow.box, { width: 80, height: 40 });
	t.strictSame(shadow.radii, [2, 2, 2, 2]);
	t.equal(boxShadow(BOX, NO_RADII, { x: 0, y: 0, blur: 4, spread: -30 }), null);
});

t.test("the clip leaves the box out", async (t) => {
	const { clip, bounds } = boxShadow(BOX, NO_RADII, { x: 0, y: 0, blur: 8 })!;
	const around = fillBounds(clip)!;
	t.ok(around.width > bounds.width && around.height > bounds.height);
	t.equal(clip.filter((_, i) => i === 0 || i === 13).join(), "0,0", "two subpaths");
	t.strictSame(fillBounds(clip.slice(13)), BOX);
});
