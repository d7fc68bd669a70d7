/** A client may hold so many times what is left: one alone gets seven eighths of all. */
const SHARE = 7;

/** How much there is of each client, and of all. */
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

	/** What the clients that `counted` admits have together. */
	totalOf(counted: (client: string) => boolean): number {
		let total = 0;
		for (const [client, count] of this.#counts) if (counted(client)) total += count;
		return total;
	}

	/** @param difference below 0 to take away */
	add(client: string, difference: number): void {
		const count = this.of(client) + difference;
		this.#total += difference;
		if (count === 0) this.#counts.delete(client);
		else this.#counts.set(client, count);
	}
}

/**
 * Something bounded that clients share, so that one who takes all that it can get
 * leaves something for the next: the less is left, the less a client may hold.
 */
export class FairShare extends Counts {
	readonly max: number;

	/** @param max of all clients together; `add` does not enforce it, `take` does */
	constructor(max: number) {
		super();
		this.max = max;
	}

	/**
	 * Whether a client may take so much more: what it then has is no more than seven
	 * times what is then left. With an amount of 0, whether it may take anything at all:
	 * one that has nothing may as long as anything is left.
	 */
	mayTake(client: string, amount = 0): boolean {
		const left = SHARE * (this.max - this.total - amount);
		return amount === 0 ? this.of(client) < left : this.of(client) + amount <= left;
	}

	/** The same as `mayTake(client)` were there only what clients hold that `counted` admits. */
	mayTakeBeside(client: string, counted: (client: string) => boolean): boolean {
		return this.of(client) < SHARE * (this.max - this.totalOf(counted));
	}

	/** Takes an amount, if the client may: so the total never passes the bound, and nobody has the share of others. */
	take(client: string, amount: number): boolean {
		if (amount !== 0 && !this.mayTake(client, amount)) return false;
		this.add(client, amount);
		return true;
	}
}
