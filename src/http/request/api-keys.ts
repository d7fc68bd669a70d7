import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../errors/errors.js";

/** What the key is for, as clients may show it. */
const REALM = "post-image-render-service";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Asks for an API key, unless none is configured. Routes that are `open` need
 * none: health, the descriptions of the service, temporary images (their name
 * is the key) and the pictures that documents name.
 */
export function requireApiKey(app: FastifyInstance, apiKeys: readonly string[]): void {
	if (apiKeys.length === 0) return;
	const known = apiKeys.map(digest);
	app.addHook("onRequest", async (request, reply) => {
		if (request.routeOptions.config.open || request.method === "OPTIONS") return;
		const key = digest(presentedKey(request));
		// Digests are compared, all of them: the time tells nothing about a key.
		const matches = known.filter((candidate) => timingSafeEqual(candidate, key));
		if (matches.length > 0) return;
		// RFC 6750, section 3: the error is told only to who presented a key.
		const presented = presentedKey(request) !== "";
		const error = presented ? ', error="invalid_token"' : "";
		reply.header("www-authenticate", `Bearer realm="${REALM}"${error}`);
		throw new ServiceError("unauthorized", {
			message: `${presented ? "This API key is not valid" : "An API key is required"}: send one as "Authorization: Bearer <key>" or "X-API-Key: <key>".`,
		});
	});
}

/** The API key of a request; empty: it has none. */
export function presentedKey({ headers }: FastifyRequest): string {
	const header = headers["x-api-key"];
	if (typeof header === "string") return header;
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
