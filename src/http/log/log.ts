import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { errorHead, errorName, stackFrames } from "../../base/error-report.js";
import { ServiceError } from "../../base/errors.js";
import type { Dependency, OutageEvent } from "../../base/outages.js";
import type { JobEvent } from "../../service/jobs/jobs.js";

/** Longest URL in the log. Characters. */
const MAX_URL_LENGTH = 200;
/** Longest error text in the log. Characters. */
const MAX_TEXT_LENGTH = 4_000;

/** The part of a signed link after its prefix: anyone who can read it can use the link. */
const LINK = /(\/i\/)[\w-]{22}\/[^\s"'<>]*/g;

/**
 * Removes data URLs, signed links, queries of URLs and passwords from a text, and shortens its URLs
 * and the text itself.
 */
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
 * The path of a URL without its query. It may contain a percent-encoded data URL or a signed link,
 * so nothing after the start of one is kept.
 */
export function pathForLog(url: string): string {
	const [path = ""] = url.slice(0, MAX_URL_LENGTH).split(/[?#]/, 1);
	const secret = path.search(/data(?::|%3a)|(?<=\/(?:i|%69)(?:\/|%2f))./i);
	return forLog(secret < 0 ? path : `${path.slice(0, secret)}[…]`);
}

type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown };

/**
 * Errors with these codes come from outside: their causes are about addresses and files, not about
 * documents.
 */
const OUTSIDE: ReadonlySet<string> = new Set(["storage_unavailable", "provider_failed"]);

/**
 * An error with its causes. Messages of this service and of the system are kept. Any other message,
 * of a library or a bug, may quote what a client sent, so only the type and the stack frames are
 * kept.
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

/** The code of errors of Node, and of this service. */
function codeOf(error: Error): string | undefined {
	const { code } = error as { code?: unknown };
	return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : undefined;
}

/** How requests, answers and errors are logged: never with what a client sent. */
export const LOG_SERIALIZERS = {
	req: (request: FastifyRequest) => ({
		method: request.method,
		url: pathForLog(request.url),
		remoteAddress: request.ip,
	}),
	res: (reply: { readonly statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
	err: (error: unknown) => errorForLog(error),
};

const NAMES = { redis: "Redis", s3: "the object store" } as const satisfies Record<
	Dependency,
	string
>;

/** Log line about the beginning or the end of an outage. */
export function logOutage(
	log: FastifyBaseLogger,
	dependency: Dependency,
	event: OutageEvent,
): void {
	const name = NAMES[dependency];
	if (event.state === "away") {
		const gone = event.kind === "refused" || event.kind === "timeout" || dependency === "s3";
		log.warn({ event }, `${name} ${gone ? "is unreachable" : "refuses commands"}`);
	} else if (event.seconds === undefined) log.info({ event }, `${name} is connected`);
	else log.warn({ event }, `${name} is available again`);
}

/**
 * Log line about a trace collector that becomes available or unavailable.
 * @param failure the error
 */
export function logTraces(log: FastifyBaseLogger, failure: string | undefined): void {
	if (failure === undefined) log.info("the trace collector is available again");
	else log.warn({ reason: forLog(failure) }, "the trace collector is unavailable");
}

/** The events of a job in a few words. */
const JOB_MESSAGES = {
	taken: "a job was accepted",
	ended: "a job has ended",
	restored: "a job that was missing from the queue continues",
	webhook: "a webhook was not delivered",
	trouble: "a step of a job failed and will be retried",
} as const satisfies Record<JobEvent["event"], string>;

/** Log line about a job. */
export function logJob(log: FastifyBaseLogger, event: JobEvent): void {
	const message = JOB_MESSAGES[event.event];
	if (event.event === "trouble") {
		const { event: _, error, ...facts } = event;
		log.warn({ ...facts, err: error }, message);
		return;
	}
	const { event: kind, ...facts } = event;
	log[kind === "webhook" ? "warn" : "info"](facts, message);
}
