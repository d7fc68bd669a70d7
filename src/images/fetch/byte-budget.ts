import { ServiceError } from "../../errors.js";
import { FetchFailure } from "./failure.js";

/** Seconds that a client is asked to wait when the service holds too much. */
const RETRY_AFTER_SECONDS = 2;

/** The bytes of remote images that the service holds for all its requests. */
export class HeldBytes {
	readonly max: number;
	held = 0;

	/** @param max bytes */
	constructor(max: number) {
		this.max = max;
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
		if (!this.#released) this.#service.held += bytes;
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
		this.#service.held -= this.#taken;
	}
}
