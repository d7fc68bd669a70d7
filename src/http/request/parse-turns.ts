import { FairQueue } from "../../fairness/fair-queue.js";

/** Bodies up to this size are parsed at once, in less than a millisecond. Bytes. */
const SMALL_BODY_BYTES = 65_536;

/**
 * Lets clients take turns with large bodies, one in each turn of the event loop: parsing one and
 * finding what is wrong with it takes tens of milliseconds, and a client that sends a stream
 * of them delays another's by one.
 */
export class ParseTurns {
	readonly #queue = new FairQueue<() => void>();
	#running = false;

	/** Resolves when a body of that client may be parsed: it has to be, at once. */
	next(client: string, bytes: number): Promise<void> | void {
		if (bytes <= SMALL_BODY_BYTES) return;
		return new Promise((resolve) => {
			this.#queue.push(client, resolve);
			if (!this.#running) this.#goOn();
		});
	}

	#goOn(): void {
		const begin = this.#queue.shift();
		this.#running = begin !== undefined;
		if (begin === undefined) return;
		begin();
		setImmediate(() => this.#goOn());
	}
}
