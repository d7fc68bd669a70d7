import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Health, Ready } from "../../contract/health.js";
import { renderSchema } from "../../contract/render-schema.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { healthLog } from "../log/health-log.js";
import { openApiDocument } from "../openapi/openapi.js";
import { baseUrl } from "../request/origin.js";
import { matchesTag } from "../response/send-image.js";
import type { HttpSettings } from "../settings.js";
import { failureOf, remembered } from "./checks.js";

/**
 * Time for which the result of a check is reused, however often health is requested. Milliseconds.
 */
const CHECK_AGE_MS = 500;

/** GET /api/health and its two parts, /api/render-schema and /api/openapi.json. */
export function serviceRoutes(
	app: FastifyInstance,
	service: Pick<Service, "contract" | "jobs" | "renderer" | "temporaryImages" | "warmUp">,
	config: HttpSettings,
	version: string,
): void {
	const started = performance.now();
	const storageFailure = remembered(() => failureOf(service.temporaryImages.check()), CHECK_AGE_MS);
	const { jobs } = service;
	const jobsFailure = jobs && remembered(() => failureOf(jobs.check()), CHECK_AGE_MS);
	const logChange = healthLog(app.log);

	addRoute(app, "getHealth", async (_request, reply) => {
		// A load balancer that asks whether it may send requests gets the answer when they are fast.
		await service.warmUp.done;
		const [reason, jobsReason] = await Promise.all([storageFailure(), jobsFailure?.()]);
		const storage = {
			ok: reason === undefined,
			...(reason !== undefined && { reason }),
			...service.temporaryImages.stats(),
		};
		const checks = {
			renderer: service.renderer.health(),
			storage,
			...(jobs && {
				jobs: { ok: jobsReason === undefined, ...(jobsReason && { reason: jobsReason }) },
			}),
		};
		const ok = checks.renderer.ok && checks.storage.ok;
		logChange(checks);
		const uptimeSeconds = Math.round(performance.now() - started) / 1_000;
		const body: Health = { ok, version, uptimeSeconds, checks };
		return reply
			.status(ok ? 200 : 503)
			.header("cache-control", "no-store")
			.send(body);
	});

	addRoute(app, "getLive", async (_request, reply) =>
		reply.header("cache-control", "no-store").send({ ok: true }),
	);
	addRoute(app, "getReady", async (_request, reply) => {
		await service.warmUp.done;
		const { ok, reason } = service.renderer.health();
		const body: Ready = { ok, ...(reason !== undefined && { reason }) };
		return reply
			.status(ok ? 200 : 503)
			.header("cache-control", "no-store")
			.send(body);
	});

	const json = JSON.stringify(renderSchema(service.contract, config.maxBodyBytes));
	const schema = describe(Buffer.from(json));
	addRoute(app, "getRenderSchema", async (request, reply) =>
		sendDescription(request, reply, schema),
	);

	const keysRequired = config.apiKeys.length > 0;
	// The document is made once; only the URL of the server differs between requests.
	let document: readonly [before: Buffer, after: Buffer] | undefined;
	let latest: { readonly url: string; readonly description: Description } | undefined;
	addRoute(app, "getOpenApi", async (request, reply) => {
		document ??= aroundServerUrl(
			JSON.stringify(
				openApiDocument(SERVER_MARK, version, { keysRequired, endpoints: app.endpoints }),
			),
		);
		const url = baseUrl(request, config.publicBaseUrl);
		if (latest?.url !== url) {
			const json = Buffer.concat([document[0], Buffer.from(JSON.stringify(url)), document[1]]);
			latest = { url, description: describe(json) };
		}
		return sendDescription(request, reply, latest.description);
	});
}

/** Placeholder for the URL of the server; no text of the document contains it. */
const SERVER_MARK = "http://the-server-of-this-document.invalid";

function aroundServerUrl(json: string): readonly [Buffer, Buffer] {
	const [before = "", after = ""] = json.split(JSON.stringify(SERVER_MARK));
	return [Buffer.from(before), Buffer.from(after)];
}

/** A description of the service, as bytes. */
interface Description {
	readonly json: Buffer;
	readonly tag: string;
}

function describe(json: Buffer): Description {
	return { json, tag: `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"` };
}

/** Sends a description of the service, or a 304 if the client has it already. */
function sendDescription(
	request: FastifyRequest,
	reply: FastifyReply,
	{ json, tag }: Description,
): FastifyReply {
	reply.header("etag", tag).header("cache-control", "no-cache");
	if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
	return reply.type("application/json; charset=utf-8").send(json);
}
