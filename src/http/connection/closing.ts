import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../errors/errors.js";
import { RETRY_AFTER_SECONDS } from "../../errors/retry-after.js";

/**
 * How the service ends: it listens no longer, what was accepted is answered, and
 * a connection closes with its answer, or at once when it waits for none. Node
 * would wait for connections on which no request came yet, and for those that
 * are kept open after an answer, a minute and more.
 */
export function closeOrderly(app: FastifyInstance): void {
	let closing = false;
	/** The open connections, each with its requests in flight. */
	const connections = new Map<Socket, number>();
	app.server.on("connection", (socket: Socket) => {
		connections.set(socket, 0);
		socket.once("close", () => connections.delete(socket));
		if (closing) socket.destroy();
	});
	app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
		connections.set(socket, (connections.get(socket) ?? 0) + 1);
		response.once("close", () => {
			const left = (connections.get(socket) ?? 0) - 1;
			// A connection that closed first is forgotten already.
			if (connections.has(socket)) connections.set(socket, left);
			if (closing && left <= 0) socket.destroySoon();
		});
	});
	app.addHook("preClose", async () => {
		closing = true;
		for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
	});
	app.addHook("onRequest", async () => {
		if (!closing) return;
		throw new ServiceError("overloaded", {
			message: "The service is shutting down.",
			retryAfter: RETRY_AFTER_SECONDS.outage,
		});
	});
	app.addHook("onSend", async (_request, reply) => {
		if (closing) reply.header("connection", "close");
	});
}
