/** Initial capacity if the length of a body is not known. */
const INITIAL_CAPACITY = 65_536;

/**
 * Collects a body of limited length. Bytes are copied, because keeping the chunks would let a
 * server that sends single bytes cost a hundred times their size.
 */
export class ByteCollector {
	readonly #limit: number;
	#buffer: Uint8Array;
	#length = 0;

	/**
	 * @param limit maximum number of bytes
	 * @param expected the Content-Length, if any, at most `limit`. Pages of a large buffer use no
	 * memory until they are written.
	 */
	constructor(limit: number, expected: number | undefined) {
		this.#limit = limit;
		this.#buffer = Buffer.allocUnsafeSlow(Math.min(limit, expected ?? INITIAL_CAPACITY));
	}

	/** @returns false if the chunk exceeds the limit; it is not added then */
	push(chunk: Uint8Array): boolean {
		const length = this.#length + chunk.length;
		if (length > this.#limit) return false;
		if (length > this.#buffer.length) {
			const grown = Buffer.allocUnsafeSlow(
				Math.min(this.#limit, Math.max(length, this.#buffer.length * 2)),
			);
			grown.set(this.#buffer.subarray(0, this.#length));
			this.#buffer = grown;
		}
		this.#buffer.set(chunk, this.#length);
		this.#length = length;
		return true;
	}

	/** The bytes, in a buffer of exactly their size. */
	bytes(): Uint8Array {
		if (this.#length === this.#buffer.length) return this.#buffer;
		return Uint8Array.from(this.#buffer.subarray(0, this.#length));
	}
}
