/**
 * Encodes a picture as JPEG or WebP. libvips encodes WebP and large pictures, in a separate thread.
 */
import type { JpegOptions, WebpOptions } from "sharp";
import { ServiceError } from "../../base/errors.js";
import { DEFAULT_QUALITY, type LossyFormat } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import type { SlideJob } from "../job.js";
import { type Canvas, type Content, hasRoom } from "../pixels/canvas.js";
import { type Changes, encodeJpeg } from "../pixels/jpeg.js";

/**
 * Options for large pictures; encodeJpeg uses the same for others. Full chroma and deringing keep
 * text on flat colour sharp. The other options of mozjpeg (trellis quantisation, progressive scans)
 * take six times as long, save an eighth of the bytes, and cost 1 to 3 dB of quality.
 */
const JPEG: JpegOptions = {
	chromaSubsampling: "4:4:4",
	optimizeCoding: true,
	overshootDeringing: true,
};
/** An effort above 2 takes twice the time and saves a twentieth of the bytes. */
const WEBP: WebpOptions = { effort: 2 };

/**
 * WebP always halves the chroma resolution. The conversion that keeps coloured edges sharp takes
 * four times as long as everything else, so it is only used for text on flat colour, where the
 * difference is visible.
 */
const webpOptions = (content: Content): WebpOptions => ({
	...WEBP,
	smartSubsample: content !== "photo",
});

/** How a picture is encoded, in addition to the options of its job. */
export interface LossyOptions {
	/** Whether its alpha is kept, which only WebP supports. */
	readonly transparent?: boolean;
	/** Called before each attempt except the first. */
	readonly onRetry?: () => void;
	/** The rows that differ from the picture that was encoded last; see encodeJpeg. */
	readonly changes?: Changes | undefined;
}

/**
 * @param canvas must not change before the promise settles
 * @throws ServiceError image_too_large if no quality meets `maxBytes`; what `onRetry` throws
 */
export async function encodeLossy(
	{ width, height, data }: Pick<Canvas, "width" | "height" | "data">,
	content: Content,
	format: LossyFormat,
	{ quality = DEFAULT_QUALITY, maxBytes, slideIndex, position = slideIndex }: SlideJob,
	{ transparent = false, onRetry = () => {}, changes }: LossyOptions = {},
): Promise<Buffer> {
	const own = format === "jpeg" && hasRoom(width, height);
	const encode = async (at: number) => {
		if (own) return encodeJpeg({ width, height, data }, at, changes).bytes;
		const { default: sharp } = await import("../images/raster/sharp.js");
		const rgba = sharp(data, { raw: { width, height, channels: 4 } });
		const pixels = transparent ? rgba : rgba.removeAlpha();
		return format === "jpeg"
			? pixels.jpeg({ ...JPEG, quality: at }).toBuffer()
			: pixels.webp({ ...webpOptions(content), quality: at }).toBuffer();
	};
	const best = await encode(quality);
	if (maxBytes === undefined || best.length <= maxBytes) return best;
	const again = (at: number) => {
		onRetry();
		return encode(at);
	};
	const { fitting, smallest, lowest } = await bestFitting(again, quality, best, maxBytes);
	if (fitting) return fitting;
	const slide = position + 1;
	throw new ServiceError("image_too_large", {
		message: `Slide ${slide} has ${smallest} bytes at quality ${lowest}, the lowest allowed quality; maxBytes allows ${maxBytes}.`,
		details: { path: `/slides/${slideIndex}`, slide, maxBytes, smallestBytes: smallest },
	});
}

/**
 * Finds the highest quality that is small enough by bisection, because a higher quality needs more
 * bytes: at most six attempts.
 */
async function bestFitting(
	encode: (quality: number) => Promise<Buffer>,
	quality: number,
	tooLarge: Buffer,
	maxBytes: number,
): Promise<{ fitting: Buffer | undefined; smallest: number; lowest: number }> {
	const lowest = Math.min(quality, LIMITS.minFittedQuality);
	let fitting: Buffer | undefined;
	let smallest = tooLarge.length;
	let below = lowest - 1;
	let above = quality;
	while (above - below > 1) {
		const middle = Math.floor((below + above) / 2);
		const picture = await encode(middle);
		smallest = Math.min(smallest, picture.length);
		if (picture.length <= maxBytes) {
			fitting = picture;
			below = middle;
		} else above = middle;
	}
	return { fitting, smallest, lowest };
}
