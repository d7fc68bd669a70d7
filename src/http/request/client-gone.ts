import type { FastifyReply } from "fastify";
import { ClientGoneError } from "../../errors/client-gone.js";

/**
 * A signal that fires when the client hangs up before it has its answer.
 * Listens to the response: Node says of a request that it closed as soon as
 * its body was read (Fastify's request.signal goes by that).
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
	const abort = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) abort.abort(new ClientGoneError("the client disconnected"));
	});
	return abort.signal;
}
