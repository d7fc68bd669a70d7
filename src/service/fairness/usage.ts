/** The client of renders that nobody asked for: an address that no client has. */
export const NOBODY = "0.0.0.0";

/** Half-life of what a client has used. Seconds. */
const HALF_LIFE = 15;
/** A client that has used less than this (decayed to now) is a light user: half a core. Seconds. */
const LITTLE = 0.5 * (HALF_LIFE / Math.LN2);
/** Clients that are remembered; if there are more, those with almost no usage are forgotten. */
const MAX_CLIENTS = 10_000;
const NEARLY_NOTHING = 0.01;

interface Used {
	seconds: number;
	/** Time in seconds at which `seconds` was correct. */
	at: number;
}

/**
 * Processor time that clients have used, with exponential decay, so that light users can go first.
 * A client that uses a core all the time reaches HALF_LIFE / ln 2, about 22 s.
 */
export class Usage {
	readonly #now: () => number;
	readonly #used = new Map<string, Used>();

	/** @param now current time in seconds, from a clock that never goes back */
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

	/** Decayed processor time. Seconds of one core. */
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
		// If all have used something, those that are known longest are forgotten first.
		for (const client of this.#used.keys()) {
			if (this.#used.size <= MAX_CLIENTS / 2) return;
			this.#used.delete(client);
		}
	}
}
