/** Laid-out lines become the paths and pictures that a text block draws. */
import { type Box, Extent, grow } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { glyphBounds, relativeGlyphPath } from "../../text/layout/glyph-path.js";
import type { Fragment } from "../../text/layout/line-layout.js";
import { NOTDEF } from "../../text/layout/shape.js";
import { num, rectPath } from "../markup.js";
import { addPath, type ColoredPath } from "./colored-path.js";
import type { RunStyle } from "./content.js";
import { decorationRects } from "./decoration.js";
import { emojiMarkup } from "./emoji-markup.js";
import type { LineMetrics, PlacedLine } from "./layout.js";

/** How far ink may reach out of its em box and still be seen: tall marks, swashes. */
const INK_REACH = 1.5;
/** Slant of a synthetic italic, as Skia draws it. */
export const SYNTHETIC_SKEW = 0.25;

/** All that a block draws, in the order of painting. */
export interface Ink {
	readonly backgrounds: readonly ColoredPath[];
	/** Underlines: below the letters. */
	readonly under: readonly ColoredPath[];
	readonly fills: readonly ColoredPath[];
	/** Lines through the text: above the letters. */
	readonly over: readonly ColoredPath[];
	readonly emoji: string;
	/** Holds all of it, before the rotation of the block. */
	readonly box: Box;
}

export function collectInk(
	placed: readonly PlacedLine[],
	block: SceneText,
	metrics: LineMetrics,
	region: Box,
): Ink {
	const fills = new Map<string, ColoredPath>();
	const extent = new Extent();
	const em = block.fontSize;
	let emoji = "";
	for (const { line, x, baseline } of placed) {
		for (const fragment of line.fragments) {
			const left = x + fragment.x;
			if (!onRegion(left, fragment.width, region, em)) continue;
			if (fragment.kind === "emoji") {
				emoji += emojiMarkup(fragment.emoji, left, baseline, em, block.darkGround);
				extent.include(left, baseline - em, left + fragment.width, baseline + em / 4);
			} else {
				const path = inkPath(fragment, x, baseline, em, region, extent);
				if (path !== "") addPath(fills, fragment.style.color, path);
			}
		}
	}
	const rects = decorationRects(placed, metrics, block, grow(region, em), extent);
	return { ...rects, fills: [...fills.values()], emoji, box: extent.box };
}

/** Whether a vertical stretch, with the ink that reaches out of it, meets a region. */
export const reaches = (top: number, bottom: number, y: number, height: number, em: number) =>
	bottom + INK_REACH * em > y && top - INK_REACH * em < y + height;

const onRegion = (x: number, width: number, region: Box, em: number) =>
	x + width + INK_REACH * em > region.x && x - INK_REACH * em < region.x + region.width;

function inkPath(
	fragment: Exclude<Fragment<RunStyle>, { kind: "emoji" }>,
	lineX: number,
	baseline: number,
	em: number,
	region: Box,
	extent: Extent,
): string {
	if (fragment.kind === "missing") {
		const left = lineX + fragment.x;
		extent.include(left, baseline - em, left + fragment.width, baseline);
		return missingBox(left, baseline, em);
	}
	const scale = em / fragment.font.metrics.unitsPerEm;
	const skew = fragment.syntheticItalic ? SYNTHETIC_SKEW : 0;
	let path = "";
	for (const glyph of fragment.glyphs) {
		const x = lineX + glyph.x;
		const y = baseline + glyph.y;
		if (!onRegion(x, glyph.advance, region, em)) continue;
		if (!reaches(y - em, y, region.y, region.height, em)) continue;
		if (glyph.id === NOTDEF) {
			extent.include(x, y - em, x + em, y);
			path += missingBox(x, y, em);
			continue;
		}
		const outline = relativeGlyphPath(fragment.font, glyph.id, scale, skew);
		const ink = glyphBounds(fragment.font, glyph.id);
		if (!ink || outline === "") continue;
		path += `M${num(x)} ${num(y)}${outline}`;
		extent.include(
			x + Math.min(ink.left, ink.left + skew * ink.bottom) * scale,
			y - ink.top * scale,
			x + Math.max(ink.right, ink.right + skew * ink.top) * scale,
			y - ink.bottom * scale,
		);
	}
	return path;
}

/** Where the box in place of a character that no font has stands. */
export const missingPlace = (x: number, baseline: number, em: number) => ({
	left: x + 0.06 * em,
	top: baseline - 0.72 * em,
	right: x + 0.56 * em,
	bottom: baseline,
});

/** An upright empty box in place of a character that no font has. */
function missingBox(x: number, baseline: number, em: number): string {
	const { left, top, right } = missingPlace(x, baseline, em);
	const stroke = 0.05 * em;
	// The inner rectangle runs the other way, so that it stays empty.
	return (
		rectPath(left, top, right, baseline) +
		`M${num(left + stroke)} ${num(top + stroke)}V${num(baseline - stroke)}` +
		`H${num(right - stroke)}V${num(top + stroke)}z`
	);
}
