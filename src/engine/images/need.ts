import type { Flip } from "../../contract/enums.js";
import type { ColorMap } from "../pixels/filter.js";
import type { EllipticRadii } from "../shapes/rounded-rectangle.js";
import type { Bitmap } from "./bitmap.js";
import type { Border } from "./border.js";
import type { PixelRect } from "./pixel-rect.js";
import type { SvgNote } from "./svg/notes.js";

export type { PixelRect } from "./pixel-rect.js";

/** The size of the whole image in pixels, in its upright orientation. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** How the crop is chosen, instead of a focal point. */
export type Focus = "attention" | "entropy";

/** A filter that applies to the picture with its corners and border, as in CSS. */
export interface PictureFilter {
	/** Standard deviation of the blur, pixels; 0: none. The blur extends beyond the box. */
	readonly blur: number;
	/** Colour functions, which apply after the blur in this order. */
	readonly maps: readonly ColorMap[];
}

/** The part of an image that is needed, and its look. Lengths are export pixels. */
export interface ImageNeed {
	/** JSON pointer of the field that named the image, for errors. */
	readonly path: string;
	/** Pixels of the image per pixel of the slide, in which a vector is laid out. Default 1. */
	readonly scale?: number;
	/**
	 * Whether the image covers the box or is contained in it, or is as wide as the box, which then is
	 * only as high as the image. Default cover.
	 */
	readonly fit?: "cover" | "contain" | "width";
	/** The whole box that the image covers or is contained in: integers from 1, may be 400,000. */
	readonly boxWidth: number;
	readonly boxHeight: number;
	/**
	 * The part of the box to produce: integers inside the box, or as far outside as a blur extends;
	 * at most a few times as large as the slide.
	 */
	readonly region: PixelRect;
	/** Focal point in percent, 0 to 100, as CSS object-position. */
	readonly cropX: number;
	readonly cropY: number;
	/**
	 * Factor by which the image is larger than the one that covers the box (or is contained in it), 1
	 * to 8. Default 1.
	 */
	readonly zoom?: number;
	/** Mirrors the visible part of the image, not its position. */
	readonly flip?: Flip | null;
	/** Replaces cropX and cropY if the image covers its box. */
	readonly focus?: Focus | null;
	readonly filter?: PictureFilter | null;
	/**
	 * A border that is blurred together with the image. It surrounds the box, which is then smaller
	 * by twice the border's width. The radius is that of its outer edge, and the region is relative
	 * to that edge.
	 */
	readonly border?: Border | null;
	/**
	 * Corner radii of the whole box, or of the contained image; radii that do not fit are reduced.
	 */
	readonly radius: number | EllipticRadii;
	/** `#rrggbb`: the image is only a mask for this colour. */
	readonly color: string | null;
	/** 0 to 1, multiplied into the alpha. */
	readonly opacity: number;
}

/** An image that is ready for a slide. */
export interface PreparedImage extends Bitmap {
	/** Size of the source image; absent for vectors. */
	readonly source?: ImageSize;
	/** Every pixel that was read has the same colour, so enlargement is not visible. */
	readonly oneColor?: boolean;
	/** What of a vector source is not drawn as in a browser. */
	readonly notes?: readonly SvgNote[];
}
