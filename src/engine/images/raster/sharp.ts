import sharp, { type SharpOptions } from "sharp";
import { LIMITS } from "../../../contract/limits.js";

/**
 * sharp as this service uses it: only the loaders of the accepted formats, no
 * cache (every image is new), one thread (the cores belong to other processes) but
 * where a decoding is given more.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
	operation: [
		"VipsForeignLoadPngBuffer",
		"VipsForeignLoadJpegBuffer",
		"VipsForeignLoadWebpBuffer",
		"VipsForeignLoadHeifBuffer",
		"VipsForeignLoadNsgifBuffer",
	],
});

/**
 * How bytes are given to sharp: only the first frame, refused when they are
 * truncated, never more pixels than the limit even if the header lies.
 */
export const RASTER_OPTIONS: SharpOptions = Object.freeze({
	limitInputPixels: LIMITS.maxImagePixels,
	failOn: "warning",
	pages: 1,
	sequentialRead: true,
});

export default sharp;
