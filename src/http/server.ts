import Fastify, { type FastifyInstance } from "fastify";
import type { Config } from "../config.js";
import { requireApiKey } from "./api-keys.js";
import { answerClientError } from "./client-error.js";
import { closeOrderly } from "./closing.js";
import { allowOrigins } from "./cors.js";
import { sendError } from "./error-handler.js";
import { acceptJsonBodies } from "./json-body.js";
import { LOG_SERIALIZERS } from "./log.js";
import type { Parts } from "./parts.js";
import { limitRate } from "./rate-limit.js";
import { countFinished, countRefused } from "./request-count.js";
import { requestId } from "./request-id.js";
import { logFinished, logRefused, RequestLogController } from "./request-log.js";
import { assetRoutes } from "./routes/assets.js";
import { metricsRoute } from "./routes/metrics.js";
import { ownImageRoutes } from "./routes/own-image.js";
import { renderRoutes } from "./routes/render.js";
import { serviceRoutes } from "./routes/service.js";
import { temporaryImageRoute } from "./routes/temporary-image.js";
import { endStalledAnswers } from "./sending.js";
import { answerUnknownRoutes } from "./unknown-routes.js";
import { watchRequests } from "./watch-requests.js";

/** A request has to arrive whole within this time, its headers within half of it. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often Node looks for requests that take too long. */
const TIMEOUT_CHECK_MS = 1_000;
/** Connections at a time; each costs memory while its body arrives. */
const MAX_CONNECTIONS = 2_048;
/** Bytes of the headers of a request. */
const MAX_HEADER_BYTES = 16_384;

/** The HTTP server with all that it serves, in order; it does not listen yet. */
export async function createServer(
	parts: Parts,
	config: Config,
	version: string,
): Promise<FastifyInstance> {
	const app: FastifyInstance = Fastify({
		bodyLimit: config.maxBodyBytes,
		trustProxy: trust(config.trustProxy),
		requestTimeout: REQUEST_TIMEOUT_MS,
		keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
		http: {
			headersTimeout: REQUEST_TIMEOUT_MS / 2,
			connectionsCheckingInterval: TIMEOUT_CHECK_MS,
			maxHeaderSize: MAX_HEADER_BYTES,
		},
		// Longer than any URL that gets here, so that a long name is simply not found.
		routerOptions: { maxParamLength: MAX_HEADER_BYTES },
		logger: {
			level: config.logLevel,
			serializers: LOG_SERIALIZERS,
			...(parts.logStream && { stream: parts.logStream }),
		},
		logController: new RequestLogController(),
		genReqId: requestId,
		return503OnClosing: false,
		forceCloseConnections: "idle",
		clientErrorHandler: (error, socket) =>
			answerClientError(error, socket, (id, answer) => {
				logRefused(app.log, id, answer);
				countRefused(parts.metrics, answer);
			}),
		frameworkErrors: (error, request, reply) => {
			watch(request, reply);
			sendError(error, request, reply);
		},
	});
	app.server.maxConnections = MAX_CONNECTIONS;
	app.setErrorHandler(sendError);

	const watch = watchRequests(app, (finished) => {
		logFinished(finished);
		countFinished(parts.metrics, finished);
	});
	closeOrderly(app);
	endStalledAnswers(app);
	await allowOrigins(app, config.corsOrigin);
	answerUnknownRoutes(app);
	requireApiKey(app, config.apiKeys);
	await limitRate(app, { max: config.rateLimitMax, redisUrl: config.redisUrl });
	acceptJsonBodies(app);

	serviceRoutes(app, parts, config, version);
	renderRoutes(app, parts, config);
	temporaryImageRoute(app, parts.temporaryImages);
	assetRoutes(app, parts, config);
	ownImageRoutes(app, parts.icons);
	metricsRoute(app, parts.metrics);
	return app;
}

/** A number of hops trusts the proxies nearest to the service, as many as it says. */
function trust(value: Config["trustProxy"]) {
	if (typeof value === "number") return (_address: string, hop: number) => hop < value;
	return typeof value === "boolean" ? value : [...value];
}
