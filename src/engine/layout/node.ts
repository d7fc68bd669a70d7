/** A box in the form that the algorithm reads: parsed, with every default filled in. */
import type { Align, Box, CellAlign, FourSides, Justify, TextSize } from "./box.js";
import type { Cell } from "./grid-cells.js";
import type { TrackSize } from "./grid-tracks.js";
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

/** What a box needs to know about its parent; undefined for a top-level box. */
export interface Parent {
	readonly given: Axis;
	readonly row: boolean;
	readonly wrap: boolean;
	readonly align: Align;
	/** Of a grid. */
	readonly grid?: {
		readonly justifyItems: CellAlign;
		readonly columns: number;
		readonly isSubgrid: boolean;
	};
}

/** The fields of a grid. */
export interface Grid {
	/** Explicit columns; of a subgrid as many automatic ones, which those around it replace. */
	readonly columns: readonly TrackLength[];
	readonly isSubgrid: boolean;
	readonly rows: readonly TrackLength[];
	/** undefined in a subgrid that has the gap of the grid around it. */
	readonly columnGap: number | undefined;
	readonly rowGap: number;
	readonly justify: Justify | "stretch";
	readonly alignContent: Justify | "stretch";
	/** The cells of the children in the flow. */
	readonly cells: readonly Cell[];
}

/** A track whose percentages are not resolved. */
export interface TrackLength {
	readonly min: TrackEnd;
	readonly max: TrackEnd;
}
export type TrackEnd = Length | Exclude<TrackSize, { readonly kind: "fixed" }>;

/** How the content of a box is scaled until it fits. */
export interface Fit<R, M extends TextSize> {
	/** Ascending; the first is used if none fits. */
	readonly scales: readonly number[];
	/** How far a child may leave its stack. */
	readonly tolerance: number;
	/** The node at a scale. Remembers its answers. */
	readonly at: (scale: number) => Node<R, M>;
}

/** Coordinates run in reading direction: on a right-to-left slide, x starts at the right. */
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
	/** Also undefined if both sizes are given. */
	readonly ratio: number | undefined;
	readonly grow: number;
	readonly shrink: number;
	readonly basis: Length | undefined;
	/** Alignment on the cross axis of its parent; never baseline where that means start. */
	readonly align: Align;
	/** Alignment along the rows of a grid. */
	readonly justifySelf: CellAlign;
	readonly grid: Grid | undefined;
	readonly fit: Fit<R, M> | undefined;
	/** Padding and border. */
	readonly edges: Edges;
	/** Widths of the border. */
	readonly border: FourSides;
	readonly margin: Edges;
	/** Which sizes are known without the content; percentages of these can be resolved. */
	readonly given: Axis;
	readonly text: MeasuredText<M> | undefined;
	/**
	 * It does not shrink below its content, unless a minimum is given (CSS: min-width: auto). A box
	 * with a ratio keeps that instead.
	 */
	readonly keepsContent: boolean;
	readonly defaultSize: { readonly width: number; readonly height: number };
	/** It has a baseline: it is a text, or has one among its descendants in the flow. */
	readonly hasText: boolean;
	/** The width of its content depends on its height, as in wrapping columns and with ratios. */
	readonly widthFollowsHeight: boolean;
	/** All children, and those in the flow, in the order of the document. */
	readonly children: readonly Node<R, M>[];
	readonly flow: readonly Node<R, M>[];
	readonly row: boolean;
	readonly reverse: boolean;
	readonly wrap: boolean;
	/** Space between children along the direction, and between lines. */
	readonly gap: number;
	readonly crossGap: number;
	readonly justify: Justify;
}
