import { widened } from "../pixels/widen.js";

/**
 * Pixels in memory: rows from the top, RGB or RGBA, 8 bits a channel, sRGB,
 * alpha straight (not multiplied into the colours).
 */
export interface Bitmap {
	readonly width: number;
	readonly height: number;
	/** 3 if every pixel is opaque. */
	readonly channels: 3 | 4;
	readonly data: Uint8Array;
}

/** Whether any pixel is not opaque. */
export function hasTransparency(bitmap: Bitmap): boolean {
	if (bitmap.channels === 3) return false;
	const { data } = bitmap;
	for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true;
	return false;
}

/** Whether all pixels are equal. */
export function isOneColor({ data, channels }: Bitmap): boolean {
	for (let i = channels; i < data.length; i++) if (data[i] !== data[i - channels]) return false;
	return true;
}

/** A copy of the picture with an alpha channel. */
export function toRgba(bitmap: Bitmap): Bitmap {
	const { width, height, channels, data } = bitmap;
	if (channels === 4) return { width, height, channels, data: new Uint8Array(data) };
	return { width, height, channels: 4, data: widened(data) };
}

/** The picture without its alpha channel, if every pixel is opaque. */
export function dropOpaqueAlpha(bitmap: Bitmap): Bitmap {
	if (bitmap.channels === 3 || hasTransparency(bitmap)) return bitmap;
	const { width, height, data } = bitmap;
	const rgb = new Uint8Array(width * height * 3);
	for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
		rgb[to] = data[from]!;
		rgb[to + 1] = data[from + 1]!;
		rgb[to + 2] = data[from + 2]!;
	}
	return { width, height, channels: 3, data: rgb };
}
