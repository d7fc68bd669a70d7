/**
 * The one who leads is refused for what it is or did, as for its rate: whoever waits
 * with it is not, and tries by itself.
 */
export class LeaderRefused extends Error {
	override readonly name = "LeaderRefused";
	override readonly cause: unknown;

	/** @param cause what the leader ends with */
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
 * Work that many want at the same time is done once. The first who asks leads; it
 * may leave without harm to the others, and the work ends when all have left.
 */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();

	/** Pieces of work under way. */
	get size(): number {
		return this.#flights.size;
	}

	/**
	 * @param key of the work
	 * @param signal who waits has gone
	 * @param work done for the one who leads; LeaderRefused makes another one lead
	 * @returns the result, and whether the caller led
	 * @throws what `work` throws; the signal's reason when it fires
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
		// Nobody who comes now may join work that is about to end.
		abort.signal.addEventListener("abort", forget, { once: true });
		this.#flights.set(key, flight);
		return flight;
	}
}

/** Waits for a flight; the last who leaves ends it. */
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
