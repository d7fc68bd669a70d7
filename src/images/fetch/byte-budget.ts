import { ServiceError } from "../../errors/errors.js";
import { FetchFailure } from "./failure.js";

/** Seconds that a client is asked to wait when the service holds too much. */
const RETRY_AFTER_SECONDS = 2;

/** The bytes of remote images that the service holds for all its requests. */
export class HeldBytes {
	readonly max: number;
	readonly #freely: number;
	#held = 0;
	readonly #waiting = new Set<() => void>();

	/**
	 * @param max bytes
	 * @param freely bytes up to which every request may begin to fetch one more image
	 */
	constructor(max: number, freely: number = max) {
		this.max = max;
		this.#freely = freely;
	}

	get held(): number {
		return this.#held;
	}

	add(bytes: number): void {
		this.#held += bytes;
		if (bytes < 0) this.recheck();
	}

	/**
	 * Waits until one more image may be fetched.
	 * @param first whether the request is the one that may go on in any case, so that one always does
	 * @throws the signal's reason
	 */
	async room(signal: AbortSignal, first: () => boolean): Promise<void> {
		while (this.#held > this.#freely && !first()) {
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
	#taken = 0;
	#released = false;

	/** @param max bytes */
	constructor(max: number, service: HeldBytes) {
		this.#max = max;
		this.#service = service;
	}

	get taken(): number {
		return this.#taken;
	}

	/** @returns false when that is more than what is left, for the request or the service */
	take(bytes: number): boolean {
		this.#taken += bytes;
		if (!this.#released) this.#service.add(bytes);
		return this.#taken <= this.#max && this.#service.held <= this.#service.max;
	}

	/** What to fail with after take returned false. */
	exceeded(): FetchFailure | ServiceError {
		if (this.#taken <= this.#max)
			return new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS });
		return new FetchFailure("too_large", "the images of the request are too large", {
			details: { maxRequestBytes: this.#max },
		});
	}

	/** The request holds its images no longer. */
	release(): void {
		if (this.#released) return;
		this.#released = true;
		this.#service.add(-this.#taken);
	}
}
