import { LRUCache } from "lru-cache";

/** Milliseconds that a search is remembered: turning pages back and forth costs no call. */
export const SEARCH_CACHE_MS = 60_000;
/** Searches remembered at once; the one not used for longest goes first. About 30 KB each. */
export const SEARCH_CACHE_ENTRIES = 128;

/**
 * A cache of a provider's answers by what was asked.
 * @param clock whose `now()` is in milliseconds; not the default one in tests alone
 */
export const searchCache = <T extends object>(
	clock: { now(): number } = performance,
): LRUCache<string, T> =>
	new LRUCache({ max: SEARCH_CACHE_ENTRIES, ttl: SEARCH_CACHE_MS, ttlResolution: 0, perf: clock });
