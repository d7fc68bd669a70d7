import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../metrics/metrics.js";

/** Where Prometheus looks unless it is told otherwise. */
export const METRICS_PATH = "/metrics";

/**
 * GET /metrics. For the operator and not for clients, so it is not in the
 * OpenAPI document; it needs an API key where those are configured, and is not
 * counted against the rate limit.
 */
export function metricsRoute(app: FastifyInstance, metrics: Metrics): void {
	app.get(METRICS_PATH, { config: { quiet: true, uncounted: true } }, async (_request, reply) =>
		reply
			.type(metrics.contentType)
			.header("cache-control", "no-store")
			.send(await metrics.text()),
	);
}
