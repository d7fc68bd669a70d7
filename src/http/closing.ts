import type { FastifyInstance } from "fastify";
import { ServiceError } from "../errors.js";

/** Seconds that a client is asked to wait while the service ends. */
const RETRY_AFTER_SECONDS = 5;

/**
 * How the service ends: it listens no longer, what was accepted is answered, and
 * a connection closes with its answer. Node closes those that are idle when the
 * end begins, and would wait for all others to be idle for a minute.
 */
export function closeOrderly(app: FastifyInstance): void {
	let closing = false;
	app.addHook("preClose", async () => {
		closing = true;
	});
	app.addHook("onRequest", async () => {
		if (!closing) return;
		throw new ServiceError("overloaded", {
			message: "The service is ending.",
			retryAfter: RETRY_AFTER_SECONDS,
		});
	});
	app.addHook("onSend", async (_request, reply) => {
		if (closing) reply.header("connection", "close");
	});
	app.addHook("onResponse", async () => {
		// Of an answer whose headers had promised to keep the connection.
		if (closing) setImmediate(() => app.server.closeIdleConnections());
	});
}
