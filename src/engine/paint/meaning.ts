/** The meaning of a part of the paint tree for people who cannot see it. */
import type { SaidWords } from "../text/layout/said-words.js";

/** A paragraph of a text; an item of a list if it has a marker. */
export interface SaidParagraph {
	/** The marker in front of a list item. */
	readonly marker?: readonly SaidLine[];
	readonly lines: readonly SaidLine[];
	/** It belongs to a list: an item, or a continuation of one. */
	readonly listed: boolean;
}

/** The words of a line in reading order. */
export interface SaidLine {
	/** Left edge and baseline, in the space of the node's children. */
	readonly x: number;
	readonly baseline: number;
	readonly words: readonly SaidWords[];
	/** Clockwise rotation of the line around a point, degrees; default: none. */
	readonly turn?: {
		readonly rotation: number;
		readonly centerX: number;
		readonly centerY: number;
	};
}

export interface TextMeaning {
	readonly kind: "text";
	/** BCP 47; "" if the document does not give it. */
	readonly language: string;
	/** Computed on demand, because only PDF pages need it. */
	readonly paragraphs: () => readonly SaidParagraph[];
}

/** A picture with an alternative text. */
export interface FigureMeaning {
	readonly kind: "figure";
	readonly alt: string;
}

export type Meaning = TextMeaning | FigureMeaning;
