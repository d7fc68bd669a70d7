import { setTimeout as sleep } from "node:timers/promises";
import { FairQueue } from "./fair-queue.js";
import type { Usage } from "./usage.js";

/** Bodies up to this size are parsed at once, in less than a millisecond. Bytes. */
const SMALL_BODY_BYTES = 65_536;
/** A turn that took longer is followed by a pause as long, at most the second. Milliseconds. */
const LONG_TURN_MS = 2;
const LONGEST_PAUSE_MS = 25;
/** What is done in promises after a turn, about. Milliseconds. */
const PROMISED_MS = 10;

/**
 * Lets clients take turns with what the process itself has to work on: a large body, a row of a
 * batch, the document of a link. One piece in each turn of the event loop, and after a long one a
 * pause, so that whoever sends a stream of them takes half of the process and no more, and delays
 * another by one. The time counts as used by the client, so that those who have used much wait
 * for those who have used little.
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
	 * Does a piece of work in the client's turn.
	 * @param work does not wait for anything; what it leaves to promises is taken to be long
	 * @param bytes what it works on: what is small is done at once. By default it is not
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
	 * For work that goes on in steps, such as reading a table: what is done between two waits is one
	 * turn of the client, and counts as used by it. Nothing else is waited for in between.
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
