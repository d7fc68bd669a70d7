import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Header with the id of a request, in both directions. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Ids that are accepted: characters that have no special meaning in a log, a header or a shell. */
const SANE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/**
 * The request id from the client or a proxy; otherwise a new one.
 * @param fresh makes a new one; default: a UUID
 */
export function requestId(
	{ headers }: Pick<IncomingMessage, "headers">,
	fresh: () => string = randomUUID,
): string {
	const given = headers[REQUEST_ID_HEADER];
	return typeof given === "string" && SANE.test(given) ? given : fresh();
}
