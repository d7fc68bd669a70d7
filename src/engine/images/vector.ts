/** Returns a vector source as elements, for vector outputs. */

import { imageError } from "../../base/errors.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { containedPart } from "./contain.js";
import { unflipped } from "./flip.js";
import { focusedNeed, focusPrice, needsFocus } from "./focus.js";
import { ImageFault } from "./image-fault.js";
import type { ImageNeed } from "./need.js";
import { openVector } from "./open.js";
import type { SvgDrawing } from "./svg/element.js";
import type { SvgNote } from "./svg/notes.js";

/** The drawing of a vector source in the requested region. */
export interface PreparedVector extends SvgDrawing {
	/**
	 * What was drawn: for a contained picture, the box that it fills, and its part in the region. Its
	 * elements are not mirrored yet.
	 */
	readonly need: ImageNeed;
	/** The position of that part in the requested region. */
	readonly left: number;
	readonly top: number;
	/** Characters of its markup. */
	readonly length: number;
	/** Its estimated price, which must be added if it is used. Nanoseconds of one core. */
	readonly price: number;
	/** Whether any pixel of the whole picture is not opaque. */
	readonly hasTransparency: () => Promise<boolean>;
	/** What is not drawn as in a browser. */
	readonly notes: readonly SvgNote[];
}

/**
 * @param bytes of an SVG
 * @returns undefined if nothing of it is visible, or if a filter needs its pixels
 * @throws ServiceError remote_image_failed: not_an_image, too_complex
 */
export async function prepareVector(
	bytes: Uint8Array,
	asked: ImageNeed,
	fonts?: FontLibrary,
): Promise<PreparedVector | undefined> {
	try {
		if (asked.filter != null) return undefined;
		const image = await openVector(bytes, fonts);
		const focused = needsFocus(asked)
			? await focusedNeed(image.size, asked, (need) => image.draw(need, 1))
			: asked;
		const part =
			asked.fit === "contain"
				? containedPart(image.size, asked)
				: { need: focused, left: 0, top: 0 };
		if (part === undefined) return undefined;
		const { flip } = part.need;
		const unmirrored = flip == null ? part.need : unflipped(part.need, flip);
		const { markup, price, drawing, definitions, outlines, placed, notes } =
			image.write(unmirrored);
		if (placed.length > 0) return undefined;
		const { hasTransparency } = image;
		return {
			drawing,
			definitions,
			outlines,
			...part,
			length: markup.length,
			price: price + focusPrice(asked),
			hasTransparency,
			notes,
		};
	} catch (error) {
		if (error instanceof ImageFault)
			throw imageError(error.reason, asked.path, { ...error.details }, error);
		throw error;
	}
}
