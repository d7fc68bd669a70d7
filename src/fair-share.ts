/** A client may hold so many times what is left: one alone gets seven eighths of all. */
const SHARE = 7;

/** How much there is of each client, and of all. */
export class Counts {
	readonly #counts = new Map<string, number>();
	#total = 0;

	get total(): number {
		return this.#total;
	}

	of(client: string): number {
		return this.#counts.get(client) ?? 0;
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
	readonly #max: number;

	/** @param max of all clients together; `add` does not enforce it */
	constructor(max: number) {
		super();
		this.#max = max;
	}

	/** Whether a client may take more. One that has nothing may as long as anything is left. */
	mayTake(client: string): boolean {
		return this.of(client) < SHARE * (this.#max - this.total);
	}
}
