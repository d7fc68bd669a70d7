import type { Bitmap } from "./bitmap.js";
import type { ImageNeed, ImageSize } from "./need.js";

/** An image whose header is read and checked, ready to be drawn. */
export interface OpenImage {
	/** As it is shown; for a vector, its shape. */
	readonly size: ImageSize;
	/** It has no pixels of its own. */
	readonly vector: boolean;
	/** It has text, which is not drawn; vectors only. */
	readonly textDropped?: boolean;
	/**
	 * Price of drawing the region, estimated without drawing. Nanoseconds of one core.
	 * @throws ImageFault too_complex, not_an_image
	 */
	price(need: ImageNeed): number;
	/**
	 * Draws the region that `need` names of the image covering its box, without mask, corners and opacity.
	 * @param threads that may decode it; a vector has one
	 */
	draw(need: ImageNeed, threads: number): Promise<Bitmap>;
	/** Whether any pixel of the whole image is less than opaque. */
	hasTransparency(): Promise<boolean>;
}
