/** Measures a text once per width. */
import type { TextMeasure, TextSize } from "./box.js";

/**
 * Sums of widths may differ in their last digits; a line that fits must not break because of that.
 */
const SLACK = 1e-6;

export class MeasuredText<M extends TextSize> {
	readonly #text: TextMeasure<M>;
	readonly #byWidth = new Map<number, M>();
	#minContent: number | undefined;

	constructor(text: TextMeasure<M>) {
		this.#text = text;
	}

	get fitShrink(): boolean {
		return this.#text.fitShrink === true;
	}

	/** On one line, except for the line breaks of the text. */
	get unbroken(): M {
		return this.#at(Number.POSITIVE_INFINITY);
	}

	/** Width of the longest word; 0 for a text that shrinks to fit its box. */
	get minContent(): number {
		this.#minContent ??= this.fitShrink
			? 0
			: Math.min(this.#text.minContent(), this.unbroken.width);
		return this.#minContent;
	}

	/** @param width of the lines, from 0. */
	at(width: number): M {
		return width >= this.unbroken.width - SLACK ? this.unbroken : this.#at(width);
	}

	#at(width: number): M {
		const known = this.#byWidth.get(width);
		if (known) return known;
		const size = this.#text.measure(width);
		this.#byWidth.set(width, size);
		return size;
	}
}
