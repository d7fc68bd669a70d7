/**
 * The renderer's cost of each operation, in nanoseconds of one core, measured with documents that
 * do little else, and rounded up. For a document with several operations, the estimate is one to
 * five times the real time, because the worst case is assumed for everything that cannot be known
 * in advance, for example how many spans overlap.
 */
export const RATES = Object.freeze({
	/** Reading the file: each byte. */
	byte: 100,
	/** Each character of markup that is written and read again. */
	character: 25,
	/** An element: writing it, converting it, its style, and drawing it. */
	element: 30_000,
	/** A curve or line of a filled outline. */
	segment: 400,
	/** A curve or line of a stroked outline; twice, because its bounds are computed first. */
	strokeSegment: 4_000,
	/** The same with round joins and caps. */
	roundSegment: 7_000,
	/** A straight piece of a curve that is stroked. */
	strokePiece: 1_200,
	/** A dash with its ends and edges. */
	dash: 6_000,
	/** A pixel along a line that is at most one pixel wide. */
	hairPixel: 100,
	/** An edge on a scan line; a pixel row has four scan lines. */
	edge: 30,
	/**
	 * A run of pixels that a span skips on the way to its position, which makes many spans in a row
	 * expensive.
	 */
	passedRun: 0.6,
	/** Pixels. */
	opaque: 0.9,
	translucent: 5,
	gradient: 18,
	/** Each stop, for each pixel of a gradient. */
	stop: 0.12,
	/** A pixel of a pattern or a picture. */
	pattern: 15,
	layer: 13,
	blend: 20,
	/** Noise: each octave. */
	octave: 170,
	/** Morphology: each square pixel of its radius. */
	morphed: 8,
	/** Convolution: each value of its matrix. */
	convolved: 9,
	clip: 24,
	mask: 34,
} as const);

/** Filter primitives: nanoseconds for each pixel of the region, colour spaces included. */
export const PRIMITIVE_RATES: Readonly<Record<string, number>> = {
	feFlood: 14,
	feOffset: 22,
	feGaussianBlur: 150,
	feDropShadow: 200,
	feColorMatrix: 36,
	feBlend: 70,
	feComposite: 70,
	feMerge: 14,
	feMergeNode: 28,
	feComponentTransfer: 120,
	feTurbulence: 120,
	feMorphology: 70,
	feConvolveMatrix: 40,
	feDisplacementMap: 70,
	feTile: 70,
	feDiffuseLighting: 130,
	feSpecularLighting: 160,
	feImage: 70,
};
/** A blur of less than two pixels, which uses a different algorithm. */
export const SMALL_BLUR_RATE = 400;
/**
 * Standard deviation below which a blur counts as small, in pixels. It is twice the real value,
 * because the axes may differ.
 */
export const SMALL_BLUR = 4;
