import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Header that carries the id of a request, both ways. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Ids that are taken over: nothing that a log, a header or a shell could read as more than a name. */
const SANE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/**
 * The id that the client, or a proxy before the service, gave the request; else a new one.
 * @param fresh makes a new one; a UUID unless given
 */
export function requestId(
	{ headers }: Pick<IncomingMessage, "headers">,
	fresh: () => string = randomUUID,
): string {
	const given = headers[REQUEST_ID_HEADER];
	return typeof given === "string" && SANE.test(given) ? given : fresh();
}
