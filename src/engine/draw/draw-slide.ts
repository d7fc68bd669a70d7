/**
 * Draws one slide in a render process: an ordered list of steps, each reported
 * before it begins, so that whoever waits knows what was being done when a step
 * hangs or ends the process.
 */

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
const fonts = () => {
	fontLibrary ??= openFontLibrary(fontPack);
	return fontLibrary;
};

/** Has the operator's fonts too, from now on. @param packFd descriptor of a font pack, which stays open */
export function useFonts(packFd: number): void {
	fontPack = packFd;
	fontLibrary = undefined;
}

/**
 * Lays out a slide without its images, and draws nothing.
 * @throws ServiceError invalid_render_request, too_complex
 */
export const measureSlide = async (job: SlideJob): Promise<MeasuredLayout> =>
	layOutSlide(job, await fonts(), new SlidePrice());

/**
 * Lays out a slide for the groups of its texts that fit together.
 * @returns the smallest size of each group, pixels
 * @throws ServiceError too_complex
 */
export const groupSizes = async (job: SlideJob): Promise<GroupSizes> =>
	slideGroupSizes(job, await fonts(), new SlidePrice());

/**
 * Draws a slide.
 * @param images its pictures, encoded or as pixels
 * @param progress told of each step before it begins
 * @returns a file of the format, or one page of a PDF as `unpackPage` reads it
 * @throws ServiceError too_complex, remote_image_failed, answer_too_large
 */
export async function drawSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	options: DrawOptions = {},
): Promise<RenderedSlide> {
	const work = await beginSlide(job, images, progress, options, fonts);
	return job.format === "svg" || job.format === "pdf" ? drawVectors(work) : drawPixels(work);
}

const NO_IMAGES: SlideImages = { sources: new Map(), bitmaps: new Map() };

/**
 * Opens what every slide needs and draws some, so that the first ones do not wait for it.
 * @param goOn asked before each slide
 */
export async function warmUp(goOn: () => Promise<boolean>): Promise<void> {
	await fonts();
	await drawSome(goOn, (job) => drawSlide(job, NO_IMAGES, () => undefined));
}
