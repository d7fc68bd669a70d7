import { ServiceError } from "../../../errors/errors.js";
import { RETRY_AFTER_SECONDS } from "../../../errors/retry-after.js";
import type { FairShare } from "../../fairness/fair-share.js";
import { FetchFailure } from "./failure.js";

/**
 * The bytes of remote images that the service holds for all its requests. How many an
 * image has is known when it is there: a client begins one more while its share has room,
 * and what then goes beyond the bound is let in for those who hold less than an equal part.
 */
export class HeldBytes {
	readonly #shares: FairShare;
	readonly #beyond: number;
	readonly #waiting = new Set<() => void>();

	/**
	 * @param shares of the clients
	 * @param beyond bytes that may be held past the bound of the shares
	 */
	constructor(shares: FairShare, beyond = 0) {
		this.#shares = shares;
		this.#beyond = beyond;
	}

	/** Counts bytes, whatever there is. @returns whether the client may have them */
	add(client: string, bytes: number): boolean {
		this.#shares.add(client, bytes);
		if (bytes < 0) this.recheck();
		const { total, max, clients } = this.#shares;
		if (total <= max) return true;
		return total <= max + this.#beyond && this.#shares.of(client) <= max / clients;
	}

	/**
	 * Waits until one more image may be fetched.
	 * @param first whether the request is the one that may go on in any case, so that one always does
	 * @throws the signal's reason
	 */
	async room(client: string, signal: AbortSignal, first: () => boolean): Promise<void> {
		while (!this.#shares.mayTake(client) && !first()) {
			await new Promise<void>((resolve) => {
				const wake = () => {
					this.#waiting.delete(wake);
					signal.removeEventListener("abort", wake);
					resolve();
				};
				this.#waiting.add(wake);
				signal.addEventListener("abort", wake, { once: true });
			});
			signal.throwIfAborted();
		}
	}

	/** Lets those who wait look again: bytes were let go, or another request is the first. */
	recheck(): void {
		for (const wake of [...this.#waiting]) wake();
	}
}

/** The bytes that all remote images of one request may have together. */
export class ByteBudget {
	readonly #max: number;
	readonly #service: HeldBytes;
	readonly #client: string;
	#taken = 0;
	#released = false;

	/** @param max bytes */
	constructor(max: number, service: HeldBytes, client: string) {
		this.#max = max;
		this.#service = service;
		this.#client = client;
	}

	get taken(): number {
		return this.#taken;
	}

	/** @returns false when that is more than what is left, for the request, the client or the service */
	take(bytes: number): boolean {
		this.#taken += bytes;
		const mayHold = this.#released || this.#service.add(this.#client, bytes);
		return mayHold && this.#taken <= this.#max;
	}

	/** What to fail with after take returned false. */
	exceeded(): FetchFailure | ServiceError {
		if (this.#taken <= this.#max)
			return new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment });
		return new FetchFailure("too_large", "the images of the request are too large", {
			details: { maxRequestBytes: this.#max },
		});
	}

	/** The request holds its images no longer. */
	release(): void {
		if (this.#released) return;
		this.#released = true;
		this.#service.add(this.#client, -this.#taken);
	}
}
