import { FairQueue } from "../../fair-queue.js";

/** A bound on how much happens at once; clients take turns. */
export class Slots {
	#free: number;
	readonly #waiting = new FairQueue<() => void>();

	/** @param count at least 1 */
	constructor(count: number) {
		this.#free = count;
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
			this.#release();
		}
	}

	#acquire(client: string, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#free > 0) {
			this.#free--;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.remove(client, enter);
				reject(signal.reason);
			};
			const enter = () => {
				signal.removeEventListener("abort", leave);
				resolve();
			};
			this.#waiting.push(client, enter);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	#release(): void {
		const next = this.#waiting.shift();
		if (next === undefined) this.#free++;
		else next();
	}
}
