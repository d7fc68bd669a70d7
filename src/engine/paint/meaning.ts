/** What a part of the paint tree means to somebody who does not see it. */
import type { SaidWords } from "../text/layout/said-words.js";

/** A paragraph of a text; of a list where it has a marker. */
export interface SaidParagraph {
	/** What stands in front of an item of a list. */
	readonly marker?: readonly SaidLine[];
	readonly lines: readonly SaidLine[];
	/** It is in a list: an item, or what goes on under it. */
	readonly listed: boolean;
}

/** Words of a line in the order in which they are read. */
export interface SaidLine {
	/** Left edge and baseline, in the space of the node's children. */
	readonly x: number;
	readonly baseline: number;
	readonly words: readonly SaidWords[];
}

export interface TextMeaning {
	readonly kind: "text";
	/** BCP 47; "": the document does not say. */
	readonly language: string;
	/** Made when it is asked for: only pages of a PDF are read. */
	readonly paragraphs: () => readonly SaidParagraph[];
}

/** A picture with an alternative text. */
export interface FigureMeaning {
	readonly kind: "figure";
	readonly alt: string;
}

export type Meaning = TextMeaning | FigureMeaning;
