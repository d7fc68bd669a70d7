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

export type Gradient = LinearGradient | RadialGradient;

/** A picture that is painted once, in a box, with nothing around it. */
export interface PictureFill {
	readonly kind: "picture";
	readonly bitmap: Bitmap;
	readonly box: Box;
}

export type Fill = SolidFill | Gradient | PictureFill;

export const solid = (color: Rgba): SolidFill => ({ kind: "solid", color });
