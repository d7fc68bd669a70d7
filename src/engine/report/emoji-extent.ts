import { inkOfSvg } from "../images/svg/resvg.js";
import { emojiArt } from "../text/emoji/emoji.js";
import type { GlyphExtent } from "../text/layout/glyph-extent.js";

/** Number of cached extents, of all rotations. */
const MAX_CACHED = 4_000;
let extents = new Map<string, GlyphExtent>();

/**
 * The ink of an emoji's picture, in fractions of its side from its top left corner.
 * @param degrees clockwise around that corner
 */
export function emojiExtent(key: string, degrees: number): GlyphExtent {
	const name = `${key}:${degrees}`;
	const known = extents.get(name);
	if (known) return known;
	const { content, size } = emojiArt(key);
	const box = inkOfSvg(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><g transform="rotate(${degrees})">${content}</g></svg>`,
	);
	const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
	const extent = {
		left: x / size,
		top: y / size,
		right: (x + width) / size,
		bottom: (y + height) / size,
	};
	if (extents.size >= MAX_CACHED) extents = new Map();
	extents.set(name, extent);
	return extent;
}
