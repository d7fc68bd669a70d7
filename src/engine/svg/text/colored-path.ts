import type { Letter } from "../../paint/node.js";
import type { Rgba } from "../../text/rich/css-color.js";

/** A path and the colour that fills it. */
export interface ColoredPath {
	readonly color: Rgba;
	path: string;
	/** The same as letters; null if it contains anything else. */
	letters: Letter[] | null;
}

/**
 * Maximum length of a path in characters, because rasterisers take more than twice the time for a
 * path of twice the length. Translucent paths are not divided, because overlaps would become
 * darker.
 */
const MAX_PATH = 60_000;

/**
 * Adds to the path of a colour. If it is long enough, a new path is started.
 * @param letters the same as letters; null if it contains anything else
 */
export function addPath(
	paths: Map<string, ColoredPath>,
	color: Rgba,
	path: string,
	letters: readonly Letter[] | null,
): void {
	const key = `${color.r},${color.g},${color.b},${color.a}`;
	const known = paths.get(key);
	if (known && (color.a < 1 || known.path.length < MAX_PATH)) {
		known.path += path;
		if (letters === null) known.letters = null;
		else for (const letter of letters) known.letters?.push(letter);
		return;
	}
	if (known) paths.set(`${key} ${paths.size}`, known);
	paths.set(key, { color, path, letters: letters && [...letters] });
}
