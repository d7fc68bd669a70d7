import type { IncomingMessage } from "node:http";
import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { RequestTrace, Traces } from "../../metrics/traces.js";
import { requestId } from "../request/request-id.js";
import type { FinishedRequest } from "./watch-requests.js";

const known = new WeakMap<IncomingMessage, RequestTrace>();

/** The trace of a request; undefined where there are no traces. */
export const traceOf = ({ raw }: Pick<FastifyRequest, "raw">): RequestTrace | undefined =>
	known.get(raw);

/**
 * Starts the trace of each request and gives the request its id: the one that it brought, or the ids
 * of its trace and of its span, by which the trace can be found.
 */
export const identify =
	(traces: Traces) =>
	(raw: IncomingMessage): string => {
		const trace = traces.start(raw.headers);
		known.set(raw, trace);
		return requestId(raw, () => `${trace.traceId}-${trace.spanId}`);
	};

/** The log of a request, whose lines name its trace in the words of OpenTelemetry. */
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

/** Ends a span with what the line of its request says; what probes ask every few seconds has none. */
export function endTrace(
	trace: RequestTrace,
	{ request, method, route, status, facts, quiet }: FinishedRequest,
): void {
	if (quiet) return;
	const { error, reason, render } = facts;
	trace.end({ method, route, status, error, reason, requestId: request.id, render });
}
