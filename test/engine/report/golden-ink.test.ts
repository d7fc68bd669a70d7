/**
 * The ink that a measurement tells, beside the pixels that are drawn, for every
 * text block of the golden cases. Each is drawn alone, without its soft shadow,
 * which is no ink, and only where its ink should end.
 */
import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import { PREVIEW_SCALE } from "../../../src/contract/platforms.js";
import { writeSvg } from "../../../src/engine/paint/svg-writer.js";
import { textInk } from "../../../src/engine/report/text-ink.js";
import { previewRectangle } from "../../../src/engine/report/units.js";
import { type Box, grow, intersect } from "../../../src/engine/scene/geometry.js";
import { resolveScene } from "../../../src/engine/scene/scene.js";
import { layOutText } from "../../../src/engine/svg/text/layout.js";
import { textPaints } from "../../../src/engine/svg/text/text.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { goldenCases } from "../../helpers/golden.js";

const fonts = await openFontLibrary();
/** Pixels around the measured ink in which stray ink would be found. */
const AROUND = 8;
/** Of 255: less is the last of an edge's antialiasing. */
const VISIBLE = 2;

/** Edges of what is drawn: left, top, right, bottom in pixels of the slide; undefined: nothing. */
function drawnEdges(markup: string, region: Box): number[] | undefined {
	const { x, y, width, height } = region;
	const { pixels } = new Resvg(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${markup}</svg>`,
		{ font: { loadSystemFonts: false } },
	).render();
	let [left, top, right, bottom] = [width, height, -1, -1];
	for (let row = 0; row < height; row++) {
		for (let column = 0; column < width; column++) {
			if (pixels[(row * width + column) * 4 + 3]! < VISIBLE) continue;
			left = Math.min(left, column);
			right = Math.max(right, column);
			top = Math.min(top, row);
			bottom = row;
		}
	}
	return right < 0 ? undefined : [x + left, y + top, x + right + 1, y + bottom + 1];
}

t.test("the ink of every golden text is that of its pixels, within one", async (t) => {
	let blocks = 0;
	let worst = 0;
	// Variables would have to be filled in first.
	const cases = goldenCases().filter(({ request }) => request.variables === undefined);
	for (const { name, slide, request } of cases) {
		const { slides, mode = "single", platform = "short-video-carousel", size } = request;
		const scene = resolveScene({
			slide: slides[slide - 1]!,
			slideIndex: slide - 1,
			slideCount: slides.length,
			platform,
			size,
			stepperColor: "#D4AF37",
			mode,
			stepperStyle: "none",
		});
		const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
		for (const block of scene.texts) {
			const layout = layOutText(block, fonts);
			const ink = layout && textInk(layout);
			if (!layout || !ink) continue;
			const near = grow(ink, AROUND);
			const seen = intersect(
				{
					x: Math.floor(near.x),
					y: Math.floor(near.y),
					width: Math.ceil(near.width) + 1,
					height: Math.ceil(near.height) + 1,
				},
				whole,
			);
			if (!(seen.width > 0 && seen.height > 0)) continue;
			const markup = textPaints(layout, whole)
				// Shadows do not count as ink.
				.map((paint) => writeSvg(paint, () => ""))
				.join("")
				.replace(/<image [^>]*>/g, "");
			const drawn = drawnEdges(markup, seen);
			const told = previewRectangle(ink);
			const measured = [told.x, told.y, told.x + told.width, told.y + told.height].map(
				(preview) => preview / PREVIEW_SCALE,
			);
			const limits = [0, 0, scene.width, scene.height];
			for (const [side, edge] of measured.entries()) {
				// What lies outside of the slide is measured and not drawn.
				const inside = side < 2 ? Math.max(edge, limits[side]!) : Math.min(edge, limits[side]!);
				const off = Math.abs(inside - (drawn?.[side] ?? Number.NaN));
				worst = Math.max(worst, off);
				if (!(off <= 1))
					t.fail(`${block.path} of ${name}, side ${side}: ${edge}, ${drawn?.[side]}`);
			}
			blocks++;
		}
	}
	t.ok(blocks > 150, `${blocks} blocks, ${worst.toFixed(2)} pixels at most`);
});
