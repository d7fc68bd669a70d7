import type { LinkAnswer } from "./link-answer.js";

/**
 * Finished answers in memory. When there is no room, those go that were asked for
 * the longest time ago; pictures with images from elsewhere go by their age too.
 */
export class AnswerCache {
	readonly #answers = new Map<string, LinkAnswer>();
	readonly #maxBytes: number;
	readonly #freshMs: number;
	#bytes = 0;

	/**
	 * @param maxBytes of all answers together; 0: none is kept
	 * @param freshMs age up to which a picture that may change is answered
	 */
	constructor(maxBytes: number, freshMs: number) {
		this.#maxBytes = maxBytes;
		this.#freshMs = freshMs;
	}

	get bytes(): number {
		return this.#bytes;
	}

	get size(): number {
		return this.#answers.size;
	}

	get(key: string): LinkAnswer | undefined {
		const answer = this.#answers.get(key);
		if (answer === undefined) return undefined;
		// A Map keeps the order of insertion: what is used becomes the youngest.
		this.#delete(key, answer);
		if (!answer.lasting && Math.abs(Date.now() - answer.drawnAt) >= this.#freshMs) return undefined;
		this.#insert(key, answer);
		return answer;
	}

	put(key: string, answer: LinkAnswer): void {
		const known = this.#answers.get(key);
		if (known !== undefined) this.#delete(key, known);
		if (answer.bytes.length > this.#maxBytes) return;
		this.#insert(key, answer);
		for (const [oldest, { bytes }] of this.#answers) {
			if (this.#bytes <= this.#maxBytes) return;
			this.#answers.delete(oldest);
			this.#bytes -= bytes.length;
		}
	}

	#insert(key: string, answer: LinkAnswer): void {
		this.#answers.set(key, answer);
		this.#bytes += answer.bytes.length;
	}

	#delete(key: string, answer: LinkAnswer): void {
		this.#answers.delete(key);
		this.#bytes -= answer.bytes.length;
	}
}
