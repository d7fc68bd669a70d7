import { imageError } from "../errors/errors.js";
import { type Bitmap, hasTransparency } from "./bitmap.js";
import { containedPart, placed } from "./contain.js";
import { isCutOff } from "./cut-off.js";
import { applyEffects } from "./effects.js";
import { FORMAT_NAMES } from "./found-format.js";
import { ImageFault } from "./image-fault.js";
import type { ImageNeed, PreparedImage } from "./need.js";
import type { OpenImage } from "./open-image.js";
import { sniffImage } from "./sniff.js";
import { openSvg } from "./svg/open.js";

export type { Bitmap } from "./bitmap.js";
export type { ImageNeed, PixelRect, PreparedImage } from "./need.js";

export interface PrepareOptions {
	/** Told when a thread of its own has begun to decode: the caller may compute meanwhile. */
	readonly decoding?: () => void;
	/** Told what it will cost, in nanoseconds of one core, before it is decoded; it may throw. */
	readonly spend?: (nanoseconds: number) => void;
	/** Threads that decode, 1 unless set. The pixels are the same with any number. */
	readonly threads?: number;
}

/**
 * Decodes an image and makes of it what is needed: cut to cover the box or seen
 * whole in it, scaled once, masked, rounded, faded. The bytes are hostile until decoded:
 * call it only in a process that may die.
 * @throws ServiceError remote_image_failed: not_an_image, too_many_pixels, too_complex
 */
export async function prepareImage(
	bytes: Uint8Array,
	need: ImageNeed,
	options: PrepareOptions = {},
): Promise<PreparedImage> {
	try {
		const image = await open(bytes);
		const bitmap = await shown(image, need, options);
		return image.vector ? bitmap : { ...bitmap, source: image.size };
	} catch (error) {
		if (error instanceof ImageFault) {
			const details = { ...error.details, ...damage(bytes, error) };
			throw imageError(error.reason, need.path, details, error);
		}
		throw error;
	}
}

async function shown(image: OpenImage, need: ImageNeed, options: PrepareOptions): Promise<Bitmap> {
	if (need.fit !== "contain") return covering(image, need, options);
	const part = containedPart(image.size, need);
	if (part === undefined) {
		const { width, height } = need.region;
		return { width, height, channels: 4, data: new Uint8Array(width * height * 4) };
	}
	return placed(await covering(image, part.need, options), need.region, part.left, part.top);
}

async function covering(
	image: OpenImage,
	need: ImageNeed,
	{ decoding, spend, threads = 1 }: PrepareOptions,
): Promise<Bitmap> {
	spend?.(image.price(need));
	const drawing = image.draw(need, threads);
	decoding?.();
	const bitmap = await drawing;
	const byLuminance =
		need.color !== null && !hasTransparency(bitmap) && !(await image.hasTransparency());
	return applyEffects(bitmap, need, byLuminance);
}

/** What is wrong with bytes that begin as an image does and are none. */
function damage(bytes: Uint8Array, { reason }: ImageFault): Record<string, unknown> {
	const format = sniffImage(bytes);
	if (reason !== "not_an_image" || format === undefined) return {};
	const name = FORMAT_NAMES[format];
	const cutOff = isCutOff(bytes, format);
	const problem = cutOff
		? `The image is cut off: its ${name} data end too early.`
		: `The image is damaged: its ${name} data cannot be decoded.`;
	return { format: name, cutOff, problem };
}

async function open(bytes: Uint8Array): Promise<OpenImage> {
	const format = sniffImage(bytes);
	if (format === undefined) throw new ImageFault("not_an_image", "unknown signature");
	if (format === "svg") return openSvg(bytes);
	// libvips takes a tenth of a second to load, and text needs none of it.
	const { openRaster } = await import("./raster/open.js");
	return openRaster(bytes, format);
}
