import type { FastifyRequest } from "fastify";

/** Longest URL that is written to the log. Characters. */
const MAX_URL_LENGTH = 200;
/** Longest text of an error in the log. Characters. */
const MAX_TEXT_LENGTH = 4_000;

/** A text without data URLs, its URLs and itself cut to a bearable length. */
export function forLog(text: string): string {
	return text
		.slice(0, 16 * MAX_TEXT_LENGTH)
		.replace(/data:[a-z]+\/[^\s"'<>]*/gi, "data:[…]")
		.replace(/https?:\/\/[^\s"'<>]{200,}/gi, (url) => `${url.slice(0, MAX_URL_LENGTH)}…`)
		.slice(0, MAX_TEXT_LENGTH);
}

/** A path with its query; a data URL in it may be percent-encoded, so none is kept. */
function urlForLog(url: string): string {
	const cut = url.slice(0, MAX_URL_LENGTH);
	const data = cut.search(/data(?::|%3a)/i);
	return data < 0 ? cut : `${cut.slice(0, data)}[…]`;
}

type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown };

function errorForLog(error: unknown, depth = 0): LoggedError {
	if (!(error instanceof Error)) {
		return { type: typeof error, message: forLog(String(error)), stack: "" };
	}
	const { code } = error as { code?: unknown };
	return {
		type: error.name,
		message: forLog(error.message),
		stack: forLog(error.stack ?? ""),
		...(typeof code === "string" && { code }),
		...(error.cause !== undefined && depth < 3 && { cause: errorForLog(error.cause, depth + 1) }),
	};
}

/** How requests, answers and errors are written to the log: never with what a client sent in. */
export const LOG_SERIALIZERS = {
	req: (request: FastifyRequest) => ({
		method: request.method,
		url: urlForLog(request.url),
		remoteAddress: request.ip,
	}),
	res: (reply: { readonly statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
	err: (error: unknown) => errorForLog(error),
};
