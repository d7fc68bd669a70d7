import { createServer as createHttpServer, type ServerOptions } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { ServiceError } from "../base/errors.js";
import { LINK_PREFIX } from "../service/links/link-path.js";
import type { Service } from "../service/service.js";
import { ARRIVING_LIMITS, countBodies } from "./connection/arriving.js";
import { closeOrderly } from "./connection/closing.js";
import { limitConnections } from "./connection/connection-limit.js";
import { inTurn } from "./connection/one-at-a-time.js";
import { LOG_SERIALIZERS } from "./log/log.js";
import { logOutput } from "./log/log-output.js";
import { countFinished, countRefused } from "./log/request-count.js";
import { logFinished, logRefused, RequestLogController } from "./log/request-log.js";
import { endTrace, identify, type Traces, traceLogger, traceOf } from "./log/request-trace.js";
import { type FinishedRequest, watchRequests } from "./log/watch-requests.js";
import { endpointsOf } from "./openapi/endpoints.js";
import { identifyTenants, requireApiKey, requireMetricsKey } from "./request/api-keys.js";
import { refuseReboundHosts } from "./request/foreign-pages.js";
import { readForwardedFor } from "./request/forwarded.js";
import { requireOneHost } from "./request/host.js";
import { acceptJsonBodies } from "./request/json-body.js";
import { type CountRequest, limitRate } from "./request/rate-limit.js";
import { requestId } from "./request/request-id.js";
import { MAX_HEADER_BYTES, respondToClientError } from "./response/client-error.js";
import { allowOrigins } from "./response/cors.js";
import { sendError } from "./response/error-handler.js";
import { refuseExpectations } from "./response/expectation.js";
import { endSlowResponses } from "./response/sending.js";
import { respondToUnknownRoutes } from "./response/unknown-routes.js";
import { assetRoutes } from "./routes/assets.js";
import { batchRoute } from "./routes/batch.js";
import { createLinksRoute } from "./routes/create-links.js";
import { jobRoutes } from "./routes/jobs.js";
import { linkRoutes } from "./routes/links.js";
import { mcpRoute } from "./routes/mcp.js";
import { measureRoute } from "./routes/measure.js";
import { metricsRoute } from "./routes/metrics.js";
import { renderRoutes } from "./routes/render.js";
import { renderDocumentRoutes } from "./routes/render-document.js";
import { serviceRoutes } from "./routes/service.js";
import { serviceImageRoutes } from "./routes/service-image.js";
import { studioRoutes } from "./routes/studio.js";
import { templateRoutes } from "./routes/templates.js";
import { temporaryImageRoute } from "./routes/temporary-image.js";
import { warmIconsBeforeUse } from "./routes/warm-icons.js";
import type { HttpSettings } from "./settings.js";

/** The headers of a request have to arrive within this time. */
const HEADERS_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Interval in which Node looks for requests that take too long. */
const TIMEOUT_CHECK_MS = 1_000;
/** Largest number of connections; each uses memory while its body arrives. */
const MAX_CONNECTIONS = 2_048;
/** Connections per address, unless a trusted proxy stands for many clients. */
const MAX_CLIENT_CONNECTIONS = 512;

const HTTP_OPTIONS: ServerOptions = {
	headersTimeout: HEADERS_TIMEOUT_MS,
	// Most have less: see countBodies().
	requestTimeout: ARRIVING_LIMITS.streamedMs,
	keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
	connectionsCheckingInterval: TIMEOUT_CHECK_MS,
	maxHeaderSize: MAX_HEADER_BYTES,
	// This service has its own check, whose error has the usual form.
	requireHostHeader: false,
};

const refuseToCompile = () => {
	throw new Error("a route without a validator of its own");
};

/** Destination of the log lines. */
export interface LogStream {
	write(line: string): void;
}

/**
 * The HTTP server with all its routes; it does not listen yet.
 * @param logStream default: standard output
 * @param traces destination of traces, if any
 */
export async function createServer(
	service: Service,
	config: HttpSettings,
	version: string,
	logStream?: LogStream,
	traces?: Traces,
): Promise<FastifyInstance> {
	const app: FastifyInstance = Fastify({
		bodyLimit: config.maxBodyBytes,
		trustProxy: trust(config.trustProxy),
		// Each route has its own validator: Ajv would take 30 ms of the startup to load.
		schemaController: { compilersFactory: { buildValidator: () => refuseToCompile } },
		serverFactory: (handler) => createHttpServer(HTTP_OPTIONS, inTurn(handler)),
		// Longer than any URL that arrives here, so that a long name is simply not found.
		routerOptions: { maxParamLength: MAX_HEADER_BYTES },
		logger: {
			level: config.logLevel,
			serializers: LOG_SERIALIZERS,
			stream: logStream ?? logOutput(),
		},
		logController: new RequestLogController(),
		genReqId: traces === undefined ? (raw) => requestId(raw) : identify(traces),
		...(traces && { childLoggerFactory: traceLogger }),
		return503OnClosing: false,
		forceCloseConnections: "idle",
		clientErrorHandler: (error, socket) => respondToClientError(error, socket, refused),
		frameworkErrors: (error, request, reply) => {
			watch(request, reply);
			// A link with an invalid escape cannot be signed; the router reports it before the route
			// is reached.
			const isLink = service.links?.keys !== undefined && request.raw.url?.startsWith(LINK_PREFIX);
			sendError(isLink ? new ServiceError("invalid_signature") : error, request, reply);
		},
	});
	app.decorate("endpoints", endpointsOf(service.contract));
	const refused = (id: string, answer: ServiceError) => {
		logRefused(app.log, id, answer);
		countRefused(service.metrics, answer);
	};
	limitConnections(app.server, {
		max: MAX_CONNECTIONS,
		perClient: config.trustProxy === false ? MAX_CLIENT_CONNECTIONS : MAX_CONNECTIONS,
	});
	refuseExpectations(app, refused);
	app.setErrorHandler(sendError);

	const onFinished = (finished: FinishedRequest) => {
		logFinished(finished);
		countFinished(service.metrics, finished);
	};
	const watch = watchRequests(app, (finished) => {
		onFinished(finished);
		const trace = traceOf(finished.request);
		if (trace !== undefined) endTrace(trace, finished);
	});
	readForwardedFor(app);
	closeOrderly(app);
	endSlowResponses(app);
	await allowOrigins(app, config.corsOrigin);
	respondToUnknownRoutes(app);
	requireOneHost(app);
	refuseReboundHosts(app, config);
	const { rateLimitMax: max, redisUrl, apiKeys } = config;
	identifyTenants(app, apiKeys);
	const { countRequest, countWrongKey } = await limitRate(app, {
		max,
		redisUrl,
		keys: apiKeys.length > 0,
		outages: service.outages,
	});
	requireApiKey(app, apiKeys, countWrongKey);
	countBodies(app, service.inFlight);
	acceptJsonBodies(app, config, service.turns);

	serviceRoutes(app, service, config, version);
	metricsRoute(app, service.metrics, requireMetricsKey(config, countWrongKey));
	// A worker for jobs only answers probes.
	if (config.role !== "worker")
		clientRoutes(app, { service, config, version, countRequest, onFinished });
	return app;
}

interface ClientRoutes {
	readonly service: Service;
	readonly config: HttpSettings;
	readonly version: string;
	readonly countRequest: CountRequest;
	readonly onFinished: (finished: FinishedRequest) => void;
}

/** Everything that clients can request. */
function clientRoutes(
	app: FastifyInstance,
	{ service, config, version, countRequest, onFinished }: ClientRoutes,
): void {
	warmIconsBeforeUse(app, service.icons);
	renderRoutes(app, service, config, countRequest);
	measureRoute(app, service);
	renderDocumentRoutes(app, service, countRequest);
	batchRoute(app, service, config, countRequest);
	jobRoutes(app, service, config);
	temporaryImageRoute(app, service.temporaryImages);
	linkRoutes(app, service, config, countRequest);
	createLinksRoute(app, service, config.publicBaseUrl);
	templateRoutes(app, service, config);
	assetRoutes(app, service, config);
	serviceImageRoutes(
		app,
		service.icons,
		config.iconifyApiUrl === undefined ? undefined : countRequest,
	);
	mcpRoute(app, { service, config, version, count: countRequest, onFinished });
	studioRoutes(app, service, config);
}

/** A number of hops trusts that many proxies, counted from the service. */
function trust(value: HttpSettings["trustProxy"]) {
	if (typeof value === "number") return (_address: string, hop: number) => hop < value;
	return typeof value === "boolean" ? value : [...value];
}
