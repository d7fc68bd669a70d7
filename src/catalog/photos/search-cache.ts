import { LRUCache } from "lru-cache";

/** How long a search is cached, so that going back to a page needs no call. Milliseconds. */
export const SEARCH_CACHE_MS = 60_000;
/** Number of cached searches, of about 30 KB each; the least recently used one is removed first. */
export const SEARCH_CACHE_ENTRIES = 128;

/**
 * A cache of a provider's responses by query.
 * @param clock its `now()` is in milliseconds; only tests replace the default
 */
export const searchCache = <T extends object>(
	clock: { now(): number } = performance,
): LRUCache<string, T> =>
	new LRUCache({ max: SEARCH_CACHE_ENTRIES, ttl: SEARCH_CACHE_MS, ttlResolution: 0, perf: clock });
