/** Clients that are remembered; beyond it the one seen least recently is forgotten. */
const MAX_CLIENTS = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
	tokens: number;
	at: number;
}

/** A token bucket for each client: `perMinute` requests at once, refilled evenly. */
export class RateLimit {
	readonly #perMinute: number;
	readonly #buckets = new Map<string, Bucket>();

	constructor(perMinute: number) {
		this.#perMinute = perMinute;
	}

	/**
	 * Counts a request.
	 * @param now milliseconds of a clock that only goes forward
	 * @returns 0 when it may pass, else the whole seconds until one may
	 */
	take(client: string, now: number): number {
		const bucket = this.#buckets.get(client) ?? { tokens: this.#perMinute, at: now };
		const refill = ((now - bucket.at) / MINUTE_MS) * this.#perMinute;
		bucket.tokens = Math.min(this.#perMinute, bucket.tokens + refill);
		bucket.at = now;
		this.#remember(client, bucket);
		if (bucket.tokens >= 1) {
			bucket.tokens--;
			return 0;
		}
		return Math.max(1, Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / this.#perMinute / 1_000));
	}

	#remember(client: string, bucket: Bucket): void {
		this.#buckets.delete(client);
		this.#buckets.set(client, bucket);
		if (this.#buckets.size <= MAX_CLIENTS) return;
		for (const oldest of this.#buckets.keys()) {
			this.#buckets.delete(oldest);
			break;
		}
	}
}
