import { type Box, type Extent, grow } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { glyphBounds } from "../../text/layout/glyph-path.js";
import { HIGHLIGHT, highlightPadding, highlightRadius } from "./highlight-inset.js";
import { type GroundRow, highlightOutline } from "./highlight-outline.js";
import type { PlacedLine } from "./layout.js";

/** Lines that are set closer keep a ground of this height, which their letters need. Em. */
const LEAST_HEIGHT = 1.2;

/** Room below a mark that reaches out of the ground, in em. */
const BELOW_MARKS = 0.06;

/**
 * A ground for each line, those that touch in one shape, so that overlaps are
 * not painted twice.
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

/** From the top of a line to the end of its ground, pixels. */
function groundHeight(block: SceneText, height: number): number {
	const { lineHeight, fontSize } = block;
	// One product, so that old documents keep the last digit.
	const isOwn = typeof lineHeight === "number" && height === lineHeight * fontSize;
	return isOwn && block.highlightPadding === null
		? (lineHeight + HIGHLIGHT.above) * fontSize
		: height + highlightPadding(block).above;
}

/** Where a line begins and ends, its marker included, pixels from its left edge. */
function lineEnds({ width, direction, marker }: PlacedLine["line"]): [number, number] {
	if (marker === undefined) return [0, width];
	return direction === "rtl" ? [0, width + marker.width] : [-marker.width, width];
}

/** How far the letters of a line reach below its baseline, pixels: Khmer stacks them. */
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
