import type { FastifyReply } from "fastify";
import { ClientGoneError } from "../../base/client-gone.js";

/**
 * A signal that fires when the client disconnects before its answer. It listens to the response,
 * because Node reports a request as closed as soon as its body was read (and Fastify's
 * request.signal depends on that).
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
	const abort = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) abort.abort(new ClientGoneError("the client disconnected"));
	});
	return abort.signal;
}
