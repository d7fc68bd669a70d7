import { LIMITS } from "../../../contract/limits.js";
import { ImageFault } from "../image-fault.js";

/**
 * Limits of an SVG from outside. The largest real files that were tested (flags with coats of arms,
 * detailed illustrations) stay below a fifth of each.
 */
export const SVG_LIMITS = Object.freeze({
	/** Bytes of the file. */
	bytes: 2_097_152,
	/** Elements in the file, drawn or not. */
	elements: 50_000,
	/** Attributes of one element. */
	attributes: 200,
	/** Nesting in the file, and of what is drawn once references are followed. */
	depth: 60,
	/** Elements that are drawn; each use and each reference to a definition counts again. */
	drawn: 20_000,
	/** Nesting of definitions: a mask in a pattern in a mask. */
	referenceDepth: 8,
	/** Path segments drawn, counted like elements. */
	segments: 300_000,
	/** Dashes drawn along all strokes. */
	dashes: 50_000,
	/** Off-screen layers within one another (opacity, clip-path, mask, filter, blending). */
	layerDepth: 16,
	/** Time of one core for reading, writing and drawing it, estimated before it is drawn. */
	nanoseconds: LIMITS.maxVectorImageSeconds * 1e9,
	/** Memory for layers, filters and tiles at a time, and for the drawing itself. Bytes. */
	memory: 200_000_000,
	/** Rules of all style elements, a selector each. */
	cssRules: 2_000,
	/** Primitives of one filter. */
	filterPrimitives: 24,
	/** Stops of one gradient. */
	stops: 256,
	/** Magnitude of a number in the file. */
	number: 1e6,
	/** Magnitude of a coordinate on the canvas, in pixels. */
	device: 1e6,
} as const);

type Counted = "elements" | "drawn" | "segments" | "nanoseconds" | "cssRules";

/** Counts what one document uses; throws as soon as a limit is exceeded. */
export class SvgBudget {
	readonly #spent = new Map<Counted, number>();

	/** @throws ImageFault too_complex */
	spend(what: Counted, amount = 1): void {
		const total = (this.#spent.get(what) ?? 0) + amount;
		if (!(total <= SVG_LIMITS[what])) throw tooComplex(`${what}: ${total}`);
		this.#spent.set(what, total);
	}

	/**
	 * @param bytes that are held at a time
	 * @throws ImageFault too_complex
	 */
	hold(bytes: number): void {
		if (!(bytes <= SVG_LIMITS.memory)) throw tooComplex(`${bytes} bytes of memory`);
	}

	/** The amounts so far, to find the cost of a definition. */
	spent(what: Counted): number {
		return this.#spent.get(what) ?? 0;
	}
}

export const tooComplex = (message: string): ImageFault => new ImageFault("too_complex", message);
export const malformed = (message: string): ImageFault => new ImageFault("not_an_image", message);
