/** How an outline is stroked; the stroke is centred on it. */
export interface Stroke {
	/** Pixels; 0 draws nothing. */
	readonly width: number;
	/** Lengths of dashes and of the gaps between them, pixels. */
	readonly dash?: Dash | undefined;
	/** Default butt. */
	readonly cap?: "butt" | "round" | "square" | undefined;
	/** Default miter, cut to a bevel beyond MITER_LIMIT. */
	readonly join?: "miter" | "round" | "bevel" | undefined;
}

export type Dash = readonly [on: number, off: number];

/** Length of a mitred corner per stroke width; the default of SVG, PDF has another one. */
export const MITER_LIMIT = 4;
