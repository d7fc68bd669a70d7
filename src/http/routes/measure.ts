import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import { PLATFORMS, PREVIEW_SCALE } from "../../contract/platforms.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { documentWarnings, mergeWarnings } from "../../measure/warning-list.js";
import { measureSlides } from "../../render/measure-slides.js";
import { StepTimes } from "../log/step-times.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { clientOf } from "../request/client.js";
import { clientGone } from "../request/client-gone.js";
import { refuseFaults } from "../request/refuse-faults.js";
import { factsOf } from "../request/request-facts.js";

/** POST /api/measure: a render without its images and its drawing. */
export function measureRoute(app: FastifyInstance, parts: Parts, config: Config): void {
	const { admission, contract, metrics, renderer } = parts;
	// Refused before the body is read.
	const onRequest = async (request: FastifyRequest) => admission.check(clientOf(request));
	serve(
		app,
		"measure",
		async (request, reply) => {
			const document = request.body as RenderRequest;
			refuseFaults(document);
			const { platform = "short-video-carousel", mode = "single" } = document;
			const stepMs = new StepTimes(metrics.step);
			factsOf(request).render = { platform, mode, slides: document.slides.length, stepMs };
			const client = clientOf(request);
			const signal = clientGone(reply);
			const layouts = await admission.accept(client, (turn) =>
				measureSlides(
					document,
					{
						contract,
						renderer,
						admit: (task) => turn(signal, task),
						timeoutMs: config.renderTimeoutMs,
					},
					{ signal, client, requestId: request.id, onStep: stepMs.add },
				),
			);
			const { width, height } = PLATFORMS[platform];
			return reply.header("cache-control", "no-store").send({
				ok: true,
				platform,
				previewWidth: width * PREVIEW_SCALE,
				previewHeight: height * PREVIEW_SCALE,
				slides: layouts.map(({ measured }) => measured),
				...mergeWarnings(documentWarnings(document), layouts).toJSON(),
			});
		},
		{ onRequest },
	);
}
