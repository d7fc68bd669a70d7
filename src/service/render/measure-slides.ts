import { setMaxListeners } from "node:events";
import { platformMember } from "../../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import type { MeasuredLayout } from "../../engine/report/measure-slide.js";
import { Deadline } from "../processes/deadline.js";
import type { Caller, Renderer } from "../processes/renderer.js";
import { fitGroups } from "./fit-groups.js";
import { Names, slideJob } from "./slide-job.js";

export interface MeasureParts {
	readonly renderer: Renderer;
	/** Runs the task when its turn comes. */
	readonly admit: <T>(task: () => Promise<T>) => Promise<T>;
	/** Time limit for all slides, counted from the first. Milliseconds. */
	readonly timeoutMs: number;
}

/**
 * Lays out all slides of a document in the render processes. The first failure aborts the rest.
 * @throws {ServiceError} invalid_render_request (too many lines), overloaded, render_timeout,
 * internal_error
 */
export async function measureSlides(
	document: ResolvedDocument,
	{ renderer, admit, timeoutMs }: MeasureParts,
	options: Caller,
): Promise<MeasuredLayout[]> {
	const failure = new AbortController();
	const signal = AbortSignal.any([options.signal, failure.signal]);
	// Every slide adds a listener to it.
	setMaxListeners(0, signal);
	const own = { ...options, signal, deadline: new Deadline(timeoutMs) };
	const names = new Names();
	const waiting = performance.now();
	return admit(async () => {
		options.onStep?.("wait", (performance.now() - waiting) / 1_000);
		try {
			const sizesOf = await fitGroups(document, renderer, names, own);
			const slides = document.slides.map((slide) => {
				const job = slideJob(document, slide, { format: "png" }, names);
				return renderer
					.measureSlide({ ...job, ...sizesOf(slide) }, own)
					.then((layout) => named(document, slide, layout));
			});
			return await Promise.all(slides);
		} catch (error) {
			failure.abort(error);
			throw error;
		}
	});
}

/** The layout of a slide, with its platform if there are several. */
function named(
	document: ResolvedDocument,
	slide: ResolvedSlide,
	layout: MeasuredLayout,
): MeasuredLayout {
	const platform = platformMember(document, slide);
	return {
		...layout,
		measured: { ...platform, ...layout.measured },
		warnings: layout.warnings.map((warning) => ({ ...warning, ...platform })),
	};
}
