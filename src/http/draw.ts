import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.js";
import type { RenderRequest } from "../contract/render-request.js";
import type { SpooledSlides } from "../delivery/spool.js";
import { ServiceError } from "../errors/errors.js";
import type { RenderOptions, SlideOutput } from "../render/job.js";
import { isLightSlide } from "../render/light.js";
import { renderSlides } from "../render/render-slides.js";
import type { OnStep } from "../render/steps.js";
import type { Parts } from "./parts.js";
import type { Turn } from "./request/admission.js";
import { clientOf } from "./request/client.js";
import { clientGone } from "./request/client-gone.js";

/** Seconds that a client is asked to wait while it has not taken what was drawn for it. */
const RETRY_AFTER_SECONDS = 5;
/** Slides of a render that are drawn, or are not kept yet, at a time, besides one for each process. */
const SLIDES_AHEAD = 2;

/**
 * Draws slides of the request's document, which is valid, and keeps them until the answer is
 * over: see `SpooledSlides` for how to send them.
 * @param indexes 0-based positions of the slides, in the order of the answer
 * @throws ServiceError as `renderSlides` and `SpooledSlides.keep` do
 */
export type Draw = (
	request: FastifyRequest,
	reply: FastifyReply,
	indexes: readonly number[],
	output: SlideOutput,
	onStep: OnStep,
) => Promise<SpooledSlides>;

/**
 * Draws slides of a document, which is valid.
 * @param slides where they are kept; whoever opened it releases it
 * @throws ServiceError as `Draw`
 */
export type DrawDocument = (
	document: RenderRequest,
	indexes: readonly number[],
	output: SlideOutput,
	slides: SpooledSlides,
	options: Omit<RenderOptions, "deadline" | "light">,
) => Promise<void>;

/** How every endpoint draws: with a place, in its turn, for one client. */
export function documentDrawer(parts: Parts, config: Config): DrawDocument {
	return async (document, indexes, output, slides, options) => {
		const { client, signal } = options;
		const light = indexes.length === 1 && isLightSlide(document.slides[indexes[0]!]!);
		const draw = (turn: Turn) =>
			renderSlides(
				document,
				indexes,
				output,
				{
					...parts,
					admit: (task) => turn(signal, task),
					timeoutMs: config.renderTimeoutMs,
					slidesAtATime: config.renderProcesses + SLIDES_AHEAD,
					keep: (position, slide) => slides.keep(position, slide),
				},
				{ ...options, light },
			);
		await parts.admission.accept(client, draw, light);
		parts.metrics.slidesDrawn(output.format, indexes.length);
	};
}

/** Draws the document of a request. */
export function drawFor(parts: Parts, config: Config): Draw {
	const draw = documentDrawer(parts, config);
	return async (request, reply, indexes, output, onStep) => {
		const client = clientOf(request);
		const signal = clientGone(reply);
		const slides = parts.spool.open(client);
		if (reply.raw.closed) slides.release();
		else reply.raw.once("close", () => slides.release());
		const { id: requestId, host } = request;
		const options = { signal, client, requestId, host, onStep };
		await draw(request.body as RenderRequest, indexes, output, slides, options);
		return slides;
	};
}

/** Hook of the endpoints that draw: who would be refused is, before the body is read. */
export function refuseBusy({
	admission,
	spool,
}: Parts): (request: FastifyRequest) => Promise<void> {
	return async (request) => {
		const client = clientOf(request);
		admission.check(client);
		if (spool.hasRoom(client)) return;
		throw new ServiceError("overloaded", {
			message: "Answers that were drawn before have to be taken first.",
			retryAfter: RETRY_AFTER_SECONDS,
		});
	};
}
