import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { errorHead, errorName, stackFrames } from "../../errors/error-report.js";
import { ServiceError } from "../../errors/errors.js";
import type { JobEvent } from "../../service/jobs/jobs.js";
import type { RedisEvent } from "../../service/redis/connection.js";
import type { S3Event } from "../../service/s3/client.js";

/** Longest URL that is written to the log. Characters. */
const MAX_URL_LENGTH = 200;
/** Longest text of an error in the log. Characters. */
const MAX_TEXT_LENGTH = 4_000;

/** What a signed link carries behind its prefix: who reads it can use the link. */
const LINK = /(\/i\/)[\w-]{22}\/[^\s"'<>]*/g;

/** A text without data URLs, signed links, queries of URLs and passwords in them, its URLs and itself cut to a bearable length. */
export function forLog(text: string): string {
	return text
		.slice(0, 16 * MAX_TEXT_LENGTH)
		.replace(/data:[a-z]+\/[^\s"'<>]*/gi, "data:[…]")
		.replace(LINK, "$1[…]")
		.replace(/(\/\/)[^\s/@"'<>]*@/g, "$1[…]@")
		.replace(/(https?:\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi, "$1?[…]")
		.replace(/https?:\/\/[^\s"'<>]{200,}/gi, (url) => `${url.slice(0, MAX_URL_LENGTH)}…`)
		.slice(0, MAX_TEXT_LENGTH);
}

/**
 * The path of a URL without its query; a data URL in it may be
 * percent-encoded, so nothing from there on is kept, nor of a signed link.
 */
export function pathForLog(url: string): string {
	const [path = ""] = url.slice(0, MAX_URL_LENGTH).split(/[?#]/, 1);
	const secret = path.search(/data(?::|%3a)|(?<=\/(?:i|%69)(?:\/|%2f))./i);
	return forLog(secret < 0 ? path : `${path.slice(0, secret)}[…]`);
}

type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown };

/** Errors of these codes come from outside: their causes are about addresses and files, not about documents. */
const OUTSIDE: ReadonlySet<string> = new Set(["storage_unavailable", "provider_failed"]);

/**
 * An error with its causes. The message is kept where it is ours or the
 * system's; any other error, a library's or a bug's, may quote what a client
 * sent in, so only its kind and its frames are kept.
 * @param outside whether it is the cause of an error from outside
 */
function errorForLog(error: unknown, outside = false, depth = 0): LoggedError {
	if (!(error instanceof Error)) return { type: typeof error, message: "", stack: "" };
	const code = codeOf(error);
	const ours = error instanceof ServiceError;
	const told = outside || ours || typeof (error as NodeJS.ErrnoException).syscall === "string";
	const below = outside || (ours && OUTSIDE.has(error.code));
	return {
		type: errorName(error),
		message: told ? forLog(error.message) : errorHead(error),
		stack: stackFrames(error),
		...(code !== undefined && { code }),
		...(error.cause !== undefined &&
			depth < 3 && { cause: errorForLog(error.cause, below, depth + 1) }),
	};
}

/** The code of Node's errors, and of ours. */
function codeOf(error: Error): string | undefined {
	const { code } = error as { code?: unknown };
	return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : undefined;
}

/** How requests, answers and errors are written to the log: never with what a client sent in. */
export const LOG_SERIALIZERS = {
	req: (request: FastifyRequest) => ({
		method: request.method,
		url: pathForLog(request.url),
		remoteAddress: request.ip,
	}),
	res: (reply: { readonly statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
	err: (error: unknown) => errorForLog(error),
};

/** A line for a Redis that goes or comes. @param use what it is there for */
export function logRedis(log: FastifyBaseLogger, event: RedisEvent, use: string): void {
	if (event.state === "away") log.warn({ event, use }, "Redis is unreachable");
	else log.info({ event, use }, "Redis is connected");
}

/** A line for an object store that goes or comes. */
export function logS3(log: FastifyBaseLogger, event: S3Event): void {
	if (event.state === "away") log.warn({ event }, "the object store is unreachable");
	else log.info({ event }, "the object store answers");
}

/** A line for a collector of traces that goes or comes. @param failure what it failed with */
export function logTraces(log: FastifyBaseLogger, failure: string | undefined): void {
	if (failure === undefined) log.info("the collector of traces answers");
	else log.warn({ reason: forLog(failure) }, "the collector of traces does not answer");
}

/** What happens to a job, in a few words. */
const JOB_MESSAGES = {
	taken: "a job was taken",
	ended: "a job is over",
	restored: "a job that the queue had lost goes on",
	trouble: "something about jobs failed and is tried again",
} as const satisfies Record<JobEvent["event"], string>;

/** A line for a job. */
export function logJob(log: FastifyBaseLogger, event: JobEvent): void {
	const message = JOB_MESSAGES[event.event];
	if (event.event !== "trouble") {
		const { event: _, ...facts } = event;
		log.info(facts, message);
		return;
	}
	const { job, what, error } = event;
	log.warn({ ...(job !== undefined && { job }), what, err: error }, message);
}
