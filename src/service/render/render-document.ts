import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { isPixels } from "../../contract/formats.js";
import { platformMember } from "../../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import { errorAsSent } from "../../documents/sent-path.js";
import type { RenderedSlide, SlideOutput } from "../../engine/job.js";
import type { Admission, Turn } from "../admission.js";
import type { Spool, SpooledSlides } from "../delivery/spool.js";
import type { NamedSlide } from "../delivery/spooled-slide.js";
import type { ImageSources } from "../pictures/sources.js";
import { isLightCanvas, isLightSlide } from "../processes/light.js";
import type { Caller, Renderer } from "../processes/renderer.js";
import type { RenderMetrics } from "../render-metrics.js";
import { fetchAndDraw, fetchesImages } from "./fetch-and-draw.js";

/** What is needed to draw documents. */
export interface RenderParts {
	readonly admission: Admission;
	readonly renderer: Renderer;
	readonly imageSources: ImageSources;
	/** Where rendered slides wait until they are sent. */
	readonly spool: Spool;
	readonly metrics: RenderMetrics;
	/** Time limit for drawing all slides of a document, counted from the first. Milliseconds. */
	readonly renderTimeoutMs: number;
	/** Slides of a document that are being drawn, or are not stored yet. */
	readonly slidesAtATime: number;
}

/** The slides to draw. */
export interface Drawing {
	readonly document: ResolvedDocument;
	/** Slides of the document, in the order of the answer. */
	readonly slides: readonly ResolvedSlide[];
	readonly output: SlideOutput;
}

/**
 * Called for each slide as soon as it is drawn.
 * @param position in the slides to draw
 */
export type Keep = (position: number, slide: NamedSlide) => Promise<void>;

/**
 * Draws slides of a document for one client, with a place and in its turn. Every render of the
 * service goes through this function.
 * @throws ServiceError like `fetchAndDraw` and `keep`; overloaded if there is no place
 */
export async function renderSlides(
	services: RenderParts,
	{ document, slides, output }: Drawing,
	keep: Keep,
	caller: Caller,
): Promise<void> {
	const { admission, renderer, imageSources, metrics, slidesAtATime } = services;
	const { client, signal, background = false } = caller;
	let pixels = 0;
	const keepNamed = async (position: number, rendered: RenderedSlide) => {
		pixels += rendered.width * rendered.height;
		await keep(position, named(document, slides[position]!, rendered));
	};
	const [only, ...others] = slides;
	const light =
		!background &&
		only !== undefined &&
		others.length === 0 &&
		isLightCanvas(only.canvas) &&
		isLightSlide(only.slide, only.common);
	const draw = (turn: Turn) =>
		fetchAndDraw(
			document,
			slides,
			output,
			{
				renderer,
				imageSources,
				admit: (task) => turn(signal, task),
				timeoutMs: services.renderTimeoutMs,
				slidesAtATime,
				keep: keepNamed,
			},
			{ ...caller, light },
		);
	const fetches = fetchesImages(slides);
	await admission.accept(client, draw, { light, fetches, background }).catch((error: unknown) => {
		throw errorAsSent(error, document);
	});
	metrics.slidesDrawn(output.format, slides.length);
	if (isPixels(output.format)) metrics.pixelsDrawn(output.format, pixels);
}

/** What was rendered, and the fields and warnings of its answer. */
function named(
	document: ResolvedDocument,
	slide: ResolvedSlide,
	rendered: RenderedSlide,
): NamedSlide {
	const platform = platformMember(document, slide);
	return {
		...rendered,
		slide: slide.position + 1,
		...platform,
		warnings: rendered.warnings.map((warning) => ({ ...warning, ...platform })),
	};
}

/**
 * Draws slides of a document, and stores them until they are sent.
 * @returns the slides; the caller must release them
 * @throws ServiceError like `renderSlides` and `SpooledSlides.keep`
 */
export async function renderDocument(
	services: RenderParts,
	drawing: Drawing,
	caller: Caller,
): Promise<SpooledSlides> {
	const kept = services.spool.open(caller.client);
	try {
		await renderSlides(services, drawing, (position, slide) => kept.keep(position, slide), caller);
		return kept;
	} catch (error) {
		kept.release();
		throw error;
	}
}

/**
 * Refuses a client before its document is read, if nothing could be drawn for it now.
 * @throws ServiceError overloaded
 */
export function refuseBusy(
	{ admission, spool }: Pick<RenderParts, "admission" | "spool">,
	client: string,
): void {
	admission.check(client);
	if (spool.hasRoom(client)) return;
	throw new ServiceError("overloaded", {
		message: "Download your pending responses first.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
	});
}
