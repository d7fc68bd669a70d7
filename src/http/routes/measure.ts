import type { FastifyInstance, FastifyRequest } from "fastify";
import { measureDocument } from "../../service/render/measure-document.js";
import { StepTimes } from "../../service/render/step-times.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { logFields } from "../log/log-fields.js";
import { traceOf } from "../log/request-trace.js";
import { callerOf, clientOfRequest } from "../request/caller.js";
import { resolveBody } from "../request/resolve-body.js";

/** POST /api/measure: a render without its images and its drawing. */
export function measureRoute(app: FastifyInstance, service: Service): void {
	// Refused before the body is read.
	const onRequest = async (request: FastifyRequest) =>
		service.admission.check(clientOfRequest(request));
	addRoute(
		app,
		"measure",
		async (request, reply) => {
			const document = await resolveBody(service, request, "measure");
			const { mode, canvas, slides } = document;
			const stepMs = new StepTimes(service.metrics.step, traceOf(request)?.onStep);
			const { platform } = canvas;
			logFields(request).render = { platform, mode, slides: slides.length, stepMs };
			const caller = callerOf(request, reply, stepMs.add);
			const measured = await measureDocument(service, document, caller);
			return reply.header("cache-control", "no-store").send(measured);
		},
		{ onRequest },
	);
}
