/** Measures a text once per size. */
import type { TextMeasure, TextSize } from "./box.js";

/**
 * Sums of widths may differ in their last digits; a line that fits must not break because of that.
 */
const SLACK = 1e-6;

export class MeasuredText<M extends TextSize> {
	readonly #text: TextMeasure<M>;
	readonly #bySize = new Map<string, M>();
	#longestWord: number | undefined;

	constructor(text: TextMeasure<M>) {
		this.#text = text;
	}

	/** Its letters or its lines follow its height, which may be smaller than that of the text. */
	get followsHeight(): boolean {
		return this.#text.follows !== undefined;
	}

	/** Its letters follow its box. */
	get fits(): boolean {
		return this.#text.follows === "letters";
	}

	/** Its longest word can be cut off. */
	get yields(): boolean {
		return this.#text.yields === true;
	}

	/** On one line, except for the line breaks of the text. */
	get unbroken(): M {
		return this.#at(Number.POSITIVE_INFINITY);
	}

	/** Width of the longest word; 0 for a text that fits its box. */
	get longestWord(): number {
		this.#longestWord ??= this.fits ? 0 : Math.min(this.#text.minContent(), this.unbroken.width);
		return this.#longestWord;
	}

	/** The narrowest line: the longest word, unless it can be cut off. */
	get minContent(): number {
		return this.yields ? 0 : this.longestWord;
	}

	/**
	 * @param width of the lines, from 0.
	 * @param height limit of a text that follows it.
	 */
	at(width: number, height = Number.POSITIVE_INFINITY): M {
		if (this.followsHeight && height < Number.POSITIVE_INFINITY) return this.#at(width, height);
		return width >= this.unbroken.width - SLACK ? this.unbroken : this.#at(width);
	}

	#at(width: number, height = Number.POSITIVE_INFINITY): M {
		const key = `${width} ${height}`;
		const known = this.#bySize.get(key);
		if (known) return known;
		const size = this.#text.measure(width, height);
		this.#bySize.set(key, size);
		return size;
	}
}
