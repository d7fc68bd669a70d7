import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from "fastify";
import type { ServiceError } from "../../errors/errors.js";
import { pathForLog } from "./log.js";
import { CLIENT_CLOSED_REQUEST, type FinishedRequest } from "./watch-requests.js";

/** Fastify's own lines: at debug, or none, what the line of the finished request says. */
export class RequestLogController extends fastify.LogController {
	constructor() {
		super({ requestIdLogLabel: "requestId" });
	}

	override incomingRequest(request: FastifyRequest): void {
		request.log.debug({ req: request }, "incoming request");
	}

	override requestCompleted(): void {}

	/** The message of an error may quote the document, so it is no message of ours. */
	override defaultErrorLog(error: Error, request: FastifyRequest): void {
		request.log.error({ err: error }, "the error handler failed");
	}

	override writeHeadError(error: Error, request: FastifyRequest): void {
		request.log.warn({ err: error }, "the head of the answer could not be written");
	}

	override streamError(
		error: Error & { code?: string },
		request: FastifyRequest,
		reply: FastifyReply,
	): void {
		if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") super.streamError(error, request, reply);
	}
}

/** The one line of a request that is over; at debug for what probes ask every few seconds. */
export function logFinished(finished: FinishedRequest): void {
	const { request, method, route, status, seconds, quiet } = finished;
	const { render, ...rest } = finished.facts;
	const line = {
		method,
		...(route === undefined ? { url: pathForLog(request.url) } : { route }),
		status,
		durationMs: roundMs(seconds),
		remoteAddress: request.ip,
		...rest,
		...render,
	};
	const message = status === CLIENT_CLOSED_REQUEST ? "the client disconnected" : "request finished";
	if (quiet) request.log.debug(line, message);
	else request.log.info(line, message);
}

/** The line of what was no request yet: not HTTP, or too slow to become one. */
export function logRefused(log: FastifyBaseLogger, requestId: string, answer: ServiceError): void {
	log.info({ requestId, status: answer.status, error: answer.code }, "request refused");
}

/** Milliseconds to a tenth. */
export const roundMs = (seconds: number): number => Math.round(seconds * 10_000) / 10;
