import { ServiceError } from "../../../base/errors.js";
import type { FairShare } from "../../../base/fair-share.js";
import { FetchFailure } from "../../../base/fetch-failure.js";
import { RETRY_AFTER_SECONDS } from "../../../base/retry-after.js";

/**
 * Limits the bytes of remote images in memory for all requests. The size of an image is only known
 * when it has arrived. A client may start one more image while its share has room; what exceeds the
 * limit then is accepted for clients that hold less than an equal part.
 */
export class HeldBytes {
	readonly #shares: FairShare;
	readonly #beyond: number;
	readonly #waiting = new Set<() => void>();
	#reclaim = () => {};

	/**
	 * @param shares of the clients
	 * @param beyond bytes that may exceed the limit of the shares
	 */
	constructor(shares: FairShare, beyond = 0) {
		this.#shares = shares;
		this.#beyond = beyond;
	}

	/** Called when room is short, to release bytes that can be fetched again. */
	onPressure(reclaim: () => void): void {
		this.#reclaim = reclaim;
	}

	/** Counts bytes, whatever there is. @returns whether the client may have them */
	add(client: string, bytes: number): boolean {
		this.#shares.add(client, bytes);
		if (this.#shares.total > this.#shares.max) this.#reclaim();
		const { total, max, clients } = this.#shares;
		if (total <= max) return true;
		return total <= max + this.#beyond && this.#shares.of(client) <= max / clients;
	}

	/** Counts bytes if the client's share has room for them. @returns whether it has */
	take(client: string, bytes: number): boolean {
		return this.#shares.take(client, bytes);
	}

	/** Bytes are no longer held. */
	release(client: string, bytes: number): void {
		this.#shares.add(client, -bytes);
		this.recheck();
	}

	/**
	 * Waits until one more image may be fetched.
	 * @param first whether this request may always continue, so that at least one does
	 * @throws the signal's reason
	 */
	async room(client: string, signal: AbortSignal, first: () => boolean): Promise<void> {
		if (!this.#shares.mayTake(client)) this.#reclaim();
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

	/** Lets waiting requests check again: bytes were released, or another request is the first. */
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

	/** @returns false if the request, the client or the service has not enough left */
	take(bytes: number): boolean {
		this.#taken += bytes;
		const mayHold = this.#released || this.#service.add(this.#client, bytes);
		return mayHold && this.#taken <= this.#max;
	}

	/** The error after `take` returned false. */
	exceeded(): FetchFailure | ServiceError {
		if (this.#taken <= this.#max)
			return new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment });
		return new FetchFailure("too_large", "the images of the request are too large", {
			details: { maxRequestBytes: this.#max },
		});
	}

	/** The request has released its images. */
	release(): void {
		if (this.#released) return;
		this.#released = true;
		this.#service.release(this.#client, this.#taken);
	}
}
