/** The canvas as a JPEG or a WebP, by libvips, in a thread of its own. */
import type { JpegOptions, WebpOptions } from "sharp";
import { DEFAULT_QUALITY, type LossyFormat } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import { ServiceError } from "../../errors/errors.js";
import type { SlideJob } from "../job.js";
import type { Canvas, Content } from "../pixels/canvas.js";

/**
 * Full chroma and deringing keep text sharp on flat colour. What mozjpeg has
 * besides (trellis quantisation, progressive scans) takes six times as long for
 * an eighth of the bytes, and 1 to 3 dB of the picture.
 */
const JPEG: JpegOptions = {
	chromaSubsampling: "4:4:4",
	optimizeCoding: true,
	overshootDeringing: true,
};
/** More effort than 2 takes twice the time for a twentieth of the bytes. */
const WEBP: WebpOptions = { effort: 2 };

/**
 * WebP has half the chroma only. The conversion that keeps coloured edges sharp
 * takes four times as long as all the rest, so it is for text on flat colour,
 * where one sees it.
 */
const webpOptions = (content: Content): WebpOptions => ({
	...WEBP,
	smartSubsample: content !== "photo",
});

/** How a picture is encoded besides what its job says. */
export interface LossyOptions {
	/** Its alpha is kept, which WebP alone can. */
	readonly transparent?: boolean;
	/** Called before each try but the first. */
	readonly onRetry?: () => void;
}

/**
 * @param canvas is not to change before the promise settles
 * @throws ServiceError image_too_large when no quality meets `maxBytes`; what `onRetry` throws
 */
export async function encodeLossy(
	{ width, height, data }: Pick<Canvas, "width" | "height" | "data">,
	content: Content,
	format: LossyFormat,
	{ quality = DEFAULT_QUALITY, maxBytes, slideIndex, position = slideIndex }: SlideJob,
	{ transparent = false, onRetry = () => {} }: LossyOptions = {},
): Promise<Buffer> {
	const { default: sharp } = await import("../images/raster/sharp.js");
	const encode = (at: number) => {
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
 * Looks for the highest quality below one that is too large: bytes grow with
 * it, so each picture halves what is left, and there are six at most.
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
