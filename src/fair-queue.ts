/**
 * A first-in-first-out queue that is fair between clients: it takes one item of
 * each client in turn, so that one who sends a thousand delays another by one.
 * Every operation takes constant time, but for `shift` with a condition.
 */
export class FairQueue<T> {
	/** A client's items in their order; the client whose turn is next comes first. */
	readonly #clients = new Map<string, Set<T>>();
	/** Items that had their turn and were given back. */
	readonly #returned = new Set<T>();
	#size = 0;

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

	/** Puts an item that was taken out before all others. */
	giveBack(item: T): void {
		this.#returned.add(item);
		this.#size++;
	}

	/** @param mayGo passes over clients of whom nothing may be taken now; those given back always may */
	shift(mayGo: (client: string) => boolean = () => true): T | undefined {
		for (const item of this.#returned) {
			this.#returned.delete(item);
			this.#size--;
			return item;
		}
		for (const [client, items] of this.#clients) {
			if (!mayGo(client)) continue;
			this.#clients.delete(client);
			for (const item of items) {
				items.delete(item);
				if (items.size > 0) this.#clients.set(client, items);
				this.#size--;
				return item;
			}
		}
		return undefined;
	}

	/** @returns whether the item was in the queue */
	remove(client: string, item: T): boolean {
		const items = this.#clients.get(client);
		const found = this.#returned.delete(item) || items?.delete(item) === true;
		if (items?.size === 0) this.#clients.delete(client);
		if (found) this.#size--;
		return found;
	}

	/** Takes everything out. */
	drain(): T[] {
		const all = [...this.#returned, ...[...this.#clients.values()].flatMap((items) => [...items])];
		this.#returned.clear();
		this.#clients.clear();
		this.#size = 0;
		return all;
	}
}
