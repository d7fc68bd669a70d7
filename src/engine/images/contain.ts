import type { Bitmap } from "./bitmap.js";
import type { ImageNeed, PixelRect } from "./need.js";

/** How a contained picture is drawn. */
export interface ContainedPart {
	/**
	 * The picture, which covers a box with its own aspect ratio, and the part of it that is needed.
	 */
	readonly need: ImageNeed;
	/** The position of that part in the requested region. */
	readonly left: number;
	readonly top: number;
}

/**
 * CSS `object-fit: contain` with `object-position: cropX% cropY%`, with the picture on whole
 * pixels.
 * @returns undefined if the picture is outside of the region
 */
export function containedPart(
	size: { readonly width: number; readonly height: number },
	need: ImageNeed,
): ContainedPart | undefined {
	const { boxWidth, boxHeight, region, zoom = 1 } = need;
	const scale = zoom * Math.min(boxWidth / size.width, boxHeight / size.height);
	const width = Math.min(boxWidth, Math.max(1, Math.round(size.width * scale)));
	const height = Math.min(boxHeight, Math.max(1, Math.round(size.height * scale)));
	const x = Math.round(((boxWidth - width) * need.cropX) / 100);
	const y = Math.round(((boxHeight - height) * need.cropY) / 100);
	const left = Math.max(region.left, x);
	const top = Math.max(region.top, y);
	const right = Math.min(region.left + region.width, x + width);
	const bottom = Math.min(region.top + region.height, y + height);
	if (right <= left || bottom <= top) return undefined;
	return {
		need: {
			...need,
			// A zoomed picture is cropped at the box.
			...(zoom === 1
				? {}
				: { zoom: Math.max(1, scale / Math.max(width / size.width, height / size.height)) }),
			boxWidth: width,
			boxHeight: height,
			region: { left: left - x, top: top - y, width: right - left, height: bottom - top },
		},
		left: left - region.left,
		top: top - region.top,
	};
}

/** A bitmap at its position in an empty region; the bitmap itself if it fills the region. */
export function placed(
	bitmap: Bitmap,
	{ width, height }: PixelRect,
	left: number,
	top: number,
): Bitmap {
	if (bitmap.width === width && bitmap.height === height) return bitmap;
	const data = new Uint8Array(width * height * 4);
	const { channels } = bitmap;
	for (let row = 0; row < bitmap.height; row++) {
		let to = ((top + row) * width + left) * 4;
		let from = row * bitmap.width * channels;
		for (let column = 0; column < bitmap.width; column++, to += 4, from += channels) {
			data[to] = bitmap.data[from]!;
			data[to + 1] = bitmap.data[from + 1]!;
			data[to + 2] = bitmap.data[from + 2]!;
			data[to + 3] = channels === 4 ? bitmap.data[from + 3]! : 255;
		}
	}
	return { width, height, channels: 4, data };
}
