import { LRUCache } from "lru-cache";
import type { LinkAnswer } from "./link-answer.js";

/**
 * Finished answers in memory. When there is no room, those go that were asked for
 * the longest time ago; pictures with images from elsewhere go by their age too.
 */
export class AnswerCache {
	readonly #answers: LRUCache<string, LinkAnswer>;
	readonly #freshMs: number;

	/**
	 * @param maxBytes of all answers together; 0: none is kept
	 * @param freshMs age up to which a picture that may change is answered
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
	get(key: string): LinkAnswer | undefined {
		const answer = this.#answers.get(key);
		if (answer === undefined || answer.lasting) return answer;
		// By the clock: replicas share answers, and a clock that was put back makes none fresh.
		if (Math.abs(Date.now() - answer.drawnAt) < this.#freshMs) return answer;
		this.#answers.delete(key);
		return undefined;
	}

	/** Keeps an answer in place of an older one; one of more than `maxBytes` is not kept. */
	put(key: string, answer: LinkAnswer): void {
		this.#answers.set(key, answer);
	}
}
