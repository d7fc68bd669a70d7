/** Whether letters of one line reach into those of the next one. */
import type { PlacedLine, TextLayout } from "../svg/text/layout.js";
import { glyphBounds } from "../text/layout/glyph-path.js";

/** Line height from which on lines are not set tight on purpose, em. */
const LEAST_HEIGHT = 1.2;
/** Width of the columns that are compared, and what letters of two lines may share, em. */
const COLUMN = 0.25;
const SLACK = 0.1;

/** By column: how far the ink of a line reaches up and down, pixels of the block. */
type Profile = Map<number, { top: number; bottom: number }>;

/**
 * The first line, from 0, whose letters touch those of the next one; undefined: none. Lines below
 * 1.2 em are meant to be close.
 */
export function collidingLine({ block, lines }: TextLayout): number | undefined {
	if (typeof block.lineHeight === "number" && block.lineHeight < LEAST_HEIGHT) return undefined;
	const em = block.fontSize;
	let above: Profile | undefined;
	for (const [index, line] of lines.entries()) {
		const below = profileOf(line, em);
		if (above !== undefined && touch(above, below, SLACK * em)) return index - 1;
		above = below;
	}
	return undefined;
}

function touch(above: Profile, below: Profile, slack: number): boolean {
	for (const [column, { top }] of below) {
		const over = above.get(column);
		if (over !== undefined && over.bottom - top > slack) return true;
	}
	return false;
}

function profileOf({ line, x, baseline }: PlacedLine, em: number): Profile {
	const profile: Profile = new Map();
	for (const fragment of line.fragments) {
		if (fragment.kind !== "glyphs") continue;
		const scale = fragment.size / fragment.font.metrics.unitsPerEm;
		for (const glyph of fragment.glyphs) {
			const ink = glyphBounds(fragment.font, glyph.id);
			if (ink === undefined) continue;
			const left = Math.floor((x + glyph.x + ink.left * scale) / (COLUMN * em));
			const right = Math.floor((x + glyph.x + ink.right * scale) / (COLUMN * em));
			const top = baseline + glyph.y - ink.top * scale;
			const bottom = baseline + glyph.y - ink.bottom * scale;
			for (let column = left; column <= right; column++) {
				const known = profile.get(column) ?? { top, bottom };
				profile.set(column, {
					top: Math.min(known.top, top),
					bottom: Math.max(known.bottom, bottom),
				});
			}
		}
	}
	return profile;
}
