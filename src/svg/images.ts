import type { Bitmap } from "../images/bitmap.js";

/** Puts a small bitmap into the document and returns what an `href` says to name it. */
export type EmbedImage = (bitmap: Bitmap) => string;

/** An image that stands ready: its href, in the box that it fills, pixels. */
export interface PlacedImage {
	readonly href: string;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface OverlayImage extends PlacedImage {
	/** Degrees clockwise about the centre of the overlay's box. */
	readonly rotation: number;
	readonly centerX: number;
	readonly centerY: number;
}
