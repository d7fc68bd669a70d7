import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";

/** The scope of the key, which clients may display. */
const REALM = "post-image-render-service";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Requires an API key if any is configured. Routes that are `open` need none: health, the
 * descriptions of the service, temporary images (their name is the secret) and built-in pictures.
 */
export function requireApiKey(app: FastifyInstance, apiKeys: readonly string[]): void {
	if (apiKeys.length === 0) return;
	const known = apiKeys.map(digest);
	app.addHook("onRequest", async (request, reply) => {
		if (request.routeOptions.config.open || request.method === "OPTIONS") return;
		const key = digest(presentedKey(request));
		// Compares with the digests of all keys, so that the time reveals nothing about a key.
		const matches = known.filter((candidate) => timingSafeEqual(candidate, key));
		if (matches.length > 0) return;
		// RFC 6750, section 3: only a client that sent a key gets the error code.
		const presented = presentedKey(request) !== "";
		const error = presented ? ', error="invalid_token"' : "";
		reply.header("www-authenticate", `Bearer realm="${REALM}"${error}`);
		throw new ServiceError("unauthorized", {
			message: `${presented ? "This API key is not valid" : "An API key is required"}: send one as "Authorization: Bearer <key>" or "X-API-Key: <key>".`,
		});
	});
}

/** The API key of a request; empty if it has none. */
export function presentedKey({ headers }: FastifyRequest): string {
	const header = headers["x-api-key"];
	if (typeof header === "string") return header;
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
