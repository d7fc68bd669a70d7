import { setMaxListeners } from "node:events";
import type { Brand } from "../contract/brands.js";
import { brandOf, type Contract } from "../contract/contract.js";
import type { RenderRequest, Slide } from "../contract/render-request.js";
import type { ImageNeed, PreparedImage } from "../images/need.js";
import type { ImageRef, ImageSources } from "../images/sources.js";
import { backgroundNeed, visibleOverlays } from "../scene/image-needs.js";
import { resolvePictures } from "../scene/pictures.js";
import { Deadline } from "./deadline.js";
import {
	bitmapKey,
	type RenderedSlide,
	type Renderer,
	type RenderOptions,
	type SlideImages,
	type SlideJob,
	type SlideOutput,
} from "./job.js";
import { timed } from "./steps.js";

export interface RenderServices {
	/** Knows the brands. */
	readonly contract: Contract;
	readonly renderer: Renderer;
	readonly imageSources: ImageSources;
	/** Runs the drawing when its turn has come; fetching does not wait for it, nor drawing for slow servers. */
	readonly admit: <T>(task: () => Promise<T>) => Promise<T>;
	/** Time for drawing all slides, from the first that is. Milliseconds. */
	readonly timeoutMs: number;
	/** Slides that may be drawn, or drawn and not kept yet, at a time; all unless set. */
	readonly slidesAtATime?: number;
	/**
	 * Takes a slide as soon as it is drawn, in any order. The next is not drawn before
	 * it has done so, but for those that `slidesAtATime` allows.
	 * @param position in `indexes`
	 */
	readonly keep: (position: number, slide: RenderedSlide) => Promise<void>;
}

/** An image that a slide shows, and how. */
interface Use {
	readonly src: string;
	readonly need: ImageNeed;
	readonly key: string;
}

/**
 * Draws slides of a validated request side by side: fetches each image once,
 * cuts one that several slides show alike once, and hands each slide what it
 * needs. Each is handed on when it is drawn. The first failure ends the rest.
 * @param indexes 0-based positions of the slides to draw
 * @throws {ServiceError} remote_image_failed, overloaded, render_timeout, internal_error
 */
export async function renderSlides(
	request: RenderRequest,
	indexes: readonly number[],
	output: SlideOutput,
	{ contract, renderer, imageSources, admit, timeoutMs, slidesAtATime = 20, keep }: RenderServices,
	options: Omit<RenderOptions, "deadline">,
): Promise<void> {
	const failure = new AbortController();
	// Every slide and every image listens to it.
	setMaxListeners(0, failure.signal);
	const abort = () => failure.abort(options.signal.reason);
	if (options.signal.aborted) abort();
	options.signal.addEventListener("abort", abort, { once: true });
	const own = { ...options, signal: failure.signal, deadline: new Deadline(timeoutMs) };
	let done = () => {};
	const until = new Promise<void>((resolve) => {
		done = resolve;
	});
	try {
		const names = new Names();
		const jobs = indexes.map((index) => slideJob(request, index, output, names, contract));
		const refs = imageRefs(request, indexes);
		const load = () => imageSources.load(refs, { ...own, until });
		const sources = await (refs.length === 0 ? load() : timed("fetch", own.onStep, load));
		const bytesOf = (name: string) => sources.get(names.srcOf(name))!;
		const uses = jobs.map(usesOf);
		const waiting = performance.now();
		await admit(async () => {
			own.onStep?.("wait", (performance.now() - waiting) / 1_000);
			const shared = await prepareShared(uses, bytesOf, renderer, own);
			const drawings = jobs.map((job, position) => {
				const needed = new Map<string, Uint8Array>();
				const bitmaps = new Map<string, PreparedImage>();
				for (const { src, key } of uses[position]!) {
					const bitmap = shared.get(key);
					if (bitmap) bitmaps.set(key, bitmap);
					else needed.set(src, bytesOf(src));
				}
				return { job, position, images: { sources: needed, bitmaps } };
			});
			const next = longestFirst(drawings).values();
			const work = async () => {
				for (const { job, position, images } of next) {
					own.signal.throwIfAborted();
					await keep(position, await renderer.renderSlide(job, images, own));
				}
			};
			await Promise.all(Array.from({ length: Math.min(slidesAtATime, jobs.length) }, work));
		});
	} catch (error) {
		failure.abort(error);
		throw error;
	} finally {
		done();
		options.signal.removeEventListener("abort", abort);
	}
}

/**
 * What takes longest comes first, so that all processes end at about the same
 * time (Graham's rule). Decoding takes the most, by the bytes that are decoded.
 */
function longestFirst<T extends { readonly images: SlideImages }>(drawings: readonly T[]): T[] {
	const bytes = ({ images }: T) =>
		[...images.sources.values()].reduce((sum, { length }) => sum + length, 0);
	return [...drawings].sort((a, b) => bytes(b) - bytes(a));
}

/** Short names for image sources: a data URL of megabytes travels to no process as a name. */
export class Names {
	readonly #names = new Map<string, string>();
	readonly #sources: string[] = [];

	of(src: string): string {
		let name = this.#names.get(src);
		if (name === undefined) {
			name = `#${this.#sources.length}`;
			this.#names.set(src, name);
			this.#sources.push(src);
		}
		return name;
	}

	srcOf(name: string): string {
		return this.#sources[Number(name.slice(1))]!;
	}
}

export function slideJob(
	request: RenderRequest,
	index: number,
	output: SlideOutput,
	names: Names,
	contract: Contract,
): SlideJob {
	const brand = brandOf(contract, request.brand);
	const slide = inFontOf(brand, request.slides[index]!);
	const named: Slide = { ...slide };
	if (slide.image != null) named.image = names.of(slide.image);
	if (slide.imageOverlays)
		named.imageOverlays = slide.imageOverlays.map((overlay) => ({
			...overlay,
			src: names.of(overlay.src),
		}));
	return {
		slide: named,
		slideIndex: index,
		slideCount: request.slides.length,
		platform: request.platform ?? "short-video-carousel",
		stepperColor: brand.stepperColor,
		mode: request.mode ?? "single",
		stepperStyle: request.stepperStyle ?? "numeric",
		...output,
	};
}

/** The slide with the brand's font where a text names none. */
function inFontOf({ font }: Brand, slide: Slide): Slide {
	if (font === undefined || slide.textBlocks === undefined) return slide;
	return { ...slide, textBlocks: slide.textBlocks.map((block) => ({ font, ...block })) };
}

function imageRefs(request: RenderRequest, indexes: readonly number[]): ImageRef[] {
	return indexes.flatMap((index) => {
		const { image, imageOverlays = [] } = request.slides[index]!;
		const refs = imageOverlays.map(({ src }, i) => ({
			path: `/slides/${index}/imageOverlays/${i}/src`,
			src,
		}));
		return image == null ? refs : [{ path: `/slides/${index}/image`, src: image }, ...refs];
	});
}

/** The images that a slide shows; what is out of sight is not decoded. */
function usesOf(job: SlideJob): Use[] {
	const scene = resolvePictures(job);
	const uses: Use[] = [];
	const add = (src: string, need: ImageNeed) => uses.push({ src, need, key: bitmapKey(src, need) });
	const background = backgroundNeed(scene);
	if (background && scene.image) add(scene.image.src, background);
	for (const { overlay, need } of visibleOverlays(scene)) add(overlay.src, need);
	return uses;
}

/** Prepares, once each, the images that more than one slide shows in the same way. */
async function prepareShared(
	uses: readonly (readonly Use[])[],
	bytesOf: (name: string) => Uint8Array,
	renderer: Renderer,
	options: RenderOptions,
): Promise<Map<string, PreparedImage>> {
	const slidesOf = new Map<string, Set<number>>();
	const useOf = new Map<string, Use>();
	for (const [slide, list] of uses.entries()) {
		for (const use of list) {
			const slides = slidesOf.get(use.key) ?? new Set();
			slidesOf.set(use.key, slides.add(slide));
			if (!useOf.has(use.key)) useOf.set(use.key, use);
		}
	}
	const shared = [...useOf.values()].filter(({ key }) => slidesOf.get(key)!.size > 1);
	const bitmaps = await Promise.all(
		shared.map(({ src, need }) => renderer.prepareImage(need, bytesOf(src), options)),
	);
	return new Map(shared.map(({ key }, index) => [key, bitmaps[index]!]));
}
