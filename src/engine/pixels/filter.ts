import { kernels, stagingArea } from "./kernels.js";

/**
 * An affine colour map: three rows (red, green, blue) of four values, the factors of red, green and
 * blue and an offset, for channels from 0 to 1.
 */
export type ColorMap = readonly number[];

/** Most maps in a sequence: the kernel has no room for more. */
export const MAX_MAPS = 8;

/**
 * Applies colour maps to pixels in place, in order; each result is clamped to 0..1. Alpha is
 * unchanged.
 * @param data RGB or RGBA, straight alpha
 * @param maps at most MAX_MAPS
 * @throws RangeError if there are more maps
 */
export function filterPixels(data: Uint8Array, channels: 3 | 4, maps: readonly ColorMap[]): void {
	if (maps.length > MAX_MAPS) throw new RangeError(`${maps.length} colour maps`);
	for (const [i, map] of maps.entries()) {
		for (const [j, value] of map.entries())
			kernels.setFilterValue(i * 12 + j, j % 4 === 3 ? value * 255 : value);
	}
	const staging = stagingArea();
	// Whole groups of four pixels, for any number of channels.
	const piece = Math.floor(staging.length / 16 / channels) * 4 * channels;
	for (let at = 0; at < data.length; at += piece) {
		const bytes = data.subarray(at, at + piece);
		staging.set(bytes);
		kernels.filterStaged(bytes.length / channels, channels, maps.length);
		bytes.set(staging.subarray(0, bytes.length));
	}
}
