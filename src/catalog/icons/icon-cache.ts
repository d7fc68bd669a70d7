import { LRUCache } from "lru-cache";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { Slots } from "../../base/slots.js";

/**
 * Maximum number of cached icons, and of their bytes; the least recently used ones are removed
 * first.
 */
const KEPT = 4_096;
const KEPT_BYTES = 8_388_608;
/** How long a missing icon is cached. Milliseconds. */
const ABSENT_MS = 60_000;
/** Maximum number of simultaneous requests to the server, and of waiting icons. */
const AT_A_TIME = 8;
const WAITING = 64;

/**
 * A cache of icons from another server. Simultaneous requests for an icon cause one request to the
 * server, with a limited number at a time, so that clients cannot flood the server through this
 * service.
 */
export class IconCache {
	readonly #load: (set: string, name: string) => Promise<string | undefined>;
	readonly #kept = new LRUCache<string, { readonly svg: string | undefined }>({
		max: KEPT,
		maxSize: KEPT_BYTES,
		sizeCalculation: ({ svg }) => svg?.length || 1,
	});
	readonly #pending = new Map<string, Promise<string | undefined>>();
	readonly #slots = new Slots(AT_A_TIME);

	/** @param load asks the server */
	constructor(load: (set: string, name: string) => Promise<string | undefined>) {
		this.#load = load;
	}

	/** @throws ServiceError overloaded if too many icons wait for the server; what `load` throws */
	svg(set: string, name: string): Promise<string | undefined> {
		const key = `${set}:${name}`;
		const entry = this.#kept.get(key);
		if (entry !== undefined) return Promise.resolve(entry.svg);
		const asked = this.#pending.get(key);
		if (asked !== undefined) return asked;
		if (this.#pending.size >= AT_A_TIME + WAITING) {
			return Promise.reject(
				new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment }),
			);
		}
		const { signal } = new AbortController();
		const answer = this.#slots
			.run(set, signal, () => this.#load(set, name))
			.then((svg) => {
				this.#kept.set(key, { svg }, svg === undefined ? { ttl: ABSENT_MS } : {});
				return svg;
			})
			.finally(() => this.#pending.delete(key));
		this.#pending.set(key, answer);
		return answer;
	}
}
