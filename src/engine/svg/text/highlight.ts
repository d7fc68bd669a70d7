import { type Box, type Extent, grow } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { glyphBounds } from "../../text/layout/glyph-path.js";
import { HIGHLIGHT, highlightPadding, highlightRadius } from "./highlight-inset.js";
import { type GroundRow, highlightOutline } from "./highlight-outline.js";
import { EVERYWHERE } from "./ink.js";
import type { PlacedLine } from "./layout.js";
import { type Bend, bentPath } from "./on-path.js";

/** Minimum height of a line's box, which its letters need if lines are closer. Em. */
const LEAST_HEIGHT = 1.2;

/** Distance from the middle of a line down to its baseline, em. */
const BASELINE = 0.36;

/** Space below a mark that extends beyond the box, in em. */
const BELOW_MARKS = 0.06;

/**
 * A box for each line. Boxes that touch become one shape, so that overlaps are not painted twice.
 */
export function highlightPath(
	placed: readonly PlacedLine[],
	block: SceneText,
	region: Box,
	extent: Pick<Extent, "include">,
): string {
	const em = block.fontSize;
	const reach = grow(region, em);
	const { side, above } = highlightPadding(block);
	const overlapOf = (height: number) =>
		typeof block.lineHeight === "number"
			? Math.max(0, (LEAST_HEIGHT - block.lineHeight) / 2) * em
			: Math.max(0, LEAST_HEIGHT * em - height) / 2;
	const rows: GroundRow[] = [];
	let path = "";
	const flush = () => {
		path += highlightOutline(rows.splice(0), highlightRadius(block));
	};
	for (const { line, x, top, height, baseline } of placed) {
		const [from, to] = lineEnds(line);
		const left = Math.max(x + from - side, reach.x);
		const right = Math.min(x + to + side, reach.x + reach.width);
		const overlap = overlapOf(height);
		if (line.width <= 0 || right <= left) {
			flush();
			continue;
		}
		const start = top - overlap - above;
		const end = top + overlap + groundHeight(block, height);
		const marks = baseline + inkBelow(line);
		const bottom = marks > end ? marks + BELOW_MARKS * em : end;
		rows.push({ left, right, top: start, bottom });
		extent.include(left, start, right, bottom);
	}
	flush();
	return path;
}

/** The box behind a line along a path, bent with it. */
export function bentHighlight(
	[straight]: readonly PlacedLine[],
	block: SceneText,
	{ curve, start }: Bend,
	extent: Pick<Extent, "include">,
): string {
	const { lineHeight, fontSize } = block;
	const height = (typeof lineHeight === "number" ? lineHeight : LEAST_HEIGHT) * fontSize;
	// The baseline is about here in a line.
	const top = -height / 2 - BASELINE * fontSize;
	const line = { ...straight!, x: start, top, height, baseline: 0 };
	const path = highlightPath([line], block, EVERYWHERE, { include: () => {} });
	return bentPath(path, curve, extent);
}

/** Distance from the top of a line to the bottom of its box, pixels. */
function groundHeight(block: SceneText, height: number): number {
	const { lineHeight, fontSize } = block;
	// A single product, so that old documents keep the last digit.
	const isOwn = typeof lineHeight === "number" && height === lineHeight * fontSize;
	return isOwn && block.highlightPadding === null
		? (lineHeight + HIGHLIGHT.above) * fontSize
		: height + highlightPadding(block).above;
}

/** Start and end of a line including its marker, pixels from its left edge. */
function lineEnds({ width, direction, marker }: PlacedLine["line"]): [number, number] {
	if (marker === undefined) return [0, width];
	return direction === "rtl" ? [0, width + marker.width] : [-marker.width, width];
}

/** How far the letters of a line extend below its baseline, pixels. Khmer stacks letters. */
function inkBelow(line: PlacedLine["line"]): number {
	let below = 0;
	for (const fragment of line.fragments) {
		if (fragment.kind !== "glyphs") continue;
		const scale = fragment.size / fragment.font.metrics.unitsPerEm;
		for (const { id, y } of fragment.glyphs) {
			const ink = glyphBounds(fragment.font, id);
			if (ink) below = Math.max(below, y - ink.bottom * scale);
		}
	}
	return below;
}
