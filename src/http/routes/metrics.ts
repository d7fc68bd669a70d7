import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServiceMetrics } from "../../service/render-metrics.js";

/** The default path of Prometheus. */
export const METRICS_PATH = "/metrics";

/**
 * GET /metrics. It is for the operator, so it is not in the OpenAPI document, and does not count
 * towards the rate limit.
 * @param requireKey refuses requests without its key
 */
export function metricsRoute(
	app: FastifyInstance,
	metrics: ServiceMetrics,
	requireKey: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
	app.get(
		METRICS_PATH,
		{ config: { quiet: true, open: true }, onRequest: requireKey },
		async (_request, reply) =>
			reply
				.type(metrics.contentType)
				.header("cache-control", "no-store")
				.send(await metrics.text()),
	);
}
