import type { Bitmap } from "./bitmap.js";
import type { ImageNeed, ImageSize } from "./need.js";

/** Longer side of the copy that is examined. Pixels. */
const THUMBNAIL = 256;

/**
 * Choosing the crop of a square, which moves along one axis, and a crop with a zoom of 8.
 * Nanoseconds.
 */
const FOCUSED = 10e6;
const FOCUSED_ZOOM = 35e6;

/** The price of choosing the crop, in nanoseconds of one core. */
export function focusPrice(need: ImageNeed): number {
	if (!needsFocus(need)) return 0;
	return (need.zoom ?? 1) > 1 ? FOCUSED_ZOOM : FOCUSED;
}

/** The need of the copy that is examined: the whole picture. */
function thumbnailNeed({ width, height }: ImageSize, path: string): ImageNeed {
	const scale = THUMBNAIL / Math.max(width, height);
	const boxWidth = Math.max(1, Math.round(width * scale));
	const boxHeight = Math.max(1, Math.round(height * scale));
	return {
		path,
		boxWidth,
		boxHeight,
		region: { left: 0, top: 0, width: boxWidth, height: boxHeight },
		cropX: 50,
		cropY: 50,
		radius: 0,
		color: null,
		opacity: 1,
	};
}

/**
 * The need with a crop instead of a focus.
 * @param draw draws the whole picture at a small size
 */
export async function focusedNeed(
	size: ImageSize,
	need: ImageNeed,
	draw: (need: ImageNeed) => Promise<Bitmap>,
): Promise<ImageNeed> {
	const thumbnail = await draw(thumbnailNeed(size, need.path));
	return { ...need, ...(await focusedCrop(thumbnail, size, need)), focus: null };
}

/**
 * The crop that shows the important part. It depends only on a small copy of the picture, the shape
 * of the box and the zoom, so it is the same at every scale.
 * @param thumbnail the whole picture
 * @returns cropX and cropY, percent
 */
async function focusedCrop(
	thumbnail: Bitmap,
	size: ImageSize,
	need: ImageNeed,
): Promise<Pick<ImageNeed, "cropX" | "cropY">> {
	const { boxWidth, boxHeight, zoom = 1, focus } = need;
	if (focus == null) return need;
	const { focalPoint } = await import("./raster/focal-point.js");
	const point = await focalPoint(thumbnail, boxWidth / boxHeight, zoom, focus);
	const ratio = boxWidth / boxHeight / (size.width / size.height);
	return {
		cropX: centered(point.x, zoom * Math.max(1, 1 / ratio)),
		cropY: centered(point.y, zoom * Math.max(1, ratio)),
	};
}

/**
 * The position that brings a point as close to the middle of the box as the picture allows.
 * @param at of the picture, 0 to 1
 * @param length of the picture, in lengths of the box, from 1
 * @returns percent
 */
function centered(at: number, length: number): number {
	if (length - 1 < 1e-9) return 50;
	return 100 * Math.min(1, Math.max(0, (at * length - 0.5) / (length - 1)));
}

/** Whether a focus chooses the crop. */
export const needsFocus = (need: ImageNeed): boolean =>
	need.focus != null && need.fit !== "contain";
