import type { ImageNeed } from "./need.js";

/** Where a picture of a given size lies when it covers a box. */
export interface CoverPlacement {
	/** Export pixels per source pixel. */
	readonly scale: number;
	/** Position of the region's top left corner in the scaled picture, in export pixels. */
	readonly left: number;
	readonly top: number;
}

/**
 * CSS `object-fit: cover` with `object-position: cropX% cropY%`: the percentage
 * point of the picture lies on the percentage point of the box, whatever the zoom.
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
