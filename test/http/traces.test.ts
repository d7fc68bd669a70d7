/** OpenTelemetry: what a collector gets, how requests are named, and that nothing is loaded without one. */
import { spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { startApp } from "../helpers/app.js";
import { TINY_PNG } from "../helpers/hostile-server.js";
import { captureLog } from "../helpers/log.js";
import { until } from "../helpers/until.js";

interface Value {
	readonly stringValue?: string;
	readonly intValue?: number | string;
}
interface OtlpSpan {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	/** 1: internal, 2: server. */
	readonly kind: number;
	readonly startTimeUnixNano: string;
	readonly endTimeUnixNano: string;
	readonly attributes: readonly { readonly key: string; readonly value: Value }[];
	readonly status: { readonly code: number };
}
interface OtlpBody {
	readonly resourceSpans: readonly {
		readonly resource: { readonly attributes: OtlpSpan["attributes"] };
		readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
	}[];
}

/** Stands for a collector: OTLP over HTTP, as JSON. */
async function startCollector(t: Test) {
	const asked: { url: string | undefined; headers: IncomingHttpHeaders; body: OtlpBody }[] = [];
	const state = { status: 200 };
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = JSON.parse(Buffer.concat(chunks).toString());
		if (state.status === 200) asked.push({ url: request.url, headers: request.headers, body });
		response.writeHead(state.status, { "content-type": "application/json" }).end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const spans = () =>
		asked.flatMap(({ body }) =>
			body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
		);
	return { asked, state, url, spans };
}

const valuesOf = (attributes: OtlpSpan["attributes"]) =>
	Object.fromEntries(
		attributes.map(({ key, value }) => [
			key,
			value.stringValue ?? (value.intValue === undefined ? undefined : Number(value.intValue)),
		]),
	);

/** Spans leave soon, and not after OpenTelemetry's five seconds. */
function setEnvironment(t: Test, values: Record<string, string>): void {
	Object.assign(process.env, values);
	t.teardown(() => {
		for (const name of Object.keys(values)) delete process.env[name];
	});
}

const DOCUMENT = {
	mode: "carousel",
	slides: [
		{ textBlocks: [{ text: "SECRET words" }] },
		{ image: `data:image/png;base64,${TINY_PNG.toString("base64")}` },
	],
};
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
/** Besides the API, which the library of the metrics needs. */
const loaded = () =>
	Object.keys(createRequire(import.meta.url).cache).filter((file) =>
		/@opentelemetry\/(?!api\/)/.test(file),
	);

// First: what is loaded stays loaded.
t.test("without a collector nothing is loaded and nothing is added", async (t) => {
	const log = captureLog();
	const app = await startApp(t, { LOG_LEVEL: "info" }, log);
	const traceparent = `00-${TRACE}-${PARENT}-01`;
	const answer = await app.post("/api/render", { slides: [{}] }, { traceparent });
	t.equal(answer.status, 200);
	t.match(answer.headers.get("x-request-id"), /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
	await until("spans or lines", () => log.lines.some(({ msg }) => msg === "request finished"));
	t.notMatch(JSON.stringify(log.lines), /trace_id|span_id/);
	t.strictSame(loaded(), []);
});

t.test(
	"a render is a span of the trace that the client began, and its steps are below",
	async (t) => {
		const collector = await startCollector(t);
		setEnvironment(t, {
			OTEL_BSP_SCHEDULE_DELAY: "50",
			OTEL_SERVICE_NAME: "images",
			OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
		});
		const log = captureLog();
		const app = await startApp(
			t,
			{
				LOG_LEVEL: "info",
				OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
				OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc, x-tenant=7",
			},
			log,
		);
		t.ok(loaded().length > 0);
		const answer = await app.post("/api/render", DOCUMENT, {
			traceparent: `00-${TRACE}-${PARENT}-01`,
			"x-request-id": "order-17",
		});
		t.equal(answer.status, 200, await answer.text());
		t.equal(answer.headers.get("x-request-id"), "order-17");
		await until("spans or lines", () => collector.spans().some(({ kind }) => kind === 2));

		const [{ url, headers, body }] = collector.asked as [(typeof collector.asked)[number]];
		t.equal(url, "/v1/traces");
		t.match(headers, { authorization: "Basic abc", "x-tenant": "7" });
		t.match(valuesOf(body.resourceSpans[0]!.resource.attributes), {
			"service.name": "images",
			"deployment.environment": "test",
			"service.version": /^\d/,
		});
		const spans = collector.spans();
		const root = spans.find(({ kind }) => kind === 2)!;
		t.match(root, { traceId: TRACE, parentSpanId: PARENT, name: "POST /api/render" });
		t.match(valuesOf(root.attributes), {
			"http.request.method": "POST",
			"http.route": "/api/render",
			"http.response.status_code": 200,
			"post_image.request_id": "order-17",
			"post_image.slides": 2,
			"post_image.format": "png",
		});
		const steps = spans.filter((span) => span !== root);
		for (const step of ["fetch", "wait", "queue", "layout", "raster", "encode"])
			t.ok(
				steps.some(({ name }) => name === step),
				step,
			);
		for (const { name, traceId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of steps) {
			t.same([traceId, parentSpanId], [TRACE, root.spanId], name);
			// Clocks of two processes, read to the millisecond.
			const slack = 5_000_000n;
			t.ok(BigInt(startTimeUnixNano) >= BigInt(root.startTimeUnixNano) - slack, name);
			t.ok(BigInt(endTimeUnixNano) <= BigInt(root.endTimeUnixNano) + slack, name);
			t.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano), name);
		}
		// Of a slide, each step begins when the one before has ended.
		const [layout, raster] = ["layout", "raster"].map(
			(step) => steps.find((s) => s.name === step)!,
		);
		t.ok(BigInt(layout!.endTimeUnixNano) <= BigInt(raster!.endTimeUnixNano));
		t.notMatch(JSON.stringify(spans), "SECRET");
		const line = log.lines.find(({ msg }) => msg === "request finished");
		t.match(line, { requestId: "order-17", trace_id: TRACE, span_id: root.spanId });
	},
);

t.test("errors, ids, requests that are not sampled, and tools", async (t) => {
	const collector = await startCollector(t);
	setEnvironment(t, { OTEL_BSP_SCHEDULE_DELAY: "50" });
	const log = captureLog();
	const env = { LOG_LEVEL: "info", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
	const app = await startApp(t, env, log);

	const refused = await app.post("/api/render", { slides: [] });
	const id = refused.headers.get("x-request-id")!;
	t.match(id, /^[\da-f]{32}-[\da-f]{16}$/);
	await until("spans or lines", () => collector.spans().length > 0);
	const [span] = collector.spans() as [OtlpSpan];
	t.equal(id, `${span.traceId}-${span.spanId}`);
	t.notOk(span.parentSpanId);
	t.match(valuesOf(span.attributes), {
		"http.response.status_code": 400,
		"error.type": "invalid_render_request",
		"post_image.request_id": id,
	});

	// The client does not want it to be recorded; probes are never.
	const before = collector.spans().length;
	const unsampled = `00-${TRACE}-${PARENT}-00`;
	await app.post("/api/measure", DOCUMENT, { traceparent: unsampled });
	await app.get("/api/health");
	// Nonsense begins a trace of its own.
	await app.get("/api/openapi.json", { headers: { traceparent: "00-zz-1-01" } });
	await until("spans or lines", () => collector.spans().length > before);
	t.same(
		collector
			.spans()
			.slice(before)
			.map(({ name }) => name),
		["GET /api/openapi.json"],
	);
	t.ok(log.lines.some(({ trace_id: trace }) => trace === TRACE));

	const call = {
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: {
			name: "render",
			arguments: { document: { slides: [{ backgroundColor: "#123456" }] } },
		},
	};
	const answer = await app.post("/mcp", call, {
		accept: "application/json, text/event-stream",
		"mcp-protocol-version": "2025-06-18",
	});
	t.equal(answer.status, 200, await answer.text());
	await until("spans or lines", () => collector.spans().some(({ name }) => name === "POST /mcp"));
	const spans = collector.spans();
	const outer = spans.find(({ name }) => name === "POST /mcp")!;
	const tool = spans.find(({ parentSpanId }) => parentSpanId === outer.spanId)!;
	t.match(tool, { name: "POST /api/render", kind: 1, traceId: outer.traceId });
	t.ok(spans.some(({ name, parentSpanId }) => name === "layout" && parentSpanId === tool.spanId));
});

t.test("a collector that fails costs no request, and is logged once", async (t) => {
	const collector = await startCollector(t);
	collector.state.status = 400;
	setEnvironment(t, { OTEL_BSP_SCHEDULE_DELAY: "50" });
	const log = captureLog();
	const env = { LOG_LEVEL: "info", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
	const app = await startApp(t, env, log);
	const said = (text: string) => log.lines.filter(({ msg }) => msg === text).length;
	const away = "the trace collector is unavailable";
	for (let i = 0; i < 3; i++) {
		t.equal((await app.post("/api/measure", { slides: [{}] })).status, 200);
		await until("spans or lines", () => said(away) > 0);
	}
	t.equal(said(away), 1);
	collector.state.status = 200;
	await app.get("/api/openapi.json");
	await until("the collector answers", () => said("the trace collector is available again") > 0);
	t.equal(said("the trace collector is available again"), 1);
	t.equal(said(away), 1);
});

t.test("if packages are missing, the service does not start, and says so", async (t) => {
	const hooks = `export async function resolve(name, context, next) {
		if (name.startsWith("@opentelemetry/"))
			throw Object.assign(new Error("Cannot find package " + name), { code: "ERR_MODULE_NOT_FOUND" });
		return next(name, context);
	}`;
	const register = `import { register } from "node:module";
		register("data:text/javascript,${encodeURIComponent(hooks)}");`;
	const start = (env: Record<string, string>) => {
		const server = spawn(
			process.execPath,
			[
				`--import=data:text/javascript,${encodeURIComponent(register)}`,
				fileURLToPath(new URL("dist/src/server.js", packageRoot)),
			],
			{
				env: { PATH: process.env.PATH, PORT: "0", RENDER_PROCESSES: "1", ...env },
				stdio: ["ignore", "pipe", "pipe"],
			},
		);
		const output = { out: "", err: "" };
		server.stdout.on("data", (chunk) => {
			output.out += chunk;
		});
		server.stderr.on("data", (chunk) => {
			output.err += chunk;
		});
		return { server, output };
	};
	const { server, output } = start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
	const code = await new Promise((resolve) => server.once("exit", resolve));
	t.equal(code, 1);
	t.match(
		output.err,
		/OTEL_EXPORTER_OTLP_ENDPOINT needs packages .*npm install @opentelemetry\/api /,
	);
	t.notMatch(output.err, /\n\s+at /);
	// Without a collector they are not missed.
	const without = start({});
	await until("spans or lines", () => without.output.out.includes("listening at"));
	const ended = new Promise((resolve) => without.server.once("exit", resolve));
	without.server.kill();
	t.equal(await ended, 0);
});
