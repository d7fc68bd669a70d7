import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { OnStep } from "../../engine/steps.js";
import { requestId } from "../request/request-id.js";
import type { FinishedRequest } from "./watch-requests.js";

/** The result of a request: enumerations and numbers, never anything that a client wrote. */
export interface TracedRequest {
	readonly method: string;
	/** Pattern of the route; undefined if there was none. */
	readonly route: string | undefined;
	readonly status: number;
	/** Code of the error in the response. */
	readonly error: string | undefined;
	/** Why an image failed. */
	readonly reason: string | undefined;
	readonly requestId: string;
	/** What was rendered. */
	readonly render: Readonly<Record<string, unknown>> | undefined;
}

/** The span of a request, or of a part of it. */
export interface RequestTrace {
	/** 32 hexadecimal digits. */
	readonly traceId: string;
	/** 16 hexadecimal digits. */
	readonly spanId: string;
	/** Creates a span for each step. */
	readonly onStep: OnStep;
	/** Starts the span of a piece of work that belongs to the request. */
	child(): RequestTrace;
	/** Ends the span. A span that is not ended is not sent. */
	end(request: TracedRequest): void;
}

/** Traces that are sent to a collector. */
export interface Traces {
	/** Starts the span of a request, as part of the trace in `traceparent`. */
	start(headers: IncomingHttpHeaders): RequestTrace;
	/** Sends the remaining spans. */
	close(): Promise<void>;
}

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
