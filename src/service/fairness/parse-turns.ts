import { setTimeout as sleep } from "node:timers/promises";
import { FairQueue } from "../../base/fair-queue.js";
import type { Usage } from "./usage.js";

/** Bodies up to this size are parsed at once, in less than a millisecond. Bytes. */
const SMALL_BODY_BYTES = 65_536;
/**
 * A longer turn is followed by a pause of the same length, at most the second value. Milliseconds.
 */
const LONG_TURN_MS = 2;
const LONGEST_PAUSE_MS = 25;
/** Estimated time of promises that continue after a turn. Milliseconds. */
const PROMISED_MS = 10;

/**
 * Lets clients take turns with work that this process must do itself: a large body, a row of a
 * batch, the document of a link. One piece per turn of the event loop, and a pause after a long
 * one, so that a client that sends a stream of them uses at most half of the process, and delays
 * another client by one piece. The time counts as used by the client, so light users go first.
 */
export class ParseTurns {
	readonly #usage: Usage | undefined;
	readonly #queue: FairQueue<() => number>;
	#running = false;

	/** @param usage processor time of the clients */
	constructor(usage?: Usage) {
		this.#usage = usage;
		this.#queue = new FairQueue(usage && ((client) => usage.of(client)));
	}

	/**
	 * Runs a piece of work in the client's turn.
	 * @param work must be synchronous; promises that it leaves behind are assumed to take long
	 * @param bytes size of its input: small input is processed at once. Default: large
	 * @throws what `work` throws
	 */
	run<T>(client: string, work: () => T | Promise<T>, bytes = Number.POSITIVE_INFINITY): Promise<T> {
		return new Promise((resolve, reject) => {
			const item = () => {
				const began = performance.now();
				let goesOn = false;
				try {
					const result = work();
					goesOn = result instanceof Promise;
					resolve(result);
				} catch (error) {
					reject(error);
				}
				const took = performance.now() - began + (goesOn ? PROMISED_MS : 0);
				this.#usage?.add(client, took / 1_000);
				return took;
			};
			if (bytes <= SMALL_BODY_BYTES) {
				item();
				return;
			}
			this.#queue.push(client, item);
			if (!this.#running) this.#goOn();
		});
	}

	/**
	 * For work in steps, such as reading a table: the code between two waits is one turn of the
	 * client, and its time counts. Nothing else must be awaited in between.
	 * @returns waits for the client's next turn
	 */
	steps(client: string): () => Promise<void> {
		let began = performance.now();
		return async () => {
			const took = performance.now() - began;
			this.#usage?.add(client, took / 1_000);
			if (took > LONG_TURN_MS) await sleep(Math.min(LONGEST_PAUSE_MS, took));
			await this.run(client, () => undefined);
			began = performance.now();
		};
	}

	#goOn(): void {
		const item = this.#queue.shift();
		this.#running = item !== undefined;
		if (item === undefined) return;
		const took = item();
		if (took <= LONG_TURN_MS) setImmediate(() => this.#goOn());
		else setTimeout(() => this.#goOn(), Math.min(LONGEST_PAUSE_MS, took));
	}
}
