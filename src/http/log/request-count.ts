import type { ServiceError } from "../../base/errors.js";
import type { ServiceMetrics } from "../../service/render-metrics.js";
import type { FinishedRequest } from "./watch-requests.js";

/** Counts a finished request. */
export function countFinished(
	metrics: ServiceMetrics,
	{ method, route, status, seconds, facts }: FinishedRequest,
): void {
	metrics.request({ method, route, status, seconds, error: facts.error });
}

/** Counts a connection that failed before there was a request. */
export function countRefused(metrics: ServiceMetrics, { status, code }: ServiceError): void {
	metrics.request({ method: "other", route: undefined, status, seconds: 0, error: code });
}
