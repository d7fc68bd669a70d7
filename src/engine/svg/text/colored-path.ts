import type { Rgba } from "../../text/rich/css-color.js";

/** A path and the colour that fills it. */
export interface ColoredPath {
	readonly color: Rgba;
	path: string;
}

/**
 * Characters of one path: rasterisers take more than twice the time for twice
 * the path. What is translucent stays whole, as its overlaps must not add up.
 */
const MAX_PATH = 60_000;

/** Adds to the path of a colour; one that is long enough is left and another begun. */
export function addPath(paths: Map<string, ColoredPath>, color: Rgba, path: string): void {
	const key = `${color.r},${color.g},${color.b},${color.a}`;
	const known = paths.get(key);
	if (known && (color.a < 1 || known.path.length < MAX_PATH)) {
		known.path += path;
		return;
	}
	if (known) paths.set(`${key} ${paths.size}`, known);
	paths.set(key, { color, path });
}
