import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ClientGoneError } from "../../base/client-gone.js";
import { asServiceError, type ErrorCode, errorBody, ServiceError } from "../../base/errors.js";
import { type LogFields, logFields } from "../log/log-fields.js";
import { respondWhileSending } from "./lingering.js";

/** Fastify's own errors, by status. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
	404: "not_found",
	405: "method_not_allowed",
	408: "request_timeout",
	413: "payload_too_large",
	// A path parameter that is longer than any valid one.
	414: "not_found",
	415: "unsupported_media_type",
};

/** Messages that replace Fastify's, which repeat what the client sent. */
const MESSAGES: Readonly<Record<string, string>> = {
	FST_ERR_BAD_URL: "The path is not valid percent-encoding.",
};

/**
 * Converts any thrown value to a ServiceError. Errors of the framework keep their meaning; all
 * others become internal_error, which says nothing about the cause.
 * @param invalidCode code of a 400 at this endpoint
 * @param maxBytes largest body at this endpoint
 */
export function toServiceError(
	error: unknown,
	invalidCode: ErrorCode,
	maxBytes?: number,
): ServiceError {
	if (error instanceof ServiceError) return error;
	const { statusCode, code, message } = (error ?? {}) as Partial<FastifyError>;
	if (typeof code === "string" && code.startsWith("FST_") && statusCode !== undefined) {
		const known = BY_STATUS[statusCode];
		if (known === "payload_too_large" && maxBytes !== undefined) {
			const message = `The request body is larger than ${maxBytes} bytes. Name pictures by URL instead of sending them in the document; the operator sets the limit with MAX_BODY_BYTES.`;
			const issues = [{ path: "", message: `must be at most ${maxBytes} bytes`, maxBytes }];
			return new ServiceError(known, { message, details: { issues }, cause: error });
		}
		if (known !== undefined) return new ServiceError(known, { cause: error });
		if (statusCode === 400)
			return new ServiceError(invalidCode, {
				...(message !== undefined && { message: MESSAGES[code] ?? message }),
				cause: error,
			});
	}
	return asServiceError(error);
}

/** Logs the code, and the cause if the service is to blame; being busy does not count. */
export function report(
	answer: ServiceError,
	error: unknown,
	log: FastifyBaseLogger,
	facts: LogFields,
): void {
	facts.error = answer.code;
	const { reason, path } = answer.details;
	if (typeof reason === "string") facts.reason = reason;
	if (typeof path === "string") facts.path = path;
	if (answer.status >= 500 && answer.code !== "overloaded") {
		log.error({ err: error }, answer.code);
	}
}

/** Errors of a stream whose connection was closed. */
const STREAM_CODES: ReadonlySet<unknown> = new Set([
	"ERR_STREAM_PREMATURE_CLOSE",
	"ERR_STREAM_DESTROYED",
	"ERR_STREAM_WRITE_AFTER_END",
	"ABORT_ERR",
	"ECONNRESET",
	"EPIPE",
]);
const isOfStream = (error: unknown): boolean =>
	STREAM_CODES.has((error as { code?: unknown } | null)?.code);

/** Sends an error in the usual form; what the client must not see goes to the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
	const { invalidCode = "invalid_request" } = request.routeOptions.config;
	const answer = toServiceError(error, invalidCode, request.routeOptions.bodyLimit);
	// The client has disconnected: nobody gets the answer, and nothing is wrong.
	const cutOff = request.raw.destroyed && !request.raw.complete;
	const hungUp = !reply.raw.writableFinished && reply.raw.destroyed && isOfStream(error);
	if (!(error instanceof ClientGoneError || cutOff || hungUp))
		report(answer, error, request.log, logFields(request));
	if (answer.retryAfter !== undefined) reply.header("retry-after", String(answer.retryAfter));
	// Fastify closes the connection after a body that it could not read, and the answer would be
	// lost.
	reply.removeHeader("connection");
	if (answer.status === 408) reply.header("connection", "close");
	for (const name of ["etag", "last-modified", "content-security-policy"]) {
		reply.removeHeader(name);
	}
	reply
		.status(answer.status)
		.header("cache-control", "no-store")
		.type("application/json; charset=utf-8");
	respondWhileSending(request, reply, () => reply.send(JSON.stringify(errorBody(answer))));
}
