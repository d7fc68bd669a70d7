import { LRUCache } from "lru-cache";
import type { HeldBytes } from "./fetch/byte-budget.js";

/** Bytes of the images that all batches together keep. */
const MAX_BYTES = 32 * 1024 * 1024;

interface KeptImage {
	readonly bytes: Uint8Array;
	readonly client: string;
}

/**
 * Remote images that were fetched for one document of a batch, kept for the next ones: its rows
 * often show the same photo, and fetching it took a quarter of a row's processor time. They count as
 * held by the client, and are dropped as soon as a fetch needs the room.
 */
export class KeptImages {
	readonly #held: HeldBytes;
	readonly #images: LRUCache<string, KeptImage>;
	/** Under way, by the same key; undefined if they fail. */
	readonly #pending = new Map<string, Promise<Uint8Array | undefined>>();
	readonly #numbers = new WeakMap<object, number>();
	#batches = 0;

	constructor(held: HeldBytes) {
		this.#held = held;
		this.#images = new LRUCache<string, KeptImage>({
			maxSize: MAX_BYTES,
			sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
			dispose: ({ bytes, client }) => held.release(client, bytes.length),
		});
		held.onPressure(() => this.#images.clear());
	}

	/**
	 * The bytes of an image: kept, under way for another document of the batch, or fetched.
	 * @param batch its identity: other batches fetch their own
	 * @param signal ends the wait for the fetch of another document
	 * @param fetch also called if the fetch of another document has failed
	 * @throws what `fetch` throws; the signal's reason
	 */
	async get(
		batch: object,
		url: string,
		{ client, signal }: { readonly client: string; readonly signal: AbortSignal },
		fetch: () => Promise<Uint8Array>,
	): Promise<Uint8Array> {
		const key = `${this.#numberOf(batch)} ${url}`;
		const kept = this.#images.get(key);
		if (kept) return kept.bytes;
		const other = this.#pending.get(key);
		const shared = other && (await beforeAbort(other, signal));
		if (shared) return shared;
		const fetching = fetch();
		const pending = fetching.catch(() => undefined);
		this.#pending.set(key, pending);
		try {
			const bytes = await fetching;
			if (!this.#images.has(key) && this.#held.take(client, bytes.length))
				this.#images.set(key, { bytes, client });
			return bytes;
		} finally {
			if (this.#pending.get(key) === pending) this.#pending.delete(key);
		}
	}

	/** Drops the images of a batch, which is over. */
	forget(batch: object): void {
		const start = `${this.#numberOf(batch)} `;
		for (const key of [...this.#images.keys()]) if (key.startsWith(start)) this.#images.delete(key);
	}

	#numberOf(batch: object): number {
		const number = this.#numbers.get(batch) ?? ++this.#batches;
		this.#numbers.set(batch, number);
		return number;
	}
}

/** @throws the signal's reason if it fires first */
async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason);
	});
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
