import { LRUCache } from "lru-cache";
import { ServiceError } from "../../base/errors.js";

const MINUTE_MS = 60_000;
/** Names that are counted; if there are more, the least recently used one is forgotten. */
const MAX_NAMES = 10_000;

/** Limits the renders per minute of each template whose values anyone may set. */
export class RenderBudget {
	readonly #perMinute: number;
	readonly #used = new LRUCache<string, { left: number; at: number }>({ max: MAX_NAMES });

	/** @param perMinute also the number of renders at once after a pause */
	constructor(perMinute: number) {
		this.#perMinute = perMinute;
	}

	/**
	 * Counts a render.
	 * @param name of what is limited
	 * @throws ServiceError rate_limited
	 */
	take(name: string): void {
		const now = performance.now();
		const { left, at } = this.#used.get(name) ?? { left: this.#perMinute, at: now };
		const available = Math.min(this.#perMinute, left + ((now - at) * this.#perMinute) / MINUTE_MS);
		if (available < 1) {
			const waitMs = ((1 - available) * MINUTE_MS) / this.#perMinute;
			throw new ServiceError("rate_limited", { retryAfter: Math.ceil(waitMs / 1_000) });
		}
		this.#used.set(name, { left: available - 1, at: now });
	}
}
