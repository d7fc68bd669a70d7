import { LRUCache } from "lru-cache";

/** Interval in which the same line is written once. Milliseconds. */
const INTERVAL_MS = 60_000;
const MAX_LINES = 1_000;

/** Decides which lines of a log are written: of those that say the same, one a minute. */
export class RareLines {
	readonly #lines = new LRUCache<string, { readonly at: number; leftOut: number }>({
		max: MAX_LINES,
	});
	readonly #now: () => number;

	/** @param now milliseconds, from a clock that never goes back */
	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/**
	 * @param line what it says
	 * @returns undefined if it is left out; otherwise how many were left out since the last one
	 */
	leftOut(line: string): number | undefined {
		const now = this.#now();
		const known = this.#lines.get(line);
		if (known !== undefined && now - known.at < INTERVAL_MS) {
			known.leftOut++;
			return undefined;
		}
		this.#lines.set(line, { at: now, leftOut: 0 });
		return known?.leftOut ?? 0;
	}
}
