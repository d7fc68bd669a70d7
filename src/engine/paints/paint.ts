import type { Paint, SinglePaint } from "../../contract/document/paint.js";
import type { Flip } from "../../contract/enums.js";

/** A colour in sRGB, 0 to 255 each, alpha 0 to 1, not premultiplied. */
export interface Rgba {
	readonly r: number;
	readonly g: number;
	readonly b: number;
	readonly a: number;
}

/** Parses a CSS colour; null if it is not one. */
export type ColorParser = (value: string) => Rgba | null;

/** A paint as in documents. */
export type PaintInput = Paint;
type PaintOfType<T extends string> = Extract<SinglePaint, { readonly type: T }>;
export type GradientInput = PaintOfType<"linear" | "radial" | "conic">;
/** A picture that fills the box; the caller prepares it. */
export type ImagePaintInput = PaintOfType<"image">;
/** A picture that is repeated; the caller prepares it. */
export type PatternPaintInput = PaintOfType<"pattern">;
/** A stop as in documents; `at` in percent. */
export type StopInput = GradientInput["stops"][number];

/** A stop with its position: `at` is 0 to 1, never less than that of the stop before. */
export interface Stop extends Rgba {
	readonly at: number;
}

/** A parsed and checked gradient, for a box of any size. */
export type Gradient = {
	readonly stops: readonly Stop[];
	/** The part between the first and the last stop repeats. */
	readonly repeating?: boolean;
} & (
	| { readonly kind: "linear"; readonly angle: number }
	| {
			readonly kind: "radial";
			/** 0 to 1. */
			readonly cx: number;
			readonly cy: number;
	  }
	| {
			readonly kind: "conic";
			readonly cx: number;
			readonly cy: number;
			/** Degrees from the top. */
			readonly from: number;
	  }
);

/** Noise. */
export interface Grain {
	readonly kind: "grain";
	/** 0 to 1. */
	readonly amount: number;
	/** Preview pixels. */
	readonly size: number;
	/** Of all grains; null: black and white. */
	readonly color: Rgba | null;
}

export type SingleResolvedPaint =
	| { readonly kind: "color"; readonly color: Rgba }
	| Gradient
	| { readonly kind: "image"; readonly image: ImagePaintInput; readonly flip?: Flip }
	| { readonly kind: "pattern"; readonly pattern: PatternPaintInput }
	| Grain;

export type ResolvedPaint =
	| SingleResolvedPaint
	| {
			readonly kind: "layers";
			/** The first is on top. */
			readonly paints: readonly SingleResolvedPaint[];
	  };

/** What is wrong with a paint: a path inside it, such as `stops/2/at`, and a message. */
export interface PaintFault {
	readonly field: string;
	readonly message: string;
}

/** A single paint within a paint. */
export interface PaintPart {
	readonly paint: SingleResolvedPaint;
	/** Where it is in the paint: "" or `/paints/1`. */
	readonly path: string;
}

/** The single paints of a paint, the lowest first. */
export const paintParts = (paint: ResolvedPaint): readonly PaintPart[] =>
	paint.kind === "layers"
		? paint.paints.map((one, i) => ({ paint: one, path: `/paints/${i}` })).reverse()
		: [{ paint, path: "" }];

/** Whether a paint covers everything below it. */
export const isOpaquePaint = (paint: ResolvedPaint | null): boolean =>
	paint !== null && paintParts(paint).some((part) => isOpaquePart(part.paint));

function isOpaquePart(paint: SingleResolvedPaint): boolean {
	if (paint.kind === "color") return paint.color.a >= 1;
	return isGradient(paint) && paint.stops.every(({ a }) => a >= 1);
}

export const isGradient = (paint: ResolvedPaint): paint is Gradient =>
	paint.kind === "linear" || paint.kind === "radial" || paint.kind === "conic";

/** Whether a paint contains a picture, whose pixels are not known before it is decoded. */
export const hasPicture = (paint: ResolvedPaint): boolean =>
	paintParts(paint).some(({ paint: { kind } }) => kind === "image" || kind === "pattern");
