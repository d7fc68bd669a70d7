import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { tenantClient } from "../../service/fairness/client.js";
import { type HttpSettings, METRICS_OPEN, readApiKey } from "../settings.js";
import type { CountWrongKey } from "./rate-limit.js";
import "../fastify-types.js";

/** The scope of the key, which clients may display. */
const REALM = "post-image-render-service";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Names the tenant of each request that has a valid API key, before anything is counted. */
export function identifyTenants(app: FastifyInstance, apiKeys: readonly string[]): void {
	const known = apiKeys.map(readApiKey).map(({ key, name }) => ({
		digest: digest(key),
		name,
		// No name contains the sign, so that no key has the tenant of a name.
		client: tenantClient(name ?? `=${digest(key).toString("base64url").slice(0, 22)}`),
	}));
	app.decorateRequest("tenant", undefined);
	if (known.length === 0) return;
	app.addHook("onRequest", async (request) => {
		const key = digest(presentedKey(request));
		// Compares with the digests of all keys, so that the time reveals nothing about a key.
		const [tenant] = known.filter((one) => timingSafeEqual(one.digest, key));
		request.tenant = tenant;
	});
}

/**
 * Requires an API key if any is configured. Routes that are `open` need none: health, the
 * descriptions of the service, temporary images (their name is the secret) and built-in pictures.
 * @param countWrongKey counts wrong keys, so that nobody can try many
 */
export function requireApiKey(
	app: FastifyInstance,
	apiKeys: readonly string[],
	countWrongKey: CountWrongKey,
): void {
	if (apiKeys.length === 0) return;
	app.addHook("onRequest", async (request, reply) => {
		if (request.routeOptions.config.open || request.method === "OPTIONS") return;
		if (request.tenant !== undefined) return;
		await countWrongKey(request);
		throw unauthorized(request, reply, "An API key");
	});
}

/**
 * Hook of /metrics. METRICS_KEY opens it. Without one, it is open where nothing needs a key, and the
 * only tenant may read it, but none of several: they would see what the others do.
 */
export function requireMetricsKey(
	{ metricsKey, apiKeys }: Pick<HttpSettings, "metricsKey" | "apiKeys">,
	countWrongKey: CountWrongKey,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
	const isOpen = metricsKey === METRICS_OPEN || (metricsKey === undefined && apiKeys.length === 0);
	const expected = metricsKey === undefined ? undefined : digest(metricsKey);
	const tenants = new Set(apiKeys.map(readApiKey).map(({ name, key }) => name ?? `=${key}`));
	return async (request, reply) => {
		if (isOpen) return;
		const mayRead = expected
			? timingSafeEqual(expected, digest(presentedKey(request)))
			: tenants.size === 1 && request.tenant !== undefined;
		if (mayRead) return;
		await countWrongKey(request);
		if (expected === undefined && request.tenant !== undefined)
			throw new ServiceError("unauthorized", {
				message: `Metrics are about all tenants, so no API key opens them: set METRICS_KEY to a key of its own, or to "${METRICS_OPEN}".`,
			});
		throw unauthorized(request, reply, expected ? "The METRICS_KEY" : "An API key");
	};
}

function unauthorized(request: FastifyRequest, reply: FastifyReply, what: string): ServiceError {
	// RFC 6750, section 3: only a client that sent a key gets the error code.
	const presented = presentedKey(request) !== "";
	const error = presented ? ', error="invalid_token"' : "";
	reply.header("www-authenticate", `Bearer realm="${REALM}"${error}`);
	return new ServiceError("unauthorized", {
		message: `${presented ? "This API key is not valid" : `${what} is required`}: send one as "Authorization: Bearer <key>" or "X-API-Key: <key>".`,
	});
}

/** The API key of a request; empty if it has none. */
function presentedKey({ headers }: FastifyRequest): string {
	const header = headers["x-api-key"];
	// Some clients send an empty header beside a valid one.
	if (typeof header === "string" && header.trim() !== "") return header;
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
