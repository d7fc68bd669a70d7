import { kernels, stagingArea } from "./kernels.js";

/**
 * An affine map of colours: three rows (red, green, blue) of four, the factors
 * of red, green and blue and what is added, of channels from 0 to 1.
 */
export type ColorMap = readonly number[];

/** Most maps that follow each other: the kernel has room for no more. */
export const MAX_MAPS = 8;

/**
 * Maps the colours of pixels in their place, one map after the other, each
 * clamped to 0..1; alpha stays.
 * @param data RGB or RGBA, straight alpha
 * @param maps at most MAX_MAPS
 * @throws RangeError when there are more maps
 */
export function filterPixels(data: Uint8Array, channels: 3 | 4, maps: readonly ColorMap[]): void {
	if (maps.length > MAX_MAPS) throw new RangeError(`${maps.length} colour maps`);
	for (const [i, map] of maps.entries()) {
		for (const [j, value] of map.entries())
			kernels.setFilterValue(i * 12 + j, j % 4 === 3 ? value * 255 : value);
	}
	// Whole groups of four pixels, whatever the channels.
	const piece = Math.floor(stagingArea.length / 16 / channels) * 4 * channels;
	for (let at = 0; at < data.length; at += piece) {
		const bytes = data.subarray(at, at + piece);
		stagingArea.set(bytes);
		kernels.filterStaged(bytes.length / channels, channels, maps.length);
		bytes.set(stagingArea.subarray(0, bytes.length));
	}
}
