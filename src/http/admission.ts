import { ServiceError } from "../errors.js";

interface Waiting {
	readonly start: () => void;
	readonly fail: (reason: unknown) => void;
}

/** Seconds that a refused client is asked to wait. */
const RETRY_AFTER_SECONDS = 2;

/**
 * How many renders run at a time, and how many may wait. Clients take turns,
 * so that one that sends a hundred documents does not keep another waiting
 * for all of them.
 */
export class Admission {
	readonly #runningLimit: number;
	readonly #waitingLimit: number;
	/** Waiting renders by client; the map's order is the order of turns. */
	readonly #queues = new Map<string, Set<Waiting>>();
	#running = 0;
	#waiting = 0;

	constructor(limits: { readonly running: number; readonly waiting: number }) {
		this.#runningLimit = limits.running;
		this.#waitingLimit = limits.waiting;
	}

	/** @throws ServiceError overloaded when a render that came now would be refused */
	check(): void {
		if (this.#running >= this.#runningLimit && this.#waiting >= this.#waitingLimit) {
			throw new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS });
		}
	}

	/**
	 * Runs a task when its turn has come.
	 * @param client who asks, as turns are counted
	 * @param signal ends the waiting; the task has to watch it for itself
	 * @throws ServiceError overloaded when too many wait; the signal's reason
	 */
	async run<T>(client: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		if (this.#running >= this.#runningLimit) {
			this.check();
			// The place is handed over by who leaves, so nobody can slip in between.
			await this.#wait(client, signal);
		} else {
			this.#running++;
		}
		try {
			return await task();
		} finally {
			this.#leave();
		}
	}

	#wait(client: string, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const onAbort = () => waiting.fail(signal.reason);
			const waiting: Waiting = {
				start: () => {
					signal.removeEventListener("abort", onAbort);
					resolve();
				},
				fail: (reason) => {
					this.#drop(client, waiting);
					reject(reason);
				},
			};
			signal.addEventListener("abort", onAbort, { once: true });
			const queue = this.#queues.get(client) ?? new Set();
			this.#queues.set(client, queue.add(waiting));
			this.#waiting++;
		});
	}

	#leave(): void {
		for (const [client, queue] of this.#queues) {
			for (const next of queue) {
				this.#drop(client, next);
				if (queue.size > 0) {
					// To the end of the turns.
					this.#queues.delete(client);
					this.#queues.set(client, queue);
				}
				next.start();
				return;
			}
		}
		this.#running--;
	}

	#drop(client: string, waiting: Waiting): void {
		const queue = this.#queues.get(client);
		if (!queue?.delete(waiting)) return;
		this.#waiting--;
		if (queue.size === 0) this.#queues.delete(client);
	}
}
