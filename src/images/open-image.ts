import type { Bitmap } from "./bitmap.js";
import type { ImageNeed } from "./need.js";

/** An image whose header is read and checked, ready to be drawn. */
export interface OpenImage {
	/** Draws the region that `need` names, without mask, corners and opacity. */
	draw(need: ImageNeed): Promise<Bitmap>;
	/** Whether any pixel of the whole image is less than opaque. */
	hasTransparency(): Promise<boolean>;
}
