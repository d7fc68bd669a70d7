import type { FastifyReply, FastifyRequest } from "fastify";
import { rendersBesides } from "../documents/pick-slides.js";
import type { SpooledSlides } from "../service/delivery/spool.js";
import {
	type Drawing,
	type RenderParts,
	refuseBusy,
	renderDocument,
} from "../service/render/render-document.js";
import { StepTimes } from "../service/render/step-times.js";
import { logFields } from "./log/log-fields.js";
import { traceOf } from "./log/request-trace.js";
import { callerOf, clientOfRequest } from "./request/caller.js";
import type { CountRequest } from "./request/rate-limit.js";

/**
 * Renders slides for a request, and keeps them until the answer has ended; see `SpooledSlides` for
 * how to send them. The log line of the request gets what was rendered and how long it took.
 * @param words fields of that log line besides platform and mode
 * @throws ServiceError like `renderDocument`
 */
export async function renderForRequest(
	services: RenderParts,
	request: FastifyRequest,
	reply: FastifyReply,
	drawing: Drawing,
	words: Readonly<Record<string, string>>,
): Promise<{ readonly slides: SpooledSlides; readonly onStep: StepTimes["add"] }> {
	const { document, slides: wanted } = drawing;
	const stepMs = new StepTimes(services.metrics.step, traceOf(request)?.onStep);
	const { mode, canvas, canvases } = document;
	logFields(request).render = {
		platform: canvas.platform,
		...(canvases.length > 1 && { platforms: canvases.length }),
		mode,
		...words,
		slides: wanted.length,
		stepMs,
	};
	const caller = callerOf(request, reply, stepMs.add);
	const slides = await renderDocument(services, drawing, caller);
	if (reply.raw.closed) slides.release();
	else reply.raw.once("close", () => slides.release());
	return { slides, onStep: stepMs.add };
}

/**
 * Counts each picture of a document with several platforms as a render; the request itself was
 * already counted as one.
 * @throws ServiceError rate_limited
 */
export async function countPictures(
	count: CountRequest,
	request: FastifyRequest,
	{ document, slides }: Pick<Drawing, "document" | "slides">,
): Promise<void> {
	await count(request, rendersBesides(document, slides));
}

/**
 * Hook of the endpoints that render: refuses a request before its body is read if there is no room
 * for it.
 */
export function refuseWhenBusy(
	services: Pick<RenderParts, "admission" | "spool">,
): (request: FastifyRequest) => Promise<void> {
	return async (request) => refuseBusy(services, clientOfRequest(request));
}
