import t from "tap";
import type { GradientInput, PaintInput, Rgba } from "../../../src/engine/paints/paint.js";
import { resolvePaint } from "../../../src/engine/paints/resolve.js";

const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 };
const resolve = (paint: PaintInput) =>
	resolvePaint(paint, (color) => (color === "black" ? BLACK : null));
const linear = (...places: (number | undefined)[]): GradientInput => ({
	type: "linear",
	stops: places.map((at) => ({ color: "black", ...(at !== undefined && { at }) })),
});
function placesOf(...places: (number | undefined)[]): number[] {
	const paint = resolve(linear(...places));
	return "kind" in paint && paint.kind === "linear"
		? paint.stops.map(({ at }) => Math.round(at * 1000) / 10)
		: [];
}

t.test("a string is a colour", async (t) => {
	t.strictSame(resolve("black"), { kind: "color", color: BLACK });
	t.match(resolve("blakc"), { faults: [{ field: "", message: '"blakc" is not a CSS colour' }] });
});

t.test("stops without a place are evenly spaced between those that have one", async (t) => {
	t.strictSame(placesOf(undefined, undefined, undefined), [0, 50, 100]);
	t.strictSame(placesOf(undefined, undefined, 40, undefined), [0, 20, 40, 100]);
	t.strictSame(placesOf(10, undefined, undefined, 70), [10, 30, 50, 70]);
	t.strictSame(placesOf(30, 30), [30, 30]);
});

t.test("the angle is 180 and the centre 50 % unless they are given", async (t) => {
	t.match(resolve(linear(0, 100)), { kind: "linear", angle: 180 });
	const radial = { type: "radial", stops: linear(0, 100).stops } as const;
	t.match(resolve(radial), { kind: "radial", cx: 0.5, cy: 0.5 });
	t.match(resolve({ ...radial, cx: 0, cy: 25 }), { cx: 0, cy: 0.25 });
});

t.test("all faults are reported, each with its place", async (t) => {
	const { stops } = linear(50, 40, 120);
	const paint: PaintInput = { type: "linear", stops: [...stops, { color: "x" }] };
	t.match(resolve(paint), {
		faults: [
			{ field: "stops/1/at", message: "Must not be less than the previous stop (50); it is 40" },
			{ field: "stops/2/at", message: "Must be 0 to 100 (percent), not 120" },
			{ field: "stops/3/color", message: '"x" is not a CSS colour' },
		],
	});
	t.match(resolve(linear(1)), { faults: [{ field: "stops", message: "needs 2 to 16" }] });
	t.match(resolve(linear(...Array(17))), { faults: [{ message: "Has 17 stops" }] });
});
