import type { FastifyInstance } from "fastify";
import type { ServiceMetrics } from "../../service/render-metrics.js";

/** The default path of Prometheus. */
export const METRICS_PATH = "/metrics";

/**
 * GET /metrics. It is for the operator, so it is not in the OpenAPI document. It needs an API key
 * if keys are configured, and does not count towards the rate limit.
 */
export function metricsRoute(app: FastifyInstance, metrics: ServiceMetrics): void {
	app.get(METRICS_PATH, { config: { quiet: true, uncounted: true } }, async (_request, reply) =>
		reply
			.type(metrics.contentType)
			.header("cache-control", "no-store")
			.send(await metrics.text()),
	);
}
