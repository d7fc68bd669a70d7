import { type Box, type Extent, grow } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { glyphBounds } from "../../text/layout/glyph-path.js";
import { type GroundRow, highlightOutline } from "./highlight-outline.js";
import type { PlacedLine } from "./layout.js";

/** Room of the highlight around a line, in em, and the radius of its corners. */
const HIGHLIGHT = { above: 0.08, side: 0.28, radius: 0.18 };

export const HIGHLIGHT_RADIUS = HIGHLIGHT.radius;

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
	const overlap = Math.max(0, (LEAST_HEIGHT - block.lineHeight) / 2) * em;
	const rows: GroundRow[] = [];
	let path = "";
	const flush = () => {
		path += highlightOutline(rows.splice(0), HIGHLIGHT.radius * em);
	};
	for (const { line, x, top, baseline } of placed) {
		const left = Math.max(x - HIGHLIGHT.side * em, reach.x);
		const right = Math.min(x + line.width + HIGHLIGHT.side * em, reach.x + reach.width);
		if (line.width <= 0 || right <= left) {
			flush();
			continue;
		}
		const start = top - overlap - HIGHLIGHT.above * em;
		const end = top + overlap + (block.lineHeight + HIGHLIGHT.above) * em;
		const marks = baseline + inkBelow(line, em);
		const bottom = marks > end ? marks + BELOW_MARKS * em : end;
		rows.push({ left, right, top: start, bottom });
		extent.include(left, start, right, bottom);
	}
	flush();
	return path;
}

/** How far the letters of a line reach below its baseline, pixels: Khmer stacks them. */
function inkBelow(line: PlacedLine["line"], em: number): number {
	let below = 0;
	for (const fragment of line.fragments) {
		if (fragment.kind !== "glyphs") continue;
		const scale = em / fragment.font.metrics.unitsPerEm;
		for (const { id, y } of fragment.glyphs) {
			const ink = glyphBounds(fragment.font, id);
			if (ink) below = Math.max(below, y - ink.bottom * scale);
		}
	}
	return below;
}
