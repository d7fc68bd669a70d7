import { LIMITS } from "../../../contract/limits.js";
import { ImageFault } from "../image-fault.js";

/**
 * Limits of an SVG from outside. The largest real files that were tested (flags with coats of arms,
 * detailed illustrations) stay below a fifth of each limit.
 */
export const SVG_LIMITS = Object.freeze({
	/** Bytes of the file. */
	bytes: 2_097_152,
	/** Elements in the file, drawn or not. */
	elements: 50_000,
	/** Attributes of one element. */
	attributes: 200,
	/** Nesting in the file, and of what is drawn after references are followed. */
	depth: 60,
	/** Drawn elements; every use and every reference to a definition counts again. */
	drawn: 20_000,
	/** Nesting of definitions: a mask in a pattern in a mask. */
	referenceDepth: 8,
	/** Drawn path segments, counted like elements. */
	segments: 300_000,
	/** Dashes of all strokes. */
	dashes: 50_000,
	/** Nested off-screen layers (opacity, clip-path, mask, filter, blending). */
	layerDepth: 16,
	/** Processor time for reading, writing and drawing it, estimated before it is drawn. */
	nanoseconds: LIMITS.maxVectorImageSeconds * 1e9,
	/** Memory for simultaneous layers, filters and tiles, and for the drawing itself. Bytes. */
	memory: 200_000_000,
	/** Rules of all style elements, counted per selector. */
	cssRules: 2_000,
	/** Characters of a value in a style sheet. */
	cssValue: 4_000,
	/** Longer side of a picture within the document, pixels. */
	imageSide: 8_192,
	/** Characters of all texts. */
	characters: 20_000,
	/** Primitives of one filter. */
	filterPrimitives: 24,
	/** Stops of one gradient. */
	stops: 256,
	/** Magnitude of a number in the file. */
	number: 1e6,
	/** Magnitude of a coordinate on the canvas, in pixels. */
	device: 1e6,
} as const);

type Counted = "elements" | "drawn" | "segments" | "nanoseconds" | "cssRules" | "characters";

/** Counts the resources that a document uses, and throws as soon as a limit is exceeded. */
export class SvgBudget {
	readonly #spent = new Map<Counted, number>();

	/** @throws ImageFault too_complex */
	spend(what: Counted, amount = 1): void {
		const total = (this.#spent.get(what) ?? 0) + amount;
		if (!(total <= SVG_LIMITS[what])) throw tooComplex(`${what}: ${total}`);
		this.#spent.set(what, total);
	}

	/**
	 * @param bytes that are in use at the same time
	 * @throws ImageFault too_complex
	 */
	hold(bytes: number): void {
		if (!(bytes <= SVG_LIMITS.memory)) throw tooComplex(`${bytes} bytes of memory`);
	}

	/** The amounts so far, from which the cost of a definition is computed. */
	spent(what: Counted): number {
		return this.#spent.get(what) ?? 0;
	}
}

/** @param what exceeds a limit */
export const tooComplex = (what: string): ImageFault =>
	new ImageFault("too_complex", what, undefined, {
		problem: `The SVG is too complex: ${what}.`,
	});

/** @param why the document cannot be drawn, as the end of a sentence */
export const malformed = (why: string, cause?: unknown): ImageFault =>
	new ImageFault("not_an_image", why, cause, {
		problem: `The SVG cannot be drawn: ${why}.`,
	});
