/** A client may have this multiple of what is left: a client alone gets seven eighths of all. */
const SHARE = 7;

/** Amounts per client, and in all. */
export class Counts {
	readonly #counts = new Map<string, number>();
	#total = 0;

	get total(): number {
		return this.#total;
	}

	/** Clients that have anything. */
	get clients(): number {
		return this.#counts.size;
	}

	of(client: string): number {
		return this.#counts.get(client) ?? 0;
	}

	/** The sum for the clients that `counted` selects. */
	totalOf(counted: (client: string) => boolean): number {
		let total = 0;
		for (const [client, count] of this.#counts) if (counted(client)) total += count;
		return total;
	}

	/** @param difference negative to subtract */
	add(client: string, difference: number): void {
		const count = this.of(client) + difference;
		this.#total += difference;
		if (count === 0) this.#counts.delete(client);
		else this.#counts.set(client, count);
	}
}

/**
 * A limited resource that clients share. The less is left, the less a client may have, so a client
 * that takes all it can get leaves something for the next.
 */
export class FairShare extends Counts {
	readonly max: number;

	/** @param max of all clients together; `take` enforces it, `add` does not */
	constructor(max: number) {
		super();
		this.max = max;
	}

	/**
	 * Whether a client may take this amount: afterwards it must have at most seven times what is
	 * left. With an amount of 0: whether it may take anything at all, which a client without
	 * anything may as long as something is left.
	 */
	mayTake(client: string, amount = 0): boolean {
		const left = SHARE * (this.max - this.total - amount);
		return amount === 0 ? this.of(client) < left : this.of(client) + amount <= left;
	}

	/** Like `mayTake(client)`, but only the amounts of clients that `counted` selects count. */
	mayTakeBeside(client: string, counted: (client: string) => boolean): boolean {
		return this.of(client) < SHARE * (this.max - this.totalOf(counted));
	}

	/**
	 * Takes an amount if the client may: the total never exceeds the limit, and no client gets the
	 * share of others.
	 */
	take(client: string, amount: number): boolean {
		if (amount !== 0 && !this.mayTake(client, amount)) return false;
		this.add(client, amount);
		return true;
	}
}
