import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../base/errors.js";

/**
 * Refuses HTTP/1.1 requests without a Host header, or with more than one (RFC 9112, 3.2). Node's
 * own check answers in another form, and uses the first of several.
 */
export function requireOneHost(app: FastifyInstance): void {
	// Node drops headers beyond its default of 1,000, the Host header too; their size has a limit.
	app.server.maxHeadersCount = 0;
	app.addHook("onRequest", async ({ raw }, reply) => {
		let hosts = 0;
		for (let i = 0; i < raw.rawHeaders.length; i += 2) {
			if (raw.rawHeaders[i]?.toLowerCase() === "host") hosts++;
		}
		if (hosts === 1 || (hosts === 0 && raw.httpVersion === "1.0")) return;
		// A proxy that uses another host header may send requests of other clients on this
		// connection.
		reply.raw.shouldKeepAlive = false;
		throw new ServiceError("invalid_request", {
			message: `The request must have one Host header; it has ${hosts}.`,
		});
	});
}
