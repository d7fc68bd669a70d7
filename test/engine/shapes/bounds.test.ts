/** Draws every kind of shape and compares its ink with the bounds that were computed. */
import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import type { Box } from "../../../src/engine/shapes/box.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { pathShape } from "../../../src/engine/shapes/path-shape.js";
import { type Shape, shapeGeometry } from "../../../src/engine/shapes/shape.js";
import { MITER_LIMIT, type Stroke } from "../../../src/engine/shapes/stroke.js";

const SIDE = 300;

/** The box of all pixels that are not empty. */
function ink(markup: string): Box | null {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${markup}</svg>`;
	const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
	let [left, top, right, bottom] = [SIDE, SIDE, -1, -1];
	for (let i = 3; i < pixels.length; i += 4) {
		if (pixels[i]! < 8) continue;
		const x = ((i - 3) / 4) % SIDE;
		const y = Math.floor((i - 3) / 4 / SIDE);
		[left, right] = [Math.min(left, x), Math.max(right, x)];
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
	}
	return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Largest distance by which ink is outside of bounds, and bounds are beyond ink. */
function gaps(drawn: Box, bounds: Box): { outside: number; slack: number } {
	const sides = [
		drawn.x - bounds.x,
		drawn.y - bounds.y,
		bounds.x + bounds.width - drawn.x - drawn.width,
		bounds.y + bounds.height - drawn.y - drawn.height,
	];
	return { outside: -Math.min(...sides), slack: Math.max(...sides) };
}

const heart = pathShape("M1 3A2 2 0 015 3 2 2 0 019 3q0 3-4 6Q1 6 1 3z", [0, 0, 10, 10]);
if ("message" in heart) throw new Error(heart.message);
const open = pathShape("M0 10 5 0 6 9c4-9 4-9-4-2", [0, 0, 10, 10]);
if ("message" in open) throw new Error(open.message);
const SHAPES: readonly Shape[] = [
	{ kind: "rectangle", radii: [10, 40, 0, 25] },
	{ kind: "ellipse" },
	{ kind: "triangle" },
	{ kind: "line" },
	{ kind: "polygon", sides: 7 },
	{ kind: "star", points: 5, innerRadius: 40 },
	{ kind: "star", points: 12, innerRadius: 10 },
	{ kind: "arc", from: 40, sweep: 200, thickness: 18, ends: "round" },
	{ kind: "arc", from: -20, sweep: 130 },
	{ kind: "path", ...heart },
	{ kind: "path", ...open },
];
const STROKES: readonly Stroke[] = [
	{ width: 12 },
	{ width: 12, join: "round", cap: "round" },
	{ width: 12, join: "bevel", cap: "square" },
	{ width: 9, dash: [20, 9] },
];
const BOX = { x: 80.3, y: 90.6, width: 130.2, height: 100.7 };

t.test("the bounds of a fill hug its ink", async (t) => {
	for (const shape of SHAPES) {
		const { outline, fillBounds } = shapeGeometry(shape, BOX);
		if (shape.kind === "line") {
			t.equal(fillBounds, null);
			continue;
		}
		const { outside, slack } = gaps(ink(`<path d="${pathData(outline)}"/>`)!, fillBounds!);
		t.ok(outside <= 1, `${shape.kind}: ${outside} outside`);
		// The tips of a thin star fade out before they end.
		t.ok(
			slack <= (shape.kind === "star" && shape.points === 12 ? 4 : 1.5),
			`${shape.kind}: ${slack}`,
		);
	}
});

t.test("the bounds of a stroke hug its ink, with caps, joins and mitres", async (t) => {
	for (const shape of SHAPES) {
		for (const stroke of STROKES) {
			const { outline, strokeBounds } = shapeGeometry(shape, BOX, stroke);
			const { width, dash, cap = "butt", join = "miter" } = stroke;
			const drawn = ink(
				`<path d="${pathData(outline)}" fill="none" stroke="#000" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="${join}" stroke-miterlimit="${MITER_LIMIT}"${dash ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`,
			);
			const { outside, slack } = gaps(drawn!, strokeBounds!);
			const label = `${shape.kind} ${JSON.stringify(stroke)}`;
			t.ok(outside <= 1, `${label}: ${outside} outside`);
			// A gap may fall on an edge of the bounds.
			t.ok(slack <= (dash ? 20 : 2), `${label}: ${slack} too much`);
		}
	}
});

t.test("the bounds of an arrow hold its head", async (t) => {
	for (const mirrored of [false, true]) {
		const shape: Shape = { kind: "arrow", mirrored };
		const { strokeArea, strokeBounds, fillBounds } = shapeGeometry(shape, BOX, { width: 8 });
		const { outside, slack } = gaps(ink(`<path d="${pathData(strokeArea!)}"/>`)!, strokeBounds!);
		t.ok(outside <= 1 && slack <= 1.5);
		t.equal(fillBounds, null);
	}
});

t.test("shapes without size have finite outlines and bounds", async (t) => {
	for (const shape of [...SHAPES, { kind: "arrow" } as const])
		for (const box of [
			{ x: 5, y: 5, width: 0, height: 0 },
			{ x: 5, y: 5, width: 0, height: 40 },
			{ x: 5, y: 5, width: 40, height: 0 },
		])
			for (const stroke of STROKES) {
				const { outline, strokeBounds, dashes } = shapeGeometry(shape, box, stroke);
				t.ok(outline.every(Number.isFinite) && Number.isFinite(dashes), shape.kind);
				t.ok(strokeBounds === null || Object.values(strokeBounds).every(Number.isFinite));
			}
});

t.test("a hostile path is measured in less than a second", async (t) => {
	const read = pathShape(`M0 0${"A9 1 7 1 1 9 9".repeat(640)}`, [0, 0, 1, 1]);
	if ("message" in read) throw new Error(read.message);
	const before = process.cpuUsage();
	const box = { x: 0, y: 0, width: 8000, height: 8000 };
	shapeGeometry({ kind: "path", ...read }, box, { width: 200, dash: [2, 2], cap: "square" });
	t.ok(process.cpuUsage(before).user < 1000_000);
});
