import sharp, { type SharpOptions } from "sharp";
import { LIMITS } from "../../../contract/limits.js";

/**
 * sharp with the settings of this service: only the loaders of the accepted formats, no cache
 * because every image is new, and one thread because other processes use the other cores, unless a
 * call asks for more.
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
 * How sharp reads bytes: only the first frame, an error if they are truncated, and never more
 * pixels than the limit, even if the header is wrong.
 */
export const RASTER_OPTIONS: SharpOptions = Object.freeze({
	limitInputPixels: LIMITS.maxImagePixels,
	failOn: "warning",
	pages: 1,
	sequentialRead: true,
});

export default sharp;
