import type { Bitmap } from "../bitmap.js";
import type { ImageNeed } from "../need.js";

/** EXIF orientation: 1 upright, 2-4 mirrored or upside down, 5-8 with the sides swapped. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** @returns 1 (upright) for an invalid value */
export function toOrientation(value: number | undefined): Orientation {
	return value !== undefined && Number.isInteger(value) && value >= 2 && value <= 8
		? (value as Orientation)
		: 1;
}

/** Whether the width of the upright picture is the height of the stored one. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;
/** Whether the upright x axis (y axis) runs against its axis in the stored picture. */
const mirrorsX = (orientation: Orientation): boolean => [2, 3, 6, 7].includes(orientation);
const mirrorsY = (orientation: Orientation): boolean => [3, 4, 7, 8].includes(orientation);

type Geometry = Pick<ImageNeed, "boxWidth" | "boxHeight" | "region" | "cropX" | "cropY" | "zoom">;

/**
 * The same need in the coordinates of the stored pixels, so that they can be cropped and scaled
 * before they are rotated. Rotating first would decode everything at full size.
 */
export function toStored(need: Geometry, orientation: Orientation): Geometry {
	const { boxWidth, boxHeight, region } = need;
	const left = mirrorsX(orientation) ? boxWidth - region.left - region.width : region.left;
	const top = mirrorsY(orientation) ? boxHeight - region.top - region.height : region.top;
	const cropX = mirrorsX(orientation) ? 100 - need.cropX : need.cropX;
	const cropY = mirrorsY(orientation) ? 100 - need.cropY : need.cropY;
	const { width, height } = region;
	const zoom = need.zoom === undefined ? {} : { zoom: need.zoom };
	return swapsSides(orientation)
		? {
				boxWidth: boxHeight,
				boxHeight: boxWidth,
				region: { left: top, top: left, width: height, height: width },
				cropX: cropY,
				cropY: cropX,
				...zoom,
			}
		: { boxWidth, boxHeight, region: { left, top, width, height }, cropX, cropY, ...zoom };
}

/** Rotates stored pixels upright. */
export function orient(bitmap: Bitmap, orientation: Orientation): Bitmap {
	if (orientation === 1) return bitmap;
	const { channels, data } = bitmap;
	const swap = swapsSides(orientation);
	const width = swap ? bitmap.height : bitmap.width;
	const height = swap ? bitmap.width : bitmap.height;
	const stepX = (swap ? bitmap.width : 1) * channels;
	const stepY = (swap ? 1 : bitmap.width) * channels;
	const result = new Uint8Array(data.length);
	let to = 0;
	for (let y = 0; y < height; y++) {
		const row = (mirrorsY(orientation) ? height - 1 - y : y) * stepY;
		let from = row + (mirrorsX(orientation) ? (width - 1) * stepX : 0);
		const step = mirrorsX(orientation) ? -stepX : stepX;
		for (let x = 0; x < width; x++, from += step) {
			result[to++] = data[from]!;
			result[to++] = data[from + 1]!;
			result[to++] = data[from + 2]!;
			if (channels === 4) result[to++] = data[from + 3]!;
		}
	}
	return { width, height, channels, data: result };
}
