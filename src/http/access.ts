import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../errors.js";
import { RateLimit } from "./rate-limit.js";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * API keys and the rate limit, each off when its setting is empty. Routes that
 * are `open` need neither: health, temporary images (their name is the key) and
 * the pictures that documents name.
 */
export function guardAccess(
	app: FastifyInstance,
	settings: { readonly apiKeys: readonly string[]; readonly rateLimitMax: number },
): void {
	const { apiKeys, rateLimitMax } = settings;
	if (apiKeys.length > 0) {
		const known = apiKeys.map(digest);
		app.addHook("onRequest", async (request) => {
			if (request.routeOptions.config.open || request.method === "OPTIONS") return;
			const key = digest(presentedKey(request));
			// Digests are compared, all of them: the time tells nothing about a key.
			const matches = known.filter((candidate) => timingSafeEqual(candidate, key));
			if (matches.length === 0) throw new ServiceError("unauthorized");
		});
	}
	if (rateLimitMax > 0) {
		const limit = new RateLimit(rateLimitMax);
		app.addHook("onRequest", async (request) => {
			if (request.routeOptions.config.open || request.method === "OPTIONS") return;
			const retryAfter = limit.take(request.ip, performance.now());
			if (retryAfter > 0) throw new ServiceError("rate_limited", { retryAfter });
		});
	}
}

function presentedKey({ headers }: FastifyRequest): string {
	const header = headers["x-api-key"];
	if (typeof header === "string") return header;
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
