import { LRUCache } from "lru-cache";
import type { PictureResponse } from "./picture-response.js";

/**
 * Finished answers in memory. If there is no room, the least recently requested ones are removed;
 * pictures with remote images are also limited in age.
 */
export class ResponseCache {
	readonly #answers: LRUCache<string, PictureResponse>;
	readonly #freshMs: number;

	/**
	 * @param maxBytes of all answers together; 0 to keep none
	 * @param freshMs age up to which a picture that may change is used
	 */
	constructor(maxBytes: number, freshMs: number) {
		this.#answers = new LRUCache({
			// No answer is of one byte.
			maxSize: Math.max(1, maxBytes),
			sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
		});
		this.#freshMs = freshMs;
	}

	/** Bytes of all answers together. */
	get bytes(): number {
		return this.#answers.calculatedSize;
	}

	get size(): number {
		return this.#answers.size;
	}

	/** @returns undefined if there is no answer, or one that may have changed since */
	get(key: string): PictureResponse | undefined {
		const answer = this.#answers.get(key);
		if (answer === undefined || answer.lasting) return answer;
		// By wall clock, because replicas share answers; if it was set back, no answer becomes fresh
		// again.
		if (Math.abs(Date.now() - answer.drawnAt) < this.#freshMs) return answer;
		this.#answers.delete(key);
		return undefined;
	}

	/**
	 * Stores an answer in place of an older one; one that is larger than `maxBytes` is not stored.
	 */
	put(key: string, answer: PictureResponse): void {
		this.#answers.set(key, answer);
	}
}
