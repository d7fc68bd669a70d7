/** Lays out a slide while its images are fetched. */

import { isRemote } from "../../documents/source-url.js";
import type { SlideJob } from "../../engine/job.js";
import type { ImageRef } from "../pictures/sources.js";
import { commonGroups, groupsOf } from "./fit-groups.js";
import type { LayoutAhead, Renderer, RenderOptions } from "./renderer.js";

/**
 * Begins to lay out the only slide of a render, if it has layers and remote images. A single card
 * with one picture takes a tenth less time.
 * @param jobs of all slides of the render
 * @returns what to pass to `renderSlide`; undefined if nothing is laid out
 */
export function layOutAhead(
	jobs: readonly SlideJob[],
	images: readonly ImageRef[],
	renderer: Renderer,
	options: RenderOptions,
): LayoutAhead | undefined {
	const [job, ...others] = jobs;
	if (job === undefined || others.length > 0 || options.batch !== undefined) return undefined;
	const { slide, common = {} } = job;
	// Without layers, pictures take so long to decode that the layout is done meanwhile.
	if (!slide.layers?.length && !common.behind?.length && !common.front?.length) return undefined;
	if (!images.some(({ src }) => isRemote(src))) return undefined;
	// The sizes of fit groups are only known after the layout of all slides.
	if (groupsOf(slide).length + commonGroups(common).length > 0) return undefined;
	return renderer.layOutAhead?.(job, options);
}
