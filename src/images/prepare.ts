import { imageError } from "../errors.js";
import { type Bitmap, hasTransparency } from "./bitmap.js";
import { applyEffects } from "./effects.js";
import { ImageFault } from "./image-fault.js";
import type { ImageNeed } from "./need.js";
import type { OpenImage } from "./open-image.js";
import { sniffImage } from "./sniff.js";
import { openSvg } from "./svg/open.js";

export type { Bitmap } from "./bitmap.js";
export type { ImageNeed, PixelRect } from "./need.js";

/**
 * Decodes an image and makes of it what is needed: cut to cover the box,
 * scaled once, masked, rounded, faded. The bytes are hostile until decoded:
 * call it only in a process that may die.
 * @param decoding told when a thread of its own has begun to decode: the caller may compute meanwhile
 * @throws ServiceError remote_image_failed: not_an_image, too_many_pixels, too_complex
 */
export async function prepareImage(
	bytes: Uint8Array,
	need: ImageNeed,
	decoding: () => void = () => {},
): Promise<Bitmap> {
	try {
		const image = await open(bytes);
		const drawing = image.draw(need);
		decoding();
		const bitmap = await drawing;
		const byLuminance =
			need.color !== null && !hasTransparency(bitmap) && !(await image.hasTransparency());
		return applyEffects(bitmap, need, byLuminance);
	} catch (error) {
		if (error instanceof ImageFault) throw imageError(error.reason, need.path, {}, error);
		throw error;
	}
}

async function open(bytes: Uint8Array): Promise<OpenImage> {
	const format = sniffImage(bytes);
	if (format === undefined) throw new ImageFault("not_an_image", "unknown signature");
	if (format === "svg") return openSvg(bytes);
	// libvips takes a tenth of a second to load, and text needs none of it.
	const { openRaster } = await import("./raster/open.js");
	return openRaster(bytes, format);
}
