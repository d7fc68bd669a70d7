import { FetchFailure } from "./failure.js";

/** The bytes that all remote images of one request may have together. */
export class ByteBudget {
	readonly #max: number;
	#taken = 0;

	/** @param max bytes */
	constructor(max: number) {
		this.#max = max;
	}

	get taken(): number {
		return this.#taken;
	}

	/** @returns false when that is more than what is left */
	take(bytes: number): boolean {
		this.#taken += bytes;
		return this.#taken <= this.#max;
	}

	/** What to fail with after take returned false. */
	exceeded(): FetchFailure {
		return new FetchFailure("too_large", "the images of the request are too large", {
			details: { maxRequestBytes: this.#max },
		});
	}
}
