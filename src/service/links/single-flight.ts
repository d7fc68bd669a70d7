/**
 * The first caller is refused for its own reasons, such as its rate limit. The others are not
 * affected, and one of them tries instead.
 */
export class LeaderRefused extends Error {
	override readonly name = "LeaderRefused";
	override readonly cause: unknown;

	/** @param cause the error for the first caller */
	constructor(cause: unknown) {
		super("the leader was refused");
		this.cause = cause;
	}
}

interface Flight<T> {
	readonly result: Promise<T>;
	readonly abort: AbortController;
	waiting: number;
}

/**
 * Does work once for all simultaneous callers. The first caller starts it and may leave without
 * affecting the others; the work is aborted when all have left.
 */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();

	/** Work in progress. */
	get size(): number {
		return this.#flights.size;
	}

	/**
	 * @param key of the work
	 * @param signal fires when this caller leaves
	 * @param work run for the first caller; if it throws LeaderRefused, another caller becomes the
	 * first
	 * @returns the result, and whether this caller ran the work
	 * @throws what `work` throws; the signal's reason if it fires
	 */
	async run(
		key: string,
		signal: AbortSignal,
		work: (signal: AbortSignal) => Promise<T>,
	): Promise<{ readonly result: T; readonly led: boolean }> {
		for (;;) {
			signal.throwIfAborted();
			const known = this.#flights.get(key);
			const flight = known ?? this.#start(key, work);
			try {
				return { result: await join(flight, signal), led: known === undefined };
			} catch (error) {
				if (!(error instanceof LeaderRefused)) throw error;
				if (known === undefined) throw error.cause;
			}
		}
	}

	#start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
		const abort = new AbortController();
		const forget = () => {
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		const result = work(abort.signal).finally(forget);
		const flight: Flight<T> = { result, abort, waiting: 0 };
		// New callers must not join work that is about to be aborted.
		abort.signal.addEventListener("abort", forget, { once: true });
		this.#flights.set(key, flight);
		return flight;
	}
}

/** Waits for a flight; the last caller that leaves aborts it. */
function join<T>(flight: Flight<T>, signal: AbortSignal): Promise<T> {
	flight.waiting++;
	return new Promise<T>((resolve, reject) => {
		const leave = () => {
			flight.waiting--;
			reject(signal.reason);
			if (flight.waiting === 0) flight.abort.abort(signal.reason);
		};
		signal.addEventListener("abort", leave, { once: true });
		flight.result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
	});
}
