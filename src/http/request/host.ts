import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../errors/errors.js";

/**
 * Refuses requests of HTTP/1.1 that name no host, or more than one (RFC 9112, 3.2). Node's own
 * check answers in a shape of its own, and takes the first of several.
 */
export function requireOneHost(app: FastifyInstance): void {
	app.addHook("onRequest", async ({ raw }, reply) => {
		let hosts = 0;
		for (let i = 0; i < raw.rawHeaders.length; i += 2) {
			if (raw.rawHeaders[i]?.toLowerCase() === "host") hosts++;
		}
		if (hosts === 1 || (hosts === 0 && raw.httpVersion === "1.0")) return;
		// A proxy that read the host otherwise may send requests of others after this one.
		reply.raw.shouldKeepAlive = false;
		throw new ServiceError("invalid_request", {
			message: "The request must have one Host header.",
		});
	});
}
