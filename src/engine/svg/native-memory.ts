import { setImmediate as nextTurn } from "node:timers/promises";

/** Number of characters of markup that leave about ten megabytes after they are drawn. */
const HEAVY_MARKUP = 250_000;

/**
 * Bytes of pixels that count as one character of markup, because 64 MB of pixels, of which resvg
 * keeps a copy, use as much memory.
 */
const PIXELS_OF_CHARACTER = 256;

/**
 * Converts pixels that resvg drew to characters of markup. They stay in memory until V8 collects
 * their handle, and twenty layers of a large image need more than a process may have.
 * @param bytes of the pixels, RGBA
 * @returns characters of markup, for `DrawnMemory`
 */
export const markupOfPixels = (bytes: number): number => Math.round(bytes / PIXELS_OF_CHARACTER);

/**
 * Counts the memory that calls of resvg leave, and frees it in time. V8 only sees small handles, and
 * frees their memory in a later turn of the event loop, so a slide with thirty large texts would
 * reach the memory limit first.
 */
export class DrawnMemory {
	#drawn = 0;

	/**
	 * No result of resvg may be referenced any more, not even by the caller.
	 * @param drawn characters of markup, including those that its pixels count as
	 */
	async add(drawn: number): Promise<void> {
		this.#drawn += drawn;
		if (this.#drawn < HEAVY_MARKUP) return;
		this.#drawn = 0;
		globalThis.gc?.({ type: "minor" } as never);
		await nextTurn();
	}
}
