import type { ColorMap } from "../pixels/filter.js";
import type { Bitmap } from "./bitmap.js";
import type { Border } from "./border.js";
import type { Corners } from "./corners.js";
import type { PixelRect } from "./pixel-rect.js";

export type { PixelRect } from "./pixel-rect.js";

/** The whole of an image in pixels, as it is shown. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** How a picture is mirrored. */
export type Flip = "horizontal" | "vertical" | "both";
/** What chooses the crop in place of a focal point. */
export type Focus = "attention" | "entropy";

/** What is done to a picture with its corners and its border, as the CSS filter does. */
export interface PictureFilter {
	/** Standard deviation, pixels; 0: none. It reaches beyond the box. */
	readonly blur: number;
	/** Then, in their order. */
	readonly maps: readonly ColorMap[];
}

/** Which part of an image is needed, and how it looks. Lengths are export pixels. */
export interface ImageNeed {
	/** JSON pointer of the field that named the image, for errors. */
	readonly path: string;
	/** Whether the image covers the box, or is contained in it. Default: covers. */
	readonly fit?: "cover" | "contain";
	/** The whole box that the image covers or is contained in: integers from 1, may be 10,000,000. */
	readonly boxWidth: number;
	readonly boxHeight: number;
	/**
	 * The part of the box to produce: integers inside the box, or as far outside as a blur
	 * reaches; a few slide sizes at most.
	 */
	readonly region: PixelRect;
	/** Focal point in percent, 0 to 100, as CSS object-position. */
	readonly cropX: number;
	readonly cropY: number;
	/** How much larger the image is than what covers the box (or is contained in it), 1 to 8. Default 1. */
	readonly zoom?: number;
	/** Mirrors the visible part of the image, not its position. */
	readonly flip?: Flip | null;
	/** Replaces cropX and cropY where the image covers its box. */
	readonly focus?: Focus | null;
	readonly filter?: PictureFilter | null;
	/**
	 * What a blur draws with the image: it lies around the box, which is then smaller by twice its
	 * width; the radius is that of the border's outer edge, and the region counts from there.
	 */
	readonly border?: Border | null;
	/** Corner radii of the whole box, or of the contained image; more than there is room for shrinks. */
	readonly radius: number | Corners;
	/** `#rrggbb`: the image is only a mask through which this colour is seen. */
	readonly color: string | null;
	/** 0 to 1, multiplied into the alpha. */
	readonly opacity: number;
}

/** An image as a slide shows it. */
export interface PreparedImage extends Bitmap {
	/** Size of the image that it was made of; absent for vectors, which have none. */
	readonly source?: ImageSize;
	/** Every pixel that was read has the same colour: enlarging it shows nothing. */
	readonly oneColor?: boolean;
	/** A vector has text, which is not drawn. */
	readonly textDropped?: boolean;
}
