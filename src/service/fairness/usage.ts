/** Time in which what a client has used counts half. Seconds. */
const HALF_LIFE = 15;
/** Used by one client, as if all of it were now, below which it has used little: half a core. Seconds. */
const LITTLE = 0.5 * (HALF_LIFE / Math.LN2);
/** Clients that are remembered; then those who have used nearly nothing are forgotten. */
const MAX_CLIENTS = 10_000;
const NEARLY_NOTHING = 0.01;

interface Used {
	seconds: number;
	/** Of the clock, in seconds, when `seconds` was right. */
	at: number;
}

/**
 * Processor time that clients have used, the older the less: who has used much
 * waits for who has used little. A client that takes a core all the time comes to
 * HALF_LIFE / ln 2, some 22 s.
 */
export class Usage {
	readonly #now: () => number;
	readonly #used = new Map<string, Used>();

	/** @param now seconds of a clock that never goes back */
	constructor(now: () => number = () => performance.now() / 1_000) {
		this.#now = now;
	}

	/** @param seconds of one core */
	add(client: string, seconds: number): void {
		if (!(seconds > 0)) return;
		const used = { seconds: this.of(client) + seconds, at: this.#now() };
		this.#used.set(client, used);
		if (this.#used.size > MAX_CLIENTS) this.#forget();
	}

	/** Seconds of one core, as if they were used now. */
	of(client: string): number {
		const used = this.#used.get(client);
		return used === undefined ? 0 : used.seconds * 2 ** ((used.at - this.#now()) / HALF_LIFE);
	}

	isLittle(client: string): boolean {
		return this.of(client) < LITTLE;
	}

	#forget(): void {
		for (const client of this.#used.keys())
			if (this.of(client) < NEARLY_NOTHING) this.#used.delete(client);
		// The longest known go first, should all have used something.
		for (const client of this.#used.keys()) {
			if (this.#used.size <= MAX_CLIENTS / 2) return;
			this.#used.delete(client);
		}
	}
}
