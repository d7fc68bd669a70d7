/** A colour in sRGB, 0 to 255 each, alpha 0 to 1, not premultiplied. */
export interface Rgba {
	readonly r: number;
	readonly g: number;
	readonly b: number;
	readonly a: number;
}

/** Parses a CSS colour; null if it is not one. */
export type ColorParser = (value: string) => Rgba | null;

/** A stop as in documents; `at` in percent. */
export interface StopInput {
	readonly color: string;
	readonly at?: number | null | undefined;
}

/** A gradient as in documents. */
export type GradientInput =
	| {
			readonly type: "linear";
			/** CSS degrees: 0 upwards, 90 to the right. Default 180. */
			readonly angle?: number | null | undefined;
			readonly stops: readonly StopInput[];
	  }
	| {
			readonly type: "radial";
			/** Percent of the box. Default 50. */
			readonly cx?: number | null | undefined;
			readonly cy?: number | null | undefined;
			readonly stops: readonly StopInput[];
	  };

/** A picture that fills the box; the caller prepares it. */
export interface ImagePaintInput {
	readonly type: "image";
	readonly src: string;
	readonly cropX?: number | null | undefined;
	readonly cropY?: number | null | undefined;
	readonly zoom?: number | null | undefined;
}

export type PaintInput = string | GradientInput | ImagePaintInput;

/** A stop with its position: `at` is 0 to 1, never less than that of the stop before. */
export interface Stop extends Rgba {
	readonly at: number;
}

/** A parsed and checked gradient, for a box of any size. */
export type Gradient =
	| { readonly kind: "linear"; readonly angle: number; readonly stops: readonly Stop[] }
	| {
			readonly kind: "radial";
			/** 0 to 1. */
			readonly cx: number;
			readonly cy: number;
			readonly stops: readonly Stop[];
	  };

export type ResolvedPaint =
	| { readonly kind: "color"; readonly color: Rgba }
	| Gradient
	| { readonly kind: "image"; readonly image: ImagePaintInput };

/** What is wrong with a paint: a path inside it, such as `stops/2/at`, and a message. */
export interface PaintFault {
	readonly field: string;
	readonly message: string;
}
