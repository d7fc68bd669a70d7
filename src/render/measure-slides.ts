import { setMaxListeners } from "node:events";
import type { Contract } from "../contract/contract.js";
import type { RenderRequest } from "../contract/render-request.js";
import type { MeasuredLayout } from "../measure/measure-slide.js";
import { Deadline } from "./deadline.js";
import type { Renderer, RenderOptions } from "./job.js";
import { Names, slideJob } from "./render-slides.js";

export interface MeasureServices {
	/** Knows the brands. */
	readonly contract: Contract;
	readonly renderer: Renderer;
	/** Runs the work when its turn has come. */
	readonly admit: <T>(task: () => Promise<T>) => Promise<T>;
	/** Time for all slides, from the first that is laid out. Milliseconds. */
	readonly timeoutMs: number;
}

/**
 * Lays out all slides of a validated request where slides are drawn. The first
 * failure ends the rest.
 * @throws {ServiceError} invalid_render_request (too many lines), overloaded, render_timeout, internal_error
 */
export async function measureSlides(
	request: RenderRequest,
	{ contract, renderer, admit, timeoutMs }: MeasureServices,
	options: Omit<RenderOptions, "deadline">,
): Promise<MeasuredLayout[]> {
	const failure = new AbortController();
	const signal = AbortSignal.any([options.signal, failure.signal]);
	// Every slide listens to it.
	setMaxListeners(0, signal);
	const own = { ...options, signal, deadline: new Deadline(timeoutMs) };
	const names = new Names();
	const waiting = performance.now();
	return admit(async () => {
		options.onStep?.("wait", (performance.now() - waiting) / 1_000);
		const slides = request.slides.map((_, index) =>
			renderer.measureSlide(slideJob(request, index, { format: "png" }, names, contract), own),
		);
		try {
			return await Promise.all(slides);
		} catch (error) {
			failure.abort(error);
			throw error;
		}
	});
}
