/** Gradients, clips, masks, opacity and blend modes look in a PDF as they do in SVG. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import t from "tap";
import { pdfPage } from "../../../src/engine/draw/pdf/page.js";
import { path, turned } from "../../../src/engine/paint/build.js";
import type { Gradient } from "../../../src/engine/paint/fill.js";
import type { GroupNode, PaintNode } from "../../../src/engine/paint/node.js";
import { rectPath, roundRectPath } from "../../../src/engine/paint/outlines.js";
import { resolveScene } from "../../../src/engine/scene/scene.js";
import { slideDocument } from "../../../src/engine/svg/slide.js";
import { pdfDocument } from "../../../src/service/delivery/pdf/document.js";

const scene = resolveScene({
	slide: { backgroundColor: "#dddddd" },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
});
const color = (r: number, g: number, b: number, a = 1) => ({ r, g, b, a });
const whole = { x: 200, y: 200, width: 600, height: 600 };
const square = rectPath(200, 200, 800, 800);
const linear: Gradient = {
	kind: "linear",
	x1: 200,
	y1: 200,
	x2: 800,
	y2: 500,
	stops: [
		{ at: 0, color: color(255, 0, 0) },
		{ at: 0.5, color: color(0, 255, 0, 0.2) },
		{ at: 1, color: color(0, 0, 255) },
	],
};
const radial: Gradient = {
	kind: "radial",
	cx: 0,
	cy: 0,
	r: 1,
	stops: [
		{ at: 0, color: color(255, 255, 0) },
		{ at: 1, color: color(80, 0, 120) },
	],
	matrix: [300, 0, 0, 150, 500, 500],
};
const group = (more: Partial<GroupNode>, children: readonly PaintNode[]): PaintNode => ({
	kind: "group",
	children,
	bounds: whole,
	...more,
});
const ground = path(square, linear, whole);
const block = path(rectPath(300, 300, 700, 600), color(255, 200, 0), whole);

const CASES: Record<string, readonly PaintNode[]> = {
	"a linear gradient whose alpha changes": [ground],
	"an elliptical gradient": [path(square, radial, whole)],
	"a gradient along a stroke": [
		{
			kind: "path",
			data: "M250 500C400 300 600 700 750 450",
			fill: null,
			stroke: { paint: linear, width: 40, cap: "round" },
			bounds: whole,
		},
	],
	"a dashed outline with corners of its own": [
		{
			kind: "path",
			data: roundRectPath(250, 250, 750, 750, [10, 60, 200, 0]),
			fill: { kind: "solid", color: color(0, 90, 90, 0.5) },
			stroke: { paint: { kind: "solid", color: color(0, 0, 0) }, width: 12, dash: [40, 20] },
			bounds: whole,
		},
	],
	"a turned group that is half transparent as one": [
		{
			...turned([ground, block], { rotation: 20, centerX: 500, centerY: 500 }, whole),
			opacity: 0.5,
		},
	],
	"a group within a clip, scaled": [
		group({ matrix: [0.5, 0, 0, 0.5, 200, 200], clip: { data: "M600 300L900 900H300z" } }, [
			path(rectPath(0, 0, 1200, 1200), radial, { x: 0, y: 0, width: 1200, height: 1200 }),
		]),
	],
	"a mask by alpha": [
		group({ mask: { by: "alpha", node: ground } }, [path(square, radial, whole)]),
	],
	"multiplied with what lies below": [ground, group({ blend: "multiply" }, [block])],
};

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const noPoppler = { skip: !(has("pdftoppm") && has("qpdf")) && "needs poppler-utils and qpdf" };

t.test("a PDF shows what the SVG shows", noPoppler, async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "pdf-fills-"));
	t.teardown(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "page.pdf");
	for (const [name, nodes] of Object.entries(CASES)) {
		const page = await pdfPage(scene, null, { paints: nodes });
		const parts: Buffer[] = [];
		const pages = async function* () {
			yield { bytes: async () => page };
		};
		for await (const part of pdfDocument(pages(), { title: name, language: "en" }))
			parts.push(part);
		writeFileSync(file, Buffer.concat(parts));
		execFileSync("qpdf", ["--check", file]);
		const options = ["-png", "-singlefile", "-scale-to", "1080", file, join(folder, "page")];
		execFileSync("pdftoppm", options);
		const pixels = await sharp(readFileSync(join(folder, "page.png")))
			.ensureAlpha()
			.raw()
			.toBuffer();
		const svg = await slideDocument(scene, null, nodes, async () => "");
		const drawn = new Resvg(svg.toString()).render().pixels;
		t.equal(pixels.length, drawn.length, `${name}: as large`);
		let difference = 0;
		let ink = 0;
		for (let i = 0; i < drawn.length; i++) {
			difference += Math.abs(pixels[i]! - drawn[i]!);
			if (i % 4 !== 3 && drawn[i] !== 0xdd) ink++;
		}
		t.ok(ink > 10_000, `${name}: something is drawn`);
		t.ok(
			difference / drawn.length < 0.6,
			`${name}: ${difference / drawn.length} of 255 on average`,
		);
	}
});
