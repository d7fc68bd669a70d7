import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.js";
import type { Health } from "../../contract/health.js";
import { renderSchema } from "../../contract/render-schema.js";
import { failureOf, remembered } from "../checks.js";
import { healthLog } from "../health-log.js";
import { openApiDocument } from "../openapi.js";
import { baseUrl } from "../origin.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";

/** Age up to which the outcome of a check is told again, however often health is asked. Milliseconds. */
const CHECK_AGE_MS = 500;

/** GET /api/health, /api/render-schema and /api/openapi.json. */
export function serviceRoutes(
	app: FastifyInstance,
	parts: Pick<Parts, "renderer" | "temporaryImages">,
	config: Config,
	version: string,
): void {
	const started = performance.now();
	const storageFailure = remembered(() => failureOf(parts.temporaryImages.check()), CHECK_AGE_MS);
	const logChange = healthLog(app.log);

	serve(app, "getHealth", async (_request, reply) => {
		const reason = await storageFailure();
		const storage = {
			ok: reason === undefined,
			...(reason !== undefined && { reason }),
			...parts.temporaryImages.stats(),
		};
		const checks = { renderer: parts.renderer.health(), storage };
		const ok = checks.renderer.ok && checks.storage.ok;
		logChange(checks);
		const uptimeSeconds = Math.round(performance.now() - started) / 1_000;
		const body: Health = { ok, version, uptimeSeconds, checks };
		return reply
			.status(ok ? 200 : 503)
			.header("cache-control", "no-store")
			.send(body);
	});

	const schema = JSON.stringify(renderSchema(config.maxBodyBytes));
	serve(app, "getRenderSchema", async (_request, reply) =>
		reply.type("application/json; charset=utf-8").send(schema),
	);

	// The document is made once; only the URL of the server differs from request to request.
	let document: ReturnType<typeof openApiDocument> | undefined;
	serve(app, "getOpenApi", async (request, reply) => {
		document ??= openApiDocument("/", version);
		const server = { url: baseUrl(request, config.publicBaseUrl), description: "This service." };
		return reply
			.type("application/json; charset=utf-8")
			.send(JSON.stringify({ ...document, servers: [server] }));
	});
}
