import type { Bitmap } from "./bitmap.js";
import type { ImageNeed, ImageSize } from "./need.js";
import type { SvgNote } from "./svg/notes.js";

/** An image whose header has been read and checked. */
export interface OpenImage {
	/** Size in its upright orientation; for a vector, its aspect ratio. */
	readonly size: ImageSize;
	/** It is a vector. */
	readonly vector: boolean;
	/** What of a vector is not drawn as in a browser; complete when it has been drawn. */
	readonly notes?: () => readonly SvgNote[];
	/**
	 * Price of drawing the region, estimated without drawing. Nanoseconds of one core.
	 * @throws ImageFault too_complex, not_an_image
	 */
	price(need: ImageNeed): number;
	/**
	 * Draws the region of `need` for an image that covers its box, without mask, corners and opacity.
	 * @param threads number of threads that may decode it; a vector uses one
	 */
	draw(need: ImageNeed, threads: number): Promise<Bitmap>;
	/** Whether any pixel of the whole image is not opaque. */
	hasTransparency(): Promise<boolean>;
}
