/**
 * A first-in-first-out queue that is fair between clients. It takes one item of each client in
 * turn, so that a client with a thousand items delays another by only one. If there are ranks, the
 * client with the lowest rank comes first. Every operation takes constant time, except `shift` with
 * a condition or ranks.
 */
export class FairQueue<T> {
	/** The items of each client in order; the client whose turn is next comes first. */
	readonly #clients = new Map<string, Set<T>>();
	/** Items that were taken and put back. */
	readonly #returned = new Set<T>();
	#size = 0;
	readonly #rank: ((client: string) => number) | undefined;

	/** @param rank for example what a client has used so far; evaluated each time */
	constructor(rank?: (client: string) => number) {
		this.#rank = rank;
	}

	get size(): number {
		return this.#size;
	}

	push(client: string, item: T): void {
		let items = this.#clients.get(client);
		if (items === undefined) {
			items = new Set();
			this.#clients.set(client, items);
		}
		items.add(item);
		this.#size++;
	}

	/** Puts an item that was taken back before all others. */
	giveBack(item: T): void {
		this.#returned.add(item);
		this.#size++;
	}

	/**
	 * @param mayGo skips clients that may not have a turn now; items that were put back are always
	 * allowed
	 */
	shift(mayGo: (client: string) => boolean = () => true): T | undefined {
		for (const item of this.#returned) {
			this.#returned.delete(item);
			this.#size--;
			return item;
		}
		const client = this.next(mayGo);
		const items = client === undefined ? undefined : this.#clients.get(client);
		if (client === undefined || items === undefined) return undefined;
		this.#clients.delete(client);
		for (const item of items) {
			items.delete(item);
			if (items.size > 0) this.#clients.set(client, items);
			this.#size--;
			return item;
		}
		return undefined;
	}

	/** The client from which `shift` would take an item if none was put back. */
	next(mayGo: (client: string) => boolean = () => true): string | undefined {
		let first: string | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (const client of this.#clients.keys()) {
			if (!mayGo(client)) continue;
			if (this.#rank === undefined) return client;
			const rank = this.#rank(client);
			if (rank >= least) continue;
			first = client;
			least = rank;
		}
		return first;
	}

	/** Whether there are items that were put back. */
	get hasReturned(): boolean {
		return this.#returned.size > 0;
	}

	/** @returns whether the item was in the queue */
	remove(client: string, item: T): boolean {
		const items = this.#clients.get(client);
		const found = this.#returned.delete(item) || items?.delete(item) === true;
		if (items?.size === 0) this.#clients.delete(client);
		if (found) this.#size--;
		return found;
	}

	/** Removes all items. */
	drain(): T[] {
		const all = [...this.#returned, ...[...this.#clients.values()].flatMap((items) => [...items])];
		this.#returned.clear();
		this.#clients.clear();
		this.#size = 0;
		return all;
	}
}
