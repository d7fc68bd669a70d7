/** A box as the algorithm reads it: parsed, with every default filled in. */
import type { Align, Box, Justify, TextSize } from "./box.js";
import type { Length } from "./lengths.js";
import type { MeasuredText } from "./measured-text.js";

export interface Edges {
	readonly left: number;
	readonly top: number;
	/** left + right. */
	readonly x: number;
	/** top + bottom. */
	readonly y: number;
}

export interface Axis {
	readonly width: boolean;
	readonly height: boolean;
}

/** What a box has to know of its parent; undefined for a top-level box. */
export interface Parent {
	readonly given: Axis;
	readonly row: boolean;
	readonly wrap: boolean;
	readonly align: Align;
}

/** Coordinates run in reading direction: in a slide from right to left, x starts at the right. */
export interface Node<R, M extends TextSize = TextSize> {
	readonly box: Box<R, M>;
	readonly inFlow: boolean;
	readonly x: Length | undefined;
	readonly y: Length | undefined;
	readonly right: Length | undefined;
	readonly bottom: Length | undefined;
	readonly width: Length | undefined;
	readonly height: Length | undefined;
	readonly minWidth: Length | undefined;
	readonly maxWidth: Length | undefined;
	readonly minHeight: Length | undefined;
	readonly maxHeight: Length | undefined;
	/** Undefined where both sizes are given, too. */
	readonly ratio: number | undefined;
	readonly grow: number;
	readonly shrink: number;
	readonly basis: Length | undefined;
	/** How it is placed across its parent; never baseline where that means start. */
	readonly align: Align;
	/** Padding and border. */
	readonly edges: Edges;
	readonly border: number;
	/** Which sizes are known without the content; percentages of these work. */
	readonly given: Axis;
	readonly text: MeasuredText<M> | undefined;
	readonly defaultSize: { readonly width: number; readonly height: number };
	/** It is a text or has one among its descendants in the flow: it has a baseline. */
	readonly hasText: boolean;
	/** The width of its content depends on its height: wrapping columns, ratios. */
	readonly widthFollowsHeight: boolean;
	/** Every child, then those in the flow, in the order of the document. */
	readonly children: readonly Node<R, M>[];
	readonly flow: readonly Node<R, M>[];
	readonly row: boolean;
	readonly reverse: boolean;
	readonly wrap: boolean;
	readonly gap: number;
	readonly justify: Justify;
}
