/** Texts that were shaped recently. */

/** Characters of all texts together; each also counts as some for its own objects. */
const MAX_CHARACTERS = 32_768;
const OWN_CHARACTERS = 100;
/** Characters of a key that take as little memory as one that is shaped: a text may have many styles. */
const KEY_CHARACTERS = 4;

/**
 * Keeps what was made of the last texts, by a key that names everything it was made of. It may stay
 * for the following slides: whatever is found is what would be made again.
 */
export class RecentTexts<T> {
	/** The oldest first. */
	readonly #byKey = new Map<string, { readonly made: T; readonly characters: number }>();
	#characters = 0;

	get(key: string): T | undefined {
		const found = this.#byKey.get(key);
		if (found === undefined) return undefined;
		this.#byKey.delete(key);
		this.#byKey.set(key, found);
		return found.made;
	}

	/**
	 * Keeps a new text, unless it is too long, and forgets the oldest ones.
	 * @param length of the text
	 */
	add(key: string, made: T, length: number): void {
		const characters = Math.max(length + OWN_CHARACTERS, key.length / KEY_CHARACTERS);
		if (characters > MAX_CHARACTERS) return;
		this.#byKey.set(key, { made, characters });
		this.#characters += characters;
		for (const [oldest, { characters }] of this.#byKey) {
			if (this.#characters <= MAX_CHARACTERS) return;
			this.#byKey.delete(oldest);
			this.#characters -= characters;
		}
	}
}
