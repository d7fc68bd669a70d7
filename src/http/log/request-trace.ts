import type { IncomingMessage } from "node:http";
import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { RequestTrace, Traces } from "../../app/metrics/traces.js";
import { requestId } from "../request/request-id.js";
import type { FinishedRequest } from "./watch-requests.js";

const known = new WeakMap<IncomingMessage, RequestTrace>();

/** The trace of a request; undefined if tracing is off. */
export const traceOf = ({ raw }: Pick<FastifyRequest, "raw">): RequestTrace | undefined =>
	known.get(raw);

/**
 * Starts the trace of each request, and gives the request its id: the one that it came with, or the
 * ids of its trace and span, so that the trace can be found.
 */
export const identify =
	(traces: Traces) =>
	(raw: IncomingMessage): string => {
		const trace = traces.start(raw.headers);
		known.set(raw, trace);
		return requestId(raw, () => `${trace.traceId}-${trace.spanId}`);
	};

/** The log of a request; its lines have the trace ids under the names of OpenTelemetry. */
export const traceLogger: NonNullable<FastifyServerOptions["childLoggerFactory"]> = (
	logger,
	bindings,
	options,
	raw,
) => {
	const trace = known.get(raw as IncomingMessage);
	const ids = trace && { trace_id: trace.traceId, span_id: trace.spanId };
	return logger.child({ ...bindings, ...ids }, options);
};

/**
 * Ends a span with the fields of the request's log line. Endpoints that probes call every few
 * seconds have no span.
 */
export function endTrace(
	trace: RequestTrace,
	{ request, method, route, status, facts, quiet }: FinishedRequest,
): void {
	if (quiet) return;
	const { error, reason, render } = facts;
	trace.end({ method, route, status, error, reason, requestId: request.id, render });
}
