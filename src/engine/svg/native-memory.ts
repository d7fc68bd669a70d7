import { setImmediate as nextTurn } from "node:timers/promises";

/** Markup that, once drawn, leaves some ten megabytes behind. Characters. */
const HEAVY_MARKUP = 250_000;

/**
 * Bytes of pixels that count as a character of markup: 64 MB of them, of which resvg holds a copy,
 * are as heavy.
 */
const PIXELS_OF_CHARACTER = 256;

/**
 * What pixels that resvg drew count as: they stay until V8 collects their handle, and twenty layers
 * of a large image are more than a process may have.
 * @returns characters of markup, for `freeDrawn`
 */
export const markupOfPixels = (pixels: Uint8Array): number =>
	Math.round(pixels.length / PIXELS_OF_CHARACTER);

/**
 * Frees what resvg holds of markup that was drawn before, when that is much. V8
 * sees only small handles of it, and frees even those whose collection it did
 * in a later turn of the event loop: a slide with thirty large texts would
 * reach the memory limit of its process first.
 * @param drawn characters of markup since the last call
 * @returns characters that still wait to be freed
 */
export async function freeDrawn(drawn: number): Promise<number> {
	if (drawn < HEAVY_MARKUP) return drawn;
	globalThis.gc?.({ type: "minor" } as never);
	await nextTurn();
	return 0;
}

/** What calls of resvg leave behind, freed in time: see `freeDrawn`. */
export class DrawnMemory {
	#drawn = 0;

	/**
	 * Nothing that was drawn may be held any more, not by the function that calls this either.
	 * @param drawn characters of markup, and what its pixels count as
	 */
	async add(drawn: number): Promise<void> {
		this.#drawn = await freeDrawn(this.#drawn + drawn);
	}
}
