import { FairQueue } from "./fair-queue.js";
import { FairShare } from "./fair-share.js";

/**
 * Limits how many operations run at the same time; clients take turns, and none gets all of many
 * slots.
 */
export class Slots {
	readonly #taken: FairShare;
	readonly #waiting = new FairQueue<() => void>();

	/** @param count at least 1 */
	constructor(count: number) {
		this.#taken = new FairShare(count);
	}

	/**
	 * Waits for a slot, and holds it while `work` runs.
	 * @param client whose turn counts
	 * @throws the signal's reason if it fires during the wait
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
