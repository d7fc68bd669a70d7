import { FairQueue } from "../../fairness/fair-queue.js";
import { FairShare } from "../../fairness/fair-share.js";

/** A bound on how much happens at once; clients take turns, and none gets all of many slots. */
export class Slots {
	readonly #taken: FairShare;
	readonly #waiting = new FairQueue<() => void>();

	/** @param count at least 1 */
	constructor(count: number) {
		this.#taken = new FairShare(count);
	}

	/**
	 * Waits for a slot, holds it while `work` runs.
	 * @param client whose turn it is
	 * @throws the signal's reason when it fires during the wait
	 */
	async run<T>(client: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
		await this.#acquire(client, signal);
		try {
			return await work();
		} finally {
			this.#release(client);
		}
	}

	#acquire(client: string, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#taken.mayTake(client)) {
			this.#taken.add(client, 1);
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.remove(client, enter);
				reject(signal.reason);
			};
			const enter = () => {
				signal.removeEventListener("abort", leave);
				this.#taken.add(client, 1);
				resolve();
			};
			this.#waiting.push(client, enter);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	#release(client: string): void {
		this.#taken.add(client, -1);
		for (;;) {
			const next = this.#waiting.shift((other) => this.#taken.mayTake(other));
			if (next === undefined) return;
			next();
		}
	}
}
