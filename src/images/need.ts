import type { Bitmap } from "./bitmap.js";

/** A rectangle of whole pixels. */
export interface PixelRect {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** The whole of an image in pixels, as it is shown. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Which part of an image is needed, and how it is to look. Lengths are export pixels. */
export interface ImageNeed {
	/** JSON pointer of the field that named the image, for errors. */
	readonly path: string;
	/** Whether the image covers the box, or is seen whole within it. Default: it covers it. */
	readonly fit?: "cover" | "contain";
	/** The whole box that the image covers or is contained in: integers from 1, may be 10,000,000. */
	readonly boxWidth: number;
	readonly boxHeight: number;
	/** The part of the box to produce: integers inside the box, a few slide sizes at most. */
	readonly region: PixelRect;
	/** Focal point in percent, 0 to 100, as CSS object-position. */
	readonly cropX: number;
	readonly cropY: number;
	/** Corner radius of the whole box, or of the contained image; more than half the short side counts as half. */
	readonly radius: number;
	/** `#rrggbb`: the image is only a mask through which this colour is seen. */
	readonly color: string | null;
	/** 0 to 1, multiplied into the alpha. */
	readonly opacity: number;
}

/** An image as a slide shows it. */
export interface PreparedImage extends Bitmap {
	/** Size of the image that it was made of; absent for vectors, which have none. */
	readonly source?: ImageSize;
}
