import { imageError } from "../../base/errors.js";
import { isCutOff } from "./cut-off.js";
import { PictureDrawing, type PrepareOptions } from "./draw-picture.js";
import { FORMAT_NAMES } from "./found-format.js";
import { ImageFault } from "./image-fault.js";
import type { ImageNeed, PreparedImage } from "./need.js";
import { openImage } from "./open.js";
import { sniffImage } from "./sniff.js";

export type { Bitmap } from "./bitmap.js";
export type { PrepareOptions } from "./draw-picture.js";
export type { ImageNeed, PixelRect, PreparedImage } from "./need.js";

/**
 * Decodes an image and prepares what is needed of it: cropped or contained in the box, scaled once,
 * masked, filtered, with rounded corners and opacity. The bytes may be hostile, so call it only in
 * a process that may crash.
 * @throws ServiceError remote_image_failed: not_an_image, too_many_pixels, too_complex
 */
export async function prepareImage(
	bytes: Uint8Array,
	need: ImageNeed,
	options: PrepareOptions = {},
): Promise<PreparedImage> {
	try {
		const image = await openImage(bytes, options.fonts);
		const drawing = new PictureDrawing(image, options);
		const bitmap = await drawing.draw(need);
		const notes = image.notes?.() ?? [];
		if (image.vector) return notes.length > 0 ? { ...bitmap, notes } : bitmap;
		return { ...bitmap, source: image.size, ...(drawing.oneColor ? { oneColor: true } : {}) };
	} catch (error) {
		if (error instanceof ImageFault) {
			const details = { ...damage(bytes, error), ...error.details };
			throw imageError(error.reason, need.path, details, error);
		}
		throw error;
	}
}

/** What is wrong with bytes that start like an image but are not a valid one. */
function damage(bytes: Uint8Array, { reason }: ImageFault): Record<string, unknown> {
	const format = sniffImage(bytes);
	if (reason !== "not_an_image" || format === undefined) return {};
	const name = FORMAT_NAMES[format];
	const cutOff = isCutOff(bytes, format);
	const problem = cutOff
		? `The image is incomplete: its ${name} data ends too early.`
		: `The image is damaged: its ${name} data cannot be decoded.`;
	return { format: name, cutOff, problem };
}
