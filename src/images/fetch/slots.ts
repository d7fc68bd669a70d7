/** A bound on how much happens at once; whoever comes first is served first. */
export class Slots {
	#free: number;
	readonly #waiting = new Set<() => void>();

	/** @param count at least 1 */
	constructor(count: number) {
		this.#free = count;
	}

	/**
	 * Waits for a slot, holds it while `work` runs.
	 * @throws the signal's reason when it fires during the wait
	 */
	async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
		await this.#acquire(signal);
		try {
			return await work();
		} finally {
			this.#release();
		}
	}

	#acquire(signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#free > 0) {
			this.#free--;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.delete(enter);
				reject(signal.reason);
			};
			const enter = () => {
				signal.removeEventListener("abort", leave);
				resolve();
			};
			this.#waiting.add(enter);
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	#release(): void {
		const [next] = this.#waiting;
		if (next === undefined) {
			this.#free++;
			return;
		}
		this.#waiting.delete(next);
		next();
	}
}
