import type { Flip } from "../../contract/enums.js";
import { flipScale } from "../shapes/flip.js";
import type { Bitmap } from "./bitmap.js";
import type { ImageNeed } from "./need.js";
import { type Orientation, orient } from "./raster/orientation.js";

/** The EXIF orientation with the same mirroring. */
const MIRRORED: Readonly<Record<Flip, Orientation>> = { horizontal: 2, both: 3, vertical: 4 };

/** The need without the flip: the same part of the picture, to be mirrored afterwards. */
export function unflipped<T extends Pick<ImageNeed, "boxWidth" | "boxHeight" | "region">>(
	need: T,
	flip: Flip,
): T {
	const { boxWidth, boxHeight, region } = need;
	const { left, top, width, height } = region;
	const { x, y } = flipScale(flip);
	const mirrored = {
		left: x < 0 ? boxWidth - left - width : left,
		top: y < 0 ? boxHeight - top - height : top,
		width,
		height,
	};
	return { ...need, region: mirrored };
}

/** Mirrors pixels in place. */
export const flipped = (bitmap: Bitmap, flip: Flip): Bitmap => orient(bitmap, MIRRORED[flip]);
