import { setMaxListeners } from "node:events";
import { canvasShape } from "../../base/canvas-shape.js";
import { ServiceError } from "../../base/errors.js";
import { canvasSize, MOST_PIXELS } from "../../contract/platforms.js";
import { platformMember } from "../../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import { isRemote } from "../../documents/source-url.js";
import type { ImageNeed, PreparedImage } from "../../engine/images/need.js";
import { sniffImage } from "../../engine/images/sniff.js";
import {
	bitmapKey,
	type RenderedSlide,
	type SlideImages,
	type SlideJob,
	type SlideOutput,
} from "../../engine/job.js";
import { backgroundNeed, visibleOverlays } from "../../engine/scene/image-needs.js";
import { layerPicturesOf, picturesOfCommon } from "../../engine/scene/layer-pictures.js";
import { isLeftOut } from "../../engine/scene/omitted.js";
import { outputScale } from "../../engine/scene/output-scale.js";
import { resolvePictures } from "../../engine/scene/pictures.js";
import { isPlainOverlay } from "../../engine/scene/plain.js";
import { timed } from "../../engine/steps.js";
import type { ImageSources } from "../pictures/sources.js";
import { Deadline } from "../processes/deadline.js";
import type { Caller, Renderer, RenderOptions } from "../processes/renderer.js";
import { fitGroups } from "./fit-groups.js";
import { Names, slideJob } from "./slide-job.js";
import { UnusablePictures } from "./unusable-pictures.js";

export interface DrawingParts {
	readonly renderer: Renderer;
	readonly imageSources: ImageSources;
	/**
	 * Runs a drawing task when its turn comes. Fetching does not wait for it, and drawing does not
	 * wait for slow servers.
	 */
	readonly admit: <T>(task: () => Promise<T>) => Promise<T>;
	/** Time limit for drawing all slides, counted from the first. Milliseconds. */
	readonly timeoutMs: number;
	/** Slides that may be in progress, or drawn and not stored yet; default: all. */
	readonly slidesAtATime?: number;
	/**
	 * Called for each slide as soon as it is drawn, in any order. The next slide waits for it, except
	 * for the number that `slidesAtATime` allows.
	 * @param position in `slides`
	 */
	readonly keep: (position: number, slide: RenderedSlide) => Promise<void>;
}

/** An image of a slide, and how it is shown. */
interface Use {
	readonly src: string;
	readonly need: ImageNeed;
	readonly key: string;
}

/**
 * Draws slides of a document in parallel. It fetches each image once, prepares an image once if
 * several slides show it in the same way, and gives each slide what it needs. Each slide is passed
 * on as soon as it is drawn. The first failure aborts the rest.
 * @param slides the slides to draw, in the order of the response
 * @throws {ServiceError} remote_image_failed, overloaded, render_timeout, internal_error
 */
export async function fetchAndDraw(
	document: ResolvedDocument,
	slides: readonly ResolvedSlide[],
	output: SlideOutput,
	{ renderer, imageSources, admit, timeoutMs, slidesAtATime = 20, keep }: DrawingParts,
	options: Caller & Pick<RenderOptions, "light">,
): Promise<void> {
	const failure = new AbortController();
	// Every slide and every image adds a listener to it.
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
		const unusable = new UnusablePictures();
		const sources = new Map<string, Uint8Array>();
		const drawn = { renderer, slidesAtATime, keep, sources, unusable, options: own };
		let left = slides.map((slide, position) => ({ slide, position }));
		// Slides with a picture that turns out not to decode are drawn once more, with its fallback.
		while (left.length > 0) {
			const load = () => loadPictures(left, imageSources, sources, unusable, { ...own, until });
			const needed = unusable.refs(left.map(({ slide }) => slide)).length > 0;
			await (needed ? timed("fetch", own.onStep, load) : load());
			const waiting = performance.now();
			left = await admit(() => {
				own.onStep?.("wait", (performance.now() - waiting) / 1_000);
				return drawSlides(document, left, output, drawn);
			});
		}
	} catch (error) {
		failure.abort(error);
		throw error;
	} finally {
		done();
		options.signal.removeEventListener("abort", abort);
	}
}

interface Positioned {
	readonly slide: ResolvedSlide;
	/** In the slides to draw. */
	readonly position: number;
}

/** Fetches the pictures of slides, and the fallbacks of those that fail. */
async function loadPictures(
	slides: readonly Positioned[],
	imageSources: ImageSources,
	sources: Map<string, Uint8Array>,
	unusable: UnusablePictures,
	options: Parameters<ImageSources["load"]>[1],
): Promise<void> {
	const onFailure = unusable.add.bind(unusable);
	for (let known = -1; known < unusable.size; ) {
		known = unusable.size;
		const refs = unusable
			.refs(slides.map(({ slide }) => slide))
			.filter(({ src }) => !sources.has(src));
		const found = await imageSources.load(refs, { ...options, onFailure });
		for (const [src, bytes] of found) sources.set(src, bytes);
	}
}

interface SlideParts extends Pick<DrawingParts, "renderer" | "keep"> {
	readonly slidesAtATime: number;
	readonly sources: ReadonlyMap<string, Uint8Array>;
	readonly unusable: UnusablePictures;
	readonly options: RenderOptions;
}

/** @returns the slides with a picture that does not decode and has a fallback */
async function drawSlides(
	document: ResolvedDocument,
	slides: readonly Positioned[],
	output: SlideOutput,
	{ renderer, keep, slidesAtATime, sources, unusable, options }: SlideParts,
): Promise<Positioned[]> {
	const names = new Names();
	const before = unusable.size;
	const plainJobs = slides.map(({ slide }) => slideJob(document, slide, output, names, unusable));
	const bytesOf = (name: string) => sources.get(names.srcOf(name))!;
	const uses = plainJobs.map(usesOf);
	const ofSlides = slides.map(({ slide }) => slide);
	const again: Positioned[] = [];
	const shared = await prepareShared(uses, bytesOf, renderer, options, isVector(output)).catch(
		(error: unknown) => unusable.learn(error, ofSlides, before),
	);
	if (shared === undefined) return [...slides];
	const sizesOf = await fitGroups(document, renderer, names, options, unusable);
	const layoutPictures = plainJobs.map(laidOutPictures);
	const repeated = inSeveral(layoutPictures);
	const drawings = plainJobs.map((plain, i) => {
		const ownPictures = layoutPictures[i]!;
		const keepPictures =
			options.batch !== undefined || ownPictures.some((src) => repeated.has(src));
		const job = {
			...plain,
			...sizesOf(slides[i]!.slide),
			...(keepPictures && { keepPictures }),
		};
		const needed = new Map<string, Uint8Array>();
		const bitmaps = new Map<string, PreparedImage>();
		for (const { src, key } of uses[i]!) {
			const bitmap = shared.get(key);
			if (bitmap) bitmaps.set(key, bitmap);
			else needed.set(src, bytesOf(src));
		}
		for (const src of ownPictures) needed.set(src, bytesOf(src));
		return { job, of: slides[i]!, images: { sources: needed, bitmaps } };
	});
	const next = longestFirst(drawings).values();
	const work = async () => {
		for (const { job, of, images } of next) {
			options.signal.throwIfAborted();
			const slide = await renderer.drawSlide(job, images, options).catch((error: unknown) => {
				try {
					unusable.learn(error, [of.slide], before);
				} catch (unsolved) {
					throw onItsPlatform(unsolved, platformMember(document, of.slide));
				}
			});
			if (slide === undefined) again.push(of);
			else await keep(of.position, slide);
		}
	};
	await Promise.all(Array.from({ length: Math.min(slidesAtATime, drawings.length) }, work));
	return again;
}

/** The error of one slide, with its platform if there are several. */
function onItsPlatform(error: unknown, platform: ReturnType<typeof platformMember>): unknown {
	if (!(error instanceof ServiceError) || platform.platform === undefined) return error;
	const { code, message, retryAfter, cause } = error;
	return new ServiceError(code, {
		message,
		details: { ...error.details, ...platform },
		...(retryAfter !== undefined && { retryAfter }),
		cause,
	});
}

/**
 * Longest job first, so that all processes finish at about the same time (Graham's rule). Decoding
 * takes the most time, estimated by the number of bytes.
 */
function longestFirst<T extends { readonly images: SlideImages }>(drawings: readonly T[]): T[] {
	const bytes = ({ images }: T) =>
		[...images.sources.values()].reduce((sum, { length }) => sum + length, 0);
	return [...drawings].sort((a, b) => bytes(b) - bytes(a));
}

/** Whether the slides are drawn as vectors. */
const isVector = ({ format }: SlideOutput): boolean => format === "svg" || format === "pdf";

/** Whether slides have remote images, which may take any length of time. */
export const fetchesImages = (slides: readonly ResolvedSlide[]): boolean =>
	new UnusablePictures().refs(slides).some(({ src }) => isRemote(src));

/** The pictures of a job that its layout must place; each slide prepares them itself. */
function laidOutPictures({ slide, common = {}, ...canvas }: SlideJob): string[] {
	const { width, height } = canvasSize(canvas);
	const shape = canvasShape(width, height);
	const overlays = (slide.imageOverlays ?? []).filter(
		(overlay) => !isPlainOverlay(overlay) && !isLeftOut(overlay, shape),
	);
	const fields = [...layerPicturesOf(slide, "", shape), ...picturesOfCommon(common, shape)];
	return [...overlays, ...fields].map(({ src }) => src);
}

/** The names that are in more than one of the lists. */
function inSeveral(lists: readonly (readonly string[])[]): ReadonlySet<string> {
	const [seen, several] = [new Set<string>(), new Set<string>()];
	for (const list of lists)
		for (const name of new Set(list)) (seen.has(name) ? several : seen).add(name);
	return several;
}

/** The visible images of a slide; others are not decoded. */
function usesOf(job: SlideJob): Use[] {
	const scene = resolvePictures(job);
	const scale = outputScale(scene, job.scale);
	const uses: Use[] = [];
	const add = (src: string, need: ImageNeed) => uses.push({ src, need, key: bitmapKey(src, need) });
	const background = backgroundNeed(scene, scale);
	if (background && scene.image) add(scene.image.src, background);
	for (const { overlay, need } of visibleOverlays(scene, scale)) add(overlay.src, need);
	return uses;
}

/**
 * Whether this process keeps the pixels for several slides: thirty scaled images would be
 * gigabytes.
 */
const isShareable = ({ region }: ImageNeed): boolean => region.width * region.height <= MOST_PIXELS;

/**
 * Prepares the images that several slides show in the same way, once each.
 * @param keepVectors vector sources are not rasterised
 */
async function prepareShared(
	uses: readonly (readonly Use[])[],
	bytesOf: (name: string) => Uint8Array,
	renderer: Renderer,
	options: RenderOptions,
	keepVectors: boolean,
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
	const shared = [...useOf.values()].filter(
		({ key, src, need }) =>
			slidesOf.get(key)!.size > 1 &&
			isShareable(need) &&
			!(keepVectors && sniffImage(bytesOf(src)) === "svg"),
	);
	const bitmaps = await Promise.all(
		shared.map(({ src, need }) => renderer.prepareImage(need, bytesOf(src), options)),
	);
	return new Map(shared.map(({ key }, index) => [key, bitmaps[index]!]));
}
