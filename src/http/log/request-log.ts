import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from "fastify";
import type { ServiceError } from "../../base/errors.js";
import { pathForLog } from "./log.js";
import { CLIENT_CLOSED_REQUEST, type FinishedRequest } from "./watch-requests.js";

/**
 * Fastify's own log lines go to debug, or are dropped if the line of the finished request says the
 * same.
 */
export class RequestLogController extends fastify.LogController {
	constructor() {
		super({ requestIdLogLabel: "requestId" });
	}

	override incomingRequest(request: FastifyRequest): void {
		request.log.debug({ req: request }, "incoming request");
	}

	override requestCompleted(): void {}

	/**
	 * The message of an error may quote the document, so it is not used as the message of the log
	 * line.
	 */
	override defaultErrorLog(error: Error, request: FastifyRequest): void {
		request.log.error({ err: error }, "the error handler failed");
	}

	override writeHeadError(error: Error, request: FastifyRequest): void {
		request.log.warn({ err: error }, "the headers of the answer could not be written");
	}

	override streamError(
		error: Error & { code?: string },
		request: FastifyRequest,
		reply: FastifyReply,
	): void {
		if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") super.streamError(error, request, reply);
	}
}

/**
 * The one log line of a finished request; at debug for endpoints that probes call every few
 * seconds.
 */
export function logFinished(finished: FinishedRequest): void {
	const { request, method, route, status, seconds, quiet } = finished;
	const { render, ...rest } = finished.facts;
	const line = {
		method,
		...(route === undefined ? { url: pathForLog(request.url) } : { route }),
		status,
		durationMs: roundMs(seconds),
		remoteAddress: request.ip,
		...(request.tenant?.name !== undefined && { tenant: request.tenant.name }),
		...rest,
		...render,
	};
	const message = status === CLIENT_CLOSED_REQUEST ? "the client disconnected" : "request finished";
	if (quiet) request.log.debug(line, message);
	else request.log.info(line, message);
}

/** Log line for a connection that failed before there was a request: not HTTP, or too slow. */
export function logRefused(log: FastifyBaseLogger, requestId: string, answer: ServiceError): void {
	log.info({ requestId, status: answer.status, error: answer.code }, "request refused");
}

/** Milliseconds, rounded to a tenth. */
export const roundMs = (seconds: number): number => Math.round(seconds * 10_000) / 10;
