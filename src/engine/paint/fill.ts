/** The fills of areas and strokes. */
import type { Bitmap } from "../images/bitmap.js";
import type { Matrix } from "../images/svg/matrix.js";
import type { Box } from "../scene/geometry.js";
import type { Rgba } from "../text/rich/css-color.js";

export interface SolidFill {
	readonly kind: "solid";
	readonly color: Rgba;
}

export interface GradientStop {
	/** 0 to 1, never decreasing. */
	readonly at: number;
	/** Not premultiplied: between two stops, colour and alpha are interpolated separately. */
	readonly color: Rgba;
}

/** Along a line. Before its start and after its end, the colour is that of the nearest stop. */
export interface LinearGradient {
	readonly kind: "linear";
	readonly x1: number;
	readonly y1: number;
	readonly x2: number;
	readonly y2: number;
	readonly stops: readonly GradientStop[];
	/** From the space of the gradient to that of the filled area. */
	readonly matrix?: Matrix;
}

/** From a focus to a circle, which the matrix may turn into an ellipse. */
export interface RadialGradient {
	readonly kind: "radial";
	readonly cx: number;
	readonly cy: number;
	readonly r: number;
	/** The focus; default: the centre. */
	readonly fx?: number;
	readonly fy?: number;
	readonly stops: readonly GradientStop[];
	readonly matrix?: Matrix;
}

/** Around a centre, clockwise from the top of its space. */
export interface ConicGradient {
	readonly kind: "conic";
	readonly cx: number;
	readonly cy: number;
	readonly stops: readonly GradientStop[];
	readonly matrix?: Matrix;
}

export type Gradient = LinearGradient | RadialGradient | ConicGradient;

/** A picture that is repeated in both directions without end. */
export interface PatternFill {
	readonly kind: "pattern";
	readonly bitmap: Bitmap;
	/** One tile, as large as the picture. */
	readonly tile: Box;
	/** From the space of the tile to that of the filled area. */
	readonly matrix?: Matrix;
	/** Whether the picture's pixels have sharp edges when they are enlarged. */
	readonly sharp?: boolean;
}

/** A picture that is painted once, in a box, with nothing around it. */
export interface PictureFill {
	readonly kind: "picture";
	readonly bitmap: Bitmap;
	readonly box: Box;
}

export type Fill = SolidFill | Gradient | PictureFill | PatternFill;

/** A fill that is neither one colour nor a gradient. */
export const isPicture = (fill: Fill): fill is PictureFill | PatternFill =>
	fill.kind === "picture" || fill.kind === "pattern";

/** Whether only the kernels can paint a fill: no gradient or pattern of SVG does. */
export const needsKernels = (fill: Fill): fill is ConicGradient | PatternFill =>
	fill.kind === "conic" || fill.kind === "pattern";

export const solid = (color: Rgba): SolidFill => ({ kind: "solid", color });
