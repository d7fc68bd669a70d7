/** Milliseconds that a search is remembered: turning pages back and forth costs no call. */
export const SEARCH_CACHE_MS = 60_000;
/** Searches remembered at once; the one not used for longest goes first. About 30 KB each. */
export const SEARCH_CACHE_ENTRIES = 128;

/** A small cache with a time limit, least recently used out. */
export class SearchCache<T> {
	readonly #entries = new Map<string, { readonly value: T; readonly until: number }>();
	readonly #now: () => number;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	get size(): number {
		return this.#entries.size;
	}

	get(key: string): T | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined) return undefined;
		this.#entries.delete(key);
		if (entry.until <= this.#now()) return undefined;
		this.#entries.set(key, entry);
		return entry.value;
	}

	set(key: string, value: T): void {
		this.#entries.delete(key);
		if (this.#entries.size >= SEARCH_CACHE_ENTRIES)
			this.#entries.delete(this.#entries.keys().next().value as string);
		this.#entries.set(key, { value, until: this.#now() + SEARCH_CACHE_MS });
	}
}
