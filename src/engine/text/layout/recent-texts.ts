/** Texts that were shaped recently. */

/** Characters of all keys together. A key has those of its text and of its style. */
const MAX_CHARACTERS = 32_768;

/**
 * Keeps what was made of the last texts, by a key that names everything it was made of. It may stay
 * for the following slides: whatever is found is what would be made again.
 */
export class RecentTexts<T> {
	/** The oldest first. */
	readonly #byKey = new Map<string, T>();
	#characters = 0;

	get(key: string): T | undefined {
		const found = this.#byKey.get(key);
		if (found === undefined) return undefined;
		this.#byKey.delete(key);
		this.#byKey.set(key, found);
		return found;
	}

	/** Keeps a new text, unless it is too long, and forgets the oldest ones. */
	add(key: string, made: T): void {
		if (key.length > MAX_CHARACTERS) return;
		this.#byKey.set(key, made);
		this.#characters += key.length;
		for (const oldest of this.#byKey.keys()) {
			if (this.#characters <= MAX_CHARACTERS) return;
			this.#byKey.delete(oldest);
			this.#characters -= oldest.length;
		}
	}
}
