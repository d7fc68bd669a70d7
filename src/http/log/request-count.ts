import type { ServiceError } from "../../errors/errors.js";
import type { Metrics } from "../../metrics/metrics.js";
import type { FinishedRequest } from "./watch-requests.js";

/** Counts a request that is over. */
export function countFinished(
	metrics: Metrics,
	{ method, route, status, seconds, facts }: FinishedRequest,
): void {
	metrics.request({ method, route, status, seconds, error: facts.error });
}

/** Counts what was no request yet. */
export function countRefused(metrics: Metrics, { status, code }: ServiceError): void {
	metrics.request({ method: "other", route: undefined, status, seconds: 0, error: code });
}
