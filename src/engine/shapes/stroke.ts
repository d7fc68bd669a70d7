/** How an outline is stroked; the stroke is centred on it. */
export interface Stroke {
	/** Pixels; 0 draws nothing. */
	readonly width: number;
	/** Lengths of dashes and of the gaps between them, pixels. */
	readonly dash?: Dash | undefined;
	/** Default butt. */
	readonly cap?: "butt" | "round" | "square" | undefined;
	/** Default miter; a mitre longer than MITER_LIMIT becomes a bevel. */
	readonly join?: "miter" | "round" | "bevel" | undefined;
}

export type Dash = readonly [on: number, off: number];

/**
 * Length of a mitre divided by the stroke width. This is the default of SVG; PDF has a different
 * one.
 */
export const MITER_LIMIT = 4;
