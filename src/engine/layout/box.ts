/** The input of the layout: a tree of boxes. Lengths are preview pixels between −1e7 and 1e7. */

/** Pixels, or a percentage of the parent. */
export type Size = number | `${number}%`;
export type Align = "start" | "center" | "end" | "stretch" | "baseline" | "last-baseline";
export type Justify =
	| "start"
	| "center"
	| "end"
	| "space-between"
	| "space-around"
	| "space-evenly";
/** top, right, bottom, left. */
export type FourSides = readonly [number, number, number, number];

/** The size of a text at some width, without padding and border. */
export interface TextSize {
	readonly width: number;
	readonly height: number;
	/** Distance from the top of the text to the baseline of its first line. */
	readonly baseline: number;
	/** As `baseline`, of its last line. */
	readonly lastBaseline: number;
	/** false: a word is broken, or the text is cut off or does not fit. */
	readonly whole?: boolean;
}

/** Measures a text. The results must depend on the parameters alone. */
export interface TextMeasure<M extends TextSize = TextSize> {
	/**
	 * Lays the text out on lines of this width; Infinity: only at the line breaks of the text.
	 * @param height limit for a text whose letters or lines follow its box; Infinity: none
	 */
	readonly measure: (width: number, height: number) => M;
	/** Width of the longest word: the narrowest line the text can have. */
	readonly minContent: () => number;
	/**
	 * What follows the box, so that the box may be smaller than the text: the letters (`fit`), or
	 * the number of lines (`cutToHeight`).
	 */
	readonly follows?: "letters" | "lines" | undefined;
	/** Its lines can be cut off, so it need not be as wide as its longest word. */
	readonly yields?: boolean | undefined;
}

interface Common<R> {
	/** The caller's name for the box; it is returned with the result. */
	readonly ref: R;
	readonly x?: Size | undefined;
	readonly y?: Size | undefined;
	readonly right?: Size | undefined;
	readonly bottom?: Size | undefined;
	readonly width?: Size | undefined;
	readonly height?: Size | undefined;
	readonly minWidth?: Size | undefined;
	readonly maxWidth?: Size | undefined;
	readonly minHeight?: Size | undefined;
	readonly maxHeight?: Size | undefined;
	/** Width / height. */
	readonly aspectRatio?: number | undefined;
	/** Takes a child of a stack out of the flow. */
	readonly position?: "absolute" | undefined;
	/** Of a top-level box: its parent is the safe area, not the slide. */
	readonly within?: "safeArea" | undefined;
	readonly grow?: number | undefined;
	/** Default: 1 for texts and stacks, otherwise 0. */
	readonly shrink?: number | undefined;
	readonly basis?: Size | undefined;
	readonly alignSelf?: Align | undefined;
	readonly justifySelf?: CellAlign | undefined;
	/** Column and row in a grid, from 1 or negative from the end, and how many it spans. */
	readonly column?: number | undefined;
	readonly row?: number | undefined;
	readonly columnSpan?: number | undefined;
	readonly rowSpan?: number | undefined;
	readonly padding?: FourSides | undefined;
	/** Space around the box; negative values move it over its neighbours. */
	readonly margin?: FourSides | undefined;
	/** Direction of what is inside. Default: that of the box around it. */
	readonly dir?: "ltr" | "rtl" | undefined;
	/** Width of the border on every side, or widths of its sides, inside the box. */
	readonly border?: number | FourSides | undefined;
}

/** How the content of a stack or grid is scaled until it fits. */
export interface ContentFit<R, M extends TextSize = TextSize> {
	/** Ascending; the first is used if none fits. */
	readonly scales: readonly number[];
	/** How far a child may leave its stack. */
	readonly tolerance: number;
	/** The same box with its content at a scale. */
	readonly at: (scale: number) => StackBox<R, M> | GridBox<R, M>;
}

export interface StackBox<R, M extends TextSize = TextSize> extends Common<R> {
	readonly kind: "stack";
	readonly children: readonly Box<R, M>[];
	readonly direction?: "column" | "row" | "column-reverse" | "row-reverse" | undefined;
	/** Space between children, horizontally and vertically. */
	readonly columnGap?: number | undefined;
	readonly rowGap?: number | undefined;
	readonly align?: Align | undefined;
	readonly justify?: Justify | undefined;
	readonly wrap?: boolean | undefined;
	/** Its children are clipped, so it may be smaller than its content. */
	readonly clip?: boolean | undefined;
	/** The box is the one at scale 1. */
	readonly fit?: ContentFit<R, M> | undefined;
}

export interface TextBox<R, M extends TextSize = TextSize> extends Common<R> {
	readonly kind: "text";
	readonly text: TextMeasure<M>;
}

/** A picture, a shape, a barcode. */
export interface LeafBox<R> extends Common<R> {
	readonly kind: "leaf";
	/** Border-box size if nothing else determines it; 180 × 180 for an image, default 0 × 0. */
	readonly defaultSize?: { readonly width: number; readonly height: number } | undefined;
}

export type Box<R, M extends TextSize = TextSize> =
	| StackBox<R, M>
	| GridBox<R, M>
	| TextBox<R, M>
	| LeafBox<R>;

/** A size of a track. */
export type Breadth = Size | "auto" | "min-content" | "max-content";
export type TrackSpec =
	| Breadth
	| `${number}fr`
	| { readonly min: Breadth; readonly max: Breadth | `${number}fr` };

export interface GridBox<R, M extends TextSize = TextSize> extends Common<R> {
	readonly kind: "grid";
	readonly children: readonly Box<R, M>[];
	/** subgrid: those of the grid around it. Default: one automatic column. */
	readonly columns?: readonly TrackSpec[] | "subgrid" | undefined;
	readonly rows?: readonly TrackSpec[] | undefined;
	/** Default for a subgrid: the gap of the grid around it, otherwise 0. */
	readonly columnGap?: number | undefined;
	readonly rowGap?: number | undefined;
	/** Places children in their cells. Default: stretch. */
	readonly align?: Align | undefined;
	readonly justifyItems?: CellAlign | undefined;
	/** Places the tracks. Default: stretch. */
	readonly justify?: Justify | "stretch" | undefined;
	readonly alignContent?: Justify | "stretch" | undefined;
	readonly clip?: boolean | undefined;
	readonly fit?: ContentFit<R, M> | undefined;
}
export type CellAlign = "start" | "center" | "end" | "stretch";

export interface Rect {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The boxes of one slide. */
export interface LayoutInput<R, M extends TextSize = TextSize> {
	/** The top-level boxes. */
	readonly boxes: readonly Box<R, M>[];
	readonly slide: { readonly width: number; readonly height: number };
	/** The parent of boxes with `within: "safeArea"`, in slide coordinates. */
	readonly safeArea: Rect;
	readonly dir: "ltr" | "rtl";
}

/** Where a box is, in slide coordinates, not rounded. */
export interface PlacedBox<R, M extends TextSize = TextSize> extends Rect {
	/** Of a box that fits its content: the name of the box at the scale that was found. */
	readonly ref: R;
	/** false: the content does not fit at any scale. */
	readonly fits?: boolean;
	/** The box without border and padding. */
	readonly content: Rect;
	/** What `measure` returned for the width of the content. */
	readonly text?: M;
	/** In the order of the document, absolute ones included. */
	readonly children: readonly PlacedBox<R, M>[];
}

/** A field that the layout ignores, and why. */
export interface LayoutNote<R> {
	readonly ref: R;
	readonly field: string;
	readonly reason: string;
}
