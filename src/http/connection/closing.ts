import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";

/**
 * Shuts the service down: it stops listening, answers the accepted requests, and closes each
 * connection after its answer, or at once if it is idle. Node alone would wait a minute and more
 * for connections without a request and for keep-alive connections.
 */
export function closeOrderly(app: FastifyInstance): void {
	let closing = false;
	/** The open connections with their requests in flight. */
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
			// If the connection closed first, it is no longer listed.
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
