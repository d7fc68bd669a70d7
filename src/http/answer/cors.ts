import type { FastifyInstance } from "fastify";

/** Seconds for which a browser may keep the answer to a preflight. */
const PREFLIGHT_MAX_AGE = 86_400;

/**
 * Lets the scripts of the named origins call the service, never with
 * credentials. A preflight of theirs is answered before anything else looks at
 * it; one of other origins, and OPTIONS that is no preflight, get what any
 * method gets that a path is not served with.
 * @param origins origins, or "*" among them for all
 */
export async function allowOrigins(
	app: FastifyInstance,
	origins: readonly string[],
): Promise<void> {
	if (origins.length === 0) return;
	const { default: cors } = await import("@fastify/cors");
	const all = origins.includes("*");
	await app.register(cors, {
		delegator: (request, done) => {
			const { origin = "", "access-control-request-method": method } = request.headers;
			done(null, {
				origin: all ? "*" : origins.includes(origin) && origin,
				preflight: method !== undefined,
				methods: ["GET", "HEAD", "POST", "DELETE"],
				allowedHeaders: ["Content-Type", "Authorization", "X-API-Key", "X-Request-Id"],
				exposedHeaders: [
					"Retry-After",
					"Allow",
					"X-Request-Id",
					"X-Render-Warnings",
					"X-Image-Alt",
				],
				maxAge: PREFLIGHT_MAX_AGE,
			});
		},
	});
}
