import type { FastifyInstance } from "fastify";

/** Seconds for which a browser may cache the answer to a preflight. */
const PREFLIGHT_MAX_AGE = 86_400;

/**
 * Allows scripts of the given origins to call the service, always without credentials. A preflight
 * from these origins is answered before anything else handles it. A preflight from other origins,
 * and any other OPTIONS request, gets the answer for a method that the path does not support.
 * @param origins allowed origins, or "*" for all
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
