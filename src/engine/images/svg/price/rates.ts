/**
 * The renderer's cost of each operation, in nanoseconds of one core, measured with documents that
 * do little else, and rounded up. A document with several operations is estimated at one to five
 * times its real time: what cannot be known in advance (how many spans overlap) counts as in the
 * worst case.
 */
export const RATES = Object.freeze({
	/** Reading the file: each byte. */
	byte: 100,
	/** Markup that is written and read again: each character. */
	character: 25,
	/** An element: that it is written, its conversion, its style, its call. */
	element: 30_000,
	/** A curve or line of an outline that is filled. */
	segment: 400,
	/** One that is stroked: twice, as its bounds are wanted first. */
	strokeSegment: 4_000,
	/** One with round joins and caps. */
	roundSegment: 7_000,
	/** A straight piece of a curve that is stroked. */
	strokePiece: 1_200,
	/** A dash, its ends and its edges. */
	dash: 6_000,
	/** A pixel along a line of a pixel's width or less. */
	hairPixel: 100,
	/** An edge on a scan line, of which a pixel row has four. */
	edge: 30,
	/**
	 * A run of pixels that a span skips on the way to its position: this makes many spans in a row
	 * expensive.
	 */
	passedRun: 0.6,
	/** Pixels. */
	opaque: 0.9,
	translucent: 5,
	gradient: 18,
	/** Each stop, for each pixel of a gradient. */
	stop: 0.12,
	pattern: 15,
	layer: 13,
	blend: 20,
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
};
/** Of a blur of less than two pixels, which is computed another way. */
export const SMALL_BLUR_RATE = 400;
/** Standard deviation below which a blur counts as small, in pixels: twice what it is, as axes may differ. */
export const SMALL_BLUR = 4;
