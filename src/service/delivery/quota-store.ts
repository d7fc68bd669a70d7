import { ServiceError } from "../../base/errors.js";
import { FairShare } from "../../base/fair-share.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import type { ImageStore } from "./image-store.js";

/** Smallest size that an image counts as, because many small ones use memory here. Bytes. */
const LEAST_BYTES = 4_096;

/** What a client has stored, until it expires. */
interface Stored {
	readonly client: string;
	readonly bytes: number;
	/** performance.now() at which it expires. */
	readonly until: number;
}

/**
 * A store in which each client has a share of what this process may have stored. For stores that do
 * not know the owner of an image, and that others use too.
 * @param maxBytes of all images that were stored here and have not expired
 */
export function quotaStore(store: ImageStore, maxBytes: number, ttlSeconds: number): ImageStore {
	const shares = new FairShare(maxBytes);
	/** In the order of expiry. */
	const stored = new Map<string, Stored>();
	const forget = (name: string) => {
		const entry = stored.get(name);
		if (entry === undefined) return;
		stored.delete(name);
		shares.add(entry.client, -entry.bytes);
	};
	const sweep = () => {
		const now = performance.now();
		for (const [name, { until }] of stored) {
			if (until > now) return;
			forget(name);
		}
	};
	return {
		start: () => store.start(),
		async put(bytes, type, name, client) {
			if (client === undefined) return store.put(bytes, type, name);
			sweep();
			const size = Math.max(bytes.length, LEAST_BYTES);
			if (!shares.take(client, size))
				throw new ServiceError("storage_unavailable", {
					message: "The store of temporary images is full; try again later.",
					retryAfter: RETRY_AFTER_SECONDS.outage,
				});
			try {
				const as = await store.put(bytes, type, name);
				const until = performance.now() + ttlSeconds * 1_000;
				stored.set(as, { client, bytes: size, until });
				return as;
			} catch (error) {
				shares.add(client, -size);
				throw error;
			}
		},
		get: (name) => store.get(name),
		async delete(names) {
			await store.delete(names);
			for (const name of names) forget(name);
		},
		check: () => store.check(),
		stats: () => store.stats(),
		close: () => store.close(),
	};
}
