/** What lies outside of a canvas reaches no renderer; what lies inside looks the same as before. */
import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import { visibleNodes, writeVisible } from "../../../src/engine/compose/visible.js";
import { path } from "../../../src/engine/paint/build.js";
import type { GroupNode, PaintNode } from "../../../src/engine/paint/node.js";
import { rectPath } from "../../../src/engine/paint/outlines.js";
import { SVG_NAMESPACES, writeSvg } from "../../../src/engine/paint/svg-writer.js";
import type { Box } from "../../../src/engine/scene/geometry.js";

const CANVAS: Box = { x: 0, y: 0, width: 60, height: 40 };
const RED = { r: 255, g: 0, b: 0, a: 1 };
const BLUE = { r: 0, g: 0, b: 255, a: 0.5 };
const box = (x: number, y: number, width = 20, height = 20): Box => ({ x, y, width, height });
const rectangle = (at: Box, color = RED): PaintNode =>
	path(rectPath(at.x, at.y, at.x + at.width, at.y + at.height), color, at);
const around = (children: readonly PaintNode[]): Box => {
	const left = Math.min(...children.map(({ bounds }) => bounds.x));
	const top = Math.min(...children.map(({ bounds }) => bounds.y));
	const right = Math.max(...children.map(({ bounds }) => bounds.x + bounds.width));
	const bottom = Math.max(...children.map(({ bounds }) => bounds.y + bounds.height));
	return { x: left, y: top, width: right - left, height: bottom - top };
};
const group = (children: PaintNode[], parts: Partial<GroupNode> = {}): GroupNode => ({
	kind: "group",
	children,
	bounds: around(children),
	...parts,
});
const draw = (markup: string, { x, y, width, height }: Box): Uint8Array =>
	new Resvg(
		`<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${markup}</svg>`,
	).render().pixels;
const drawn = (nodes: readonly PaintNode[], canvas = CANVAS) =>
	draw(writeVisible(nodes, canvas), canvas);

t.test("nodes outside of the canvas are left out, at any depth", async (t) => {
	const inside = rectangle(box(10, 10));
	const outside = [box(-30, 0), box(70, 0), box(0, 50), box(0, -3_000)].map((at) => rectangle(at));
	t.same(visibleNodes([...outside, inside], CANVAS), [inside]);
	t.same(visibleNodes([group(outside, { opacity: 0.5 })], CANVAS), []);
	const mixed = group([inside, ...outside], { opacity: 0.5 });
	t.same(visibleNodes([mixed], CANVAS), [{ ...mixed, children: [inside] }]);
	const whole = group([inside], { opacity: 0.5 });
	t.equal(visibleNodes([whole], CANVAS)[0], whole, "what is visible stays the same node");
});

t.test("rotations, matrices, clips and masks decide what is outside", async (t) => {
	const far = rectangle(box(200, 10));
	const turn = { rotation: 180, centerX: 110, centerY: 20 };
	const turned = group([far], { turn, bounds: box(0, 10) });
	t.same(visibleNodes([turned], CANVAS), [turned], "turned into the canvas");
	const moved = group([rectangle(box(10, 10))], {
		matrix: [1, 0, 0, 1, 500, 0],
		bounds: box(510, 10),
	});
	t.same(visibleNodes([moved], CANVAS), [], "moved out of it");
	const clip = (at: Box) => ({
		data: rectPath(at.x, at.y, at.x + at.width, at.y + at.height),
		box: { ...at, radii: [0, 0, 0, 0] as const },
	});
	const two = [rectangle(box(0, 0, 5, 5)), rectangle(box(30, 0, 5, 5))];
	const clipped = visibleNodes([group(two, { clip: clip(box(28, 0)) })], CANVAS);
	t.same(clipped[0]?.kind === "group" && clipped[0].children, [two[1]]);
	t.same(visibleNodes([group(two, { clip: clip(box(300, 0)) })], CANVAS), []);
	const mask = { node: rectangle(box(300, 0)), by: "alpha" as const };
	t.same(visibleNodes([group(two, { mask })], CANVAS), []);
});

t.test("nodes with bounds that are not numbers are left out", async (t) => {
	for (const x of [Number.NaN, Number.POSITIVE_INFINITY])
		t.same(visibleNodes([rectangle(box(x, 0))], CANVAS), []);
});

t.test("layers in layers that reach far beyond the canvas are drawn right", async (t) => {
	const inner = group([rectangle(box(20, 10)), rectangle(box(30, 15, 25, 12), BLUE)], {
		opacity: 0.6,
	});
	const outer = (left: number) =>
		group([rectangle(box(left, 5, 60 - left, 10), BLUE), inner], { opacity: 0.5 });
	const near = outer(0);
	t.same(drawn([near]), draw(writeSvg(near), CANVAS), "a near one is not changed");
	for (const left of [-100, -5_000, -900_000])
		t.same(drawn([outer(left)]), drawn([near]), `from ${left}`);
	const clip = { data: rectPath(25, 0, 45, 40) };
	t.same(
		drawn([group([outer(-5_000)], { clip })]),
		drawn([group([near], { clip })]),
		"with a clip",
	);
	const mask = { node: rectangle(box(0, 0, 60, 20), BLUE), by: "alpha" as const };
	t.same(
		drawn([group([outer(-5_000)], { mask })]),
		drawn([group([near], { mask })]),
		"with a mask",
	);
});

t.test("rotated layers in layers on a thin canvas are drawn as on a large one", async (t) => {
	const turn = { rotation: 45, centerX: 30, centerY: 500 };
	const inner = group([rectangle(box(-300, 480, 700, 30)), rectangle(box(0, 400, 50, 300), BLUE)], {
		opacity: 0.6,
	});
	const node = group([
		group([rectangle(box(-9_000, 0, 9_900, 490), BLUE), inner], { opacity: 0.5, turn }),
	]);
	const all = { ...node, bounds: box(-9_000, -9_000, 18_000, 18_000) };
	const [inside] = all.children as GroupNode[];
	const nodes = [{ ...all, children: [{ ...inside!, bounds: all.bounds }] }];
	const thin = box(28, 0, 4, 1_000);
	const large = box(-12_000, -12_000, 24_000, 24_000);
	const crop = box(0, 0, 60, 1_000);
	t.same(drawn(nodes, thin), cut(drawn(nodes, crop), crop, thin));
	t.ok(writeVisible(nodes, thin).includes("<filter"));
	t.notOk(writeVisible(nodes, large).includes("<filter"));
});

/** A part of the pixels of a canvas. */
function cut(pixels: Uint8Array, canvas: Box, part: Box): Uint8Array {
	const rows: Buffer[] = [];
	for (let y = 0; y < part.height; y++) {
		const from = ((part.y - canvas.y + y) * canvas.width + part.x - canvas.x) * 4;
		rows.push(Buffer.from(pixels.subarray(from, from + part.width * 4)));
	}
	return Buffer.concat(rows);
}
