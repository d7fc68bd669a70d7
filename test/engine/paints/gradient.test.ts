import fc from "fast-check";
import t from "tap";
import { colorAt } from "../../../src/engine/paints/color-at.js";
import { gradientGeometry } from "../../../src/engine/paints/geometry.js";
import type { Gradient, Stop } from "../../../src/engine/paints/paint.js";
import { unpremultipliedStops } from "../../../src/engine/paints/svg-stops.js";

const RED: Stop = { r: 255, g: 0, b: 0, a: 1, at: 0 };
const BLUE: Stop = { r: 0, g: 0, b: 255, a: 1, at: 1 };
const CLEAR: Stop = { r: 0, g: 0, b: 0, a: 0, at: 1 };
const linear = (angle: number, ...stops: Stop[]): Gradient => ({ kind: "linear", angle, stops });

t.test("colours are mixed with premultiplied alpha", async (t) => {
	t.strictSame(colorAt([RED, CLEAR], 0.75), { r: 255, g: 0, b: 0, a: 0.25 }, "never darker");
	t.match(colorAt([RED, BLUE], 0.5), { r: 127.5, b: 127.5, a: 1 });
	t.match(colorAt([{ ...RED, a: 0.5 }, BLUE], 0.5), { r: 85, b: 170, a: 0.75 });
});

t.test(
	"beyond the stops the outer colours continue; at a hard stop the later one begins",
	async (t) => {
		const stops = [
			{ ...RED, at: 0.4 },
			{ ...BLUE, at: 0.4 },
		];
		t.match(colorAt(stops, -1), { r: 255 });
		t.match(colorAt(stops, 0.3999), { r: 255 });
		t.match(colorAt(stops, 0.4), { b: 255 });
		t.match(colorAt(stops, 2), { b: 255 });
	},
);

t.test("the corners that the angle points between have the first and last colour", async (t) => {
	const box = { x: 10, y: 20, width: 300, height: 100 };
	for (const angle of [0, 30, 90, 135, 180, 200, 315, -45]) {
		const line = gradientGeometry(linear(angle, RED, BLUE), box)!;
		if (line.kind !== "linear") throw new Error("not a line");
		const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
		const places = [10, 310].flatMap((x) =>
			[20, 120].map((y) => ((x - line.x1) * dx + (y - line.y1) * dy) / (dx * dx + dy * dy)),
		);
		t.ok(Math.abs(Math.min(...places)) < 1e-9, `${angle}`);
		t.ok(Math.abs(Math.max(...places) - 1) < 1e-9, `${angle}`);
	}
});

t.test("a radial gradient's ellipse goes through the farthest corner", async (t) => {
	const box = { x: 0, y: 0, width: 200, height: 100 };
	const gradient: Gradient = { kind: "radial", cx: 0.25, cy: 0.5, stops: [RED, BLUE] };
	const ellipse = gradientGeometry(gradient, box)!;
	if (ellipse.kind !== "radial") throw new Error("not an ellipse");
	const { cx, cy, rx, ry } = ellipse;
	t.ok(Math.abs(((200 - cx) / rx) ** 2 + ((100 - cy) / ry) ** 2 - 1) < 1e-9);
	t.ok(Math.abs(rx / ry - 150 / 50) < 1e-9, "with the proportions of the farthest sides");
	t.equal(gradientGeometry(gradient, { ...box, width: 0 }), null);
});

t.test("stops without premultiplication differ by less than half a level", async (t) => {
	const channel = fc.integer({ min: 0, max: 255 });
	const alpha = fc.integer({ min: 0, max: 20 }).map((a) => a / 20);
	const stop = fc.record({ r: channel, g: channel, b: channel, a: alpha });
	let most = 0;
	const check = fc.property(
		stop,
		stop,
		fc.double({ min: 0.001, max: 0.999, noNaN: true }),
		(p, q, at) => {
			const stops = [
				{ ...p, at: 0 },
				{ ...q, at: 1 },
			];
			const written = unpremultipliedStops(stops);
			most = Math.max(most, written.length);
			const next = written.findIndex((candidate) => candidate.at > at);
			const [from, to] = [written[next - 1]!, written[next]!];
			const share = (at - from.at) / (to.at - from.at);
			const right = colorAt(stops, at);
			const a = from.a + (to.a - from.a) * share;
			const differences = (["r", "g", "b"] as const).map((c) =>
				Math.abs((from[c] + (to[c] - from[c]) * share) * a - right[c] * right.a),
			);
			return Math.max(...differences) < 0.5 && Math.abs(a - right.a) < 1e-9;
		},
	);
	t.doesNotThrow(() => fc.assert(check, { numRuns: 3000, seed: 3 }));
	t.ok(most > 8 && most <= 24, `${most} stops`);
});

t.test("between opaque colours no stops are added", async (t) => {
	t.strictSame(unpremultipliedStops([RED, BLUE]), [RED, BLUE]);
});

t.test("a transparent stop takes its neighbour's colour, twice if they differ", async (t) => {
	const stops = unpremultipliedStops([RED, { ...CLEAR, at: 0.5 }, BLUE]);
	t.strictSame(stops, [RED, { ...RED, at: 0.5, a: 0 }, { ...BLUE, at: 0.5, a: 0 }, BLUE]);
});
