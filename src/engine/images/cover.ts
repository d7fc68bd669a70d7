import type { ImageNeed } from "./need.js";

/** The position of a picture of a given size that covers a box. */
export interface CoverPlacement {
	/** Export pixels per source pixel. */
	readonly scale: number;
	/** Top left corner of the region in the scaled picture, in export pixels. */
	readonly left: number;
	readonly top: number;
}

/**
 * CSS `object-fit: cover` with `object-position: cropX% cropY%`: the point at that percentage of
 * the picture is at the same percentage of the box, at any zoom.
 * @see https://www.w3.org/TR/css-images-3/#the-object-position
 */
export function coverPlacement(
	sourceWidth: number,
	sourceHeight: number,
	need: Pick<ImageNeed, "boxWidth" | "boxHeight" | "region" | "cropX" | "cropY" | "zoom">,
): CoverPlacement {
	const cover = Math.max(need.boxWidth / sourceWidth, need.boxHeight / sourceHeight);
	const scale = cover * (need.zoom ?? 1);
	const spareX = Math.max(0, sourceWidth * scale - need.boxWidth);
	const spareY = Math.max(0, sourceHeight * scale - need.boxHeight);
	return {
		scale,
		left: (spareX * need.cropX) / 100 + need.region.left,
		top: (spareY * need.cropY) / 100 + need.region.top,
	};
}
