/**
 * Draws one slide in a render process: an ordered list of steps, each reported before it begins, so
 * that the parent process knows which step was running if one hangs or crashes.
 */

import { ServiceError } from "../../base/errors.js";
import type { DrawOptions, Progress, RenderedSlide, SlideImages, SlideJob } from "../job.js";
import { slideGroupSizes } from "../report/fit-groups.js";
import { measureSlide as layOutSlide, type MeasuredLayout } from "../report/measure-slide.js";
import type { GroupSizes } from "../scene/scene.js";
import { type FontLibrary, openFontLibrary } from "../text/fonts/library.js";
import { drawPixels } from "./draw-pixels.js";
import { drawVectors } from "./draw-vectors.js";
import { SlidePrice } from "./slide-price.js";
import { beginSlide } from "./slide-work.js";
import { drawSome } from "./warm-up.js";

let fontPack: number | undefined;
let fontLibrary: Promise<FontLibrary> | undefined;

/** The bundled and the operator's fonts; none is loaded yet. */
export function fonts(): Promise<FontLibrary> {
	fontLibrary ??= openFontLibrary(fontPack);
	return fontLibrary;
}

/**
 * Makes the operator's fonts available.
 * @param packFd descriptor of a font pack, which must stay open
 */
export function useFonts(packFd: number): void {
	fontPack = packFd;
	fontLibrary = undefined;
}

/**
 * Lays out a slide without its images and without drawing.
 * @throws ServiceError invalid_render_request, too_complex
 */
export const measureSlide = async (job: SlideJob): Promise<MeasuredLayout> =>
	layOutSlide(job, await fonts(), new SlidePrice());

/**
 * Lays out a slide to find the sizes of its fit groups.
 * @returns the smallest size of each group, pixels
 * @throws ServiceError too_complex
 */
export const groupSizes = async (job: SlideJob): Promise<GroupSizes> =>
	slideGroupSizes(job, await fonts(), new SlidePrice());

/**
 * Draws a slide.
 * @param images its pictures, encoded or as pixels
 * @param progress called with each step before it begins
 * @returns a file of the format, or one page of a PDF in the form that `unpackPage` reads
 * @throws ServiceError too_complex, remote_image_failed, answer_too_large
 */
export async function drawSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	options: DrawOptions = {},
): Promise<RenderedSlide> {
	const isVector = job.format === "svg" || job.format === "pdf";
	try {
		const work = await beginSlide(job, images, progress, options, fonts);
		return await (isVector ? drawVectors(work) : drawPixels(work));
	} catch (error) {
		throw ofSlide(error, job);
	}
}

/** Names the slide in errors of what belongs to no field, such as resvg. */
function ofSlide(error: unknown, { slideIndex }: SlideJob): unknown {
	if (!(error instanceof ServiceError) || error.code !== "too_complex" || error.details.path)
		return error;
	const { code, message, details, cause } = error;
	return new ServiceError(code, {
		message,
		details: { path: `/slides/${slideIndex}`, ...details },
		cause,
	});
}

const NO_IMAGES: SlideImages = { sources: new Map(), bitmaps: new Map() };

/**
 * Loads what every slide needs and draws some slides, so that the first real ones are not slower.
 * @param goOn called before each slide; false stops
 */
export async function warmUp(goOn: () => Promise<boolean>): Promise<void> {
	await fonts();
	await drawSome(goOn, (job) => drawSlide(job, NO_IMAGES, () => undefined));
}
