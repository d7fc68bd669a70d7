import { setTimeout as sleep } from "node:timers/promises";
import type { Attributes, Context, SpanKind } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { RequestTrace, TracedRequest, Traces } from "../../http/log/request-trace.js";
import { ConfigError } from "../config/config-values.js";
import { METHODS } from "./metrics.js";

export interface TraceOptions {
	/** Base URL of the collector. */
	readonly endpoint: string;
	/** `name=value`, percent-encoded and separated by commas. */
	readonly headers: string | undefined;
	/** Version of the service. */
	readonly version: string;
	/**
	 * Called when the collector stops accepting spans, with the reason, and when it accepts them
	 * again.
	 */
	readonly onState: (failure: string | undefined) => void;
}

const NAME = "post-image-render-service";
/** Maximum number of step spans per request, because a batch could have a hundred thousand. */
const MAX_STEPS = 1_000;
/** How long the shutdown waits for the collector. Milliseconds. */
const CLOSE_MS = 2_000;

const PACKAGES = [
	"@opentelemetry/api",
	"@opentelemetry/core",
	"@opentelemetry/exporter-trace-otlp-http",
	"@opentelemetry/resources",
	"@opentelemetry/sdk-trace-base",
];

/** The packages of OpenTelemetry. @throws ConfigError that names them if one is missing */
async function loadPackages() {
	try {
		const [api, core, exporter, resources, sdk] = await Promise.all([
			import("@opentelemetry/api"),
			import("@opentelemetry/core"),
			import("@opentelemetry/exporter-trace-otlp-http"),
			import("@opentelemetry/resources"),
			import("@opentelemetry/sdk-trace-base"),
		]);
		return { api, core, exporter, resources, sdk };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new ConfigError(
			`OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: npm install ${PACKAGES.join(" ")}`,
		);
	}
}

/**
 * Loads OpenTelemetry and starts tracing, without global registration. The packages themselves read
 * the other variables of OpenTelemetry, such as OTEL_TRACES_SAMPLER and OTEL_SERVICE_NAME.
 * @throws ConfigError if a package is missing
 */
export async function openTraces({
	endpoint,
	headers,
	version,
	onState,
}: TraceOptions): Promise<Traces> {
	const { api, core, exporter, resources, sdk } = await loadPackages();
	const { ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode, trace } = api;
	const sender = new exporter.OTLPTraceExporter({
		url: `${endpoint}/v1/traces`,
		headers: core.parseKeyPairsIntoRecord(headers),
	});
	const provider = new sdk.BasicTracerProvider({
		resource: resources
			.defaultResource()
			.merge(resources.resourceFromAttributes({ "service.name": NAME, "service.version": version }))
			.merge(resources.detectResources({ detectors: [resources.envDetector] })),
		spanProcessors: [new sdk.BatchSpanProcessor(watched(sender, onState))],
	});
	const tracer = provider.getTracer(NAME, version);
	const propagator = new core.W3CTraceContextPropagator();

	const begin = (parent: Context, kind: SpanKind): RequestTrace => {
		const span = tracer.startSpan("request", { kind }, parent);
		const context = trace.setSpan(parent, span);
		const { traceId, spanId } = span.spanContext();
		let steps = 0;
		return {
			traceId,
			spanId,
			onStep(step, seconds, endedAgo = 0) {
				if (!span.isRecording() || ++steps > MAX_STEPS) return;
				const end = performance.timeOrigin + performance.now() - endedAgo * 1_000;
				const startTime = new Date(end - seconds * 1_000);
				tracer.startSpan(step, { startTime }, context).end(new Date(end));
			},
			child: () => begin(context, Kind.INTERNAL),
			end(request) {
				span.updateName(request.route === undefined ? request.method : nameOf(request));
				span.setAttributes(attributesOf(request));
				if (steps > MAX_STEPS) span.setAttribute("post_image.steps_left_out", steps - MAX_STEPS);
				if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
				span.end();
			},
		};
	};
	return {
		start: (given) =>
			begin(propagator.extract(ROOT_CONTEXT, given, api.defaultTextMapGetter), Kind.SERVER),
		close: async () =>
			Promise.race([
				provider.shutdown().catch(() => undefined),
				sleep(CLOSE_MS, undefined, { ref: false }),
			]),
	};
}

const methodOf = ({ method }: TracedRequest): string => (METHODS.has(method) ? method : "_OTHER");
const nameOf = (request: TracedRequest): string => `${methodOf(request)} ${request.route}`;

/** Attributes by OpenTelemetry's conventions for HTTP, and our own. */
function attributesOf(request: TracedRequest): Attributes {
	const { route, status, error, reason, requestId, render = {} } = request;
	const drawn = Object.entries(render).flatMap(([name, value]) =>
		typeof value === "string" || typeof value === "number"
			? [[`post_image.${name}`, value] as const]
			: [],
	);
	return {
		"http.request.method": methodOf(request),
		...(route !== undefined && { "http.route": route }),
		"http.response.status_code": status,
		...(error !== undefined && { "error.type": error }),
		...(reason !== undefined && { "post_image.reason": reason }),
		"post_image.request_id": requestId,
		...Object.fromEntries(drawn),
	};
}

/** An exporter that reports when it starts to fail, and when it works again. */
function watched(exporter: SpanExporter, onState: TraceOptions["onState"]): SpanExporter {
	let failing = false;
	return {
		export: (spans, done) =>
			exporter.export(spans, (result) => {
				// 0: SUCCESS of ExportResultCode.
				const failed = result.code !== 0;
				if (failed !== failing) onState(failed ? (result.error?.message ?? "unknown") : undefined);
				failing = failed;
				done(result);
			}),
		shutdown: () => exporter.shutdown(),
		forceFlush: async () => exporter.forceFlush?.(),
	};
}
