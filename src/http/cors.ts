import type { FastifyInstance } from "fastify";

/**
 * Lets the scripts of the named origins call the service, never with
 * credentials. A preflight is answered before anything else looks at it.
 * @param origins origins, or "*" among them for all
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
	if (origins.length === 0) return;
	const all = origins.includes("*");
	app.addHook("onRequest", async (request, reply) => {
		const { origin } = request.headers;
		if (!all) reply.header("vary", "Origin");
		if (origin === undefined || !(all || origins.includes(origin))) return;
		reply.header("access-control-allow-origin", all ? "*" : origin);
		reply.header("access-control-expose-headers", "Retry-After, Allow, X-Request-Id");
		const wanted = request.headers["access-control-request-method"];
		if (request.method !== "OPTIONS" || wanted === undefined) return;
		return reply
			.header("access-control-allow-methods", "GET, HEAD, POST")
			.header(
				"access-control-allow-headers",
				"Content-Type, Authorization, X-API-Key, X-Request-Id",
			)
			.header("access-control-max-age", "86400")
			.status(204)
			.send();
	});
}
