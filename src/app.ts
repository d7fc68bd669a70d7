import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "./config/config.js";
import { ConfigError } from "./config/config-values.js";
import { forLog, logJob, logRedis, logS3, logTraces } from "./http/log/log.js";
import type { LogStream } from "./http/server.js";
import type { Traces } from "./metrics/traces.js";
import { collectGarbage } from "./runtime/collect-garbage.js";
import { VERSION } from "./runtime/version.js";
import { createService, type ServiceLog, type ServiceParts } from "./service/create-service.js";
import type { Service } from "./service/service.js";
import { warmUp } from "./service/warm-up.js";

/**
 * Milliseconds after the start at which the version for ETags gets ready, unless it was asked for
 * before.
 */
const WARM_AFTER_MS = 3_000;
/** Milliseconds until the end of the start is looked for again, if something is being rendered. */
const AGAIN_AFTER_MS = 10_000;

/** Part of SHUTDOWN_TIMEOUT_MS after which renders are given up, so that their clients get an answer. */
const ABANDON_SHARE = 0.9;

/** What may be handed in, mostly by tests. */
export interface AppParts extends ServiceParts {
	/** Where the lines of the log go; standard output unless set. */
	readonly logStream?: LogStream | undefined;
}

/**
 * The composition root: makes the service, and the HTTP server in front of it.
 * Closing the server closes the service.
 * @param parts parts to use in place of the production ones
 */
export async function buildApp(config: Config, parts: AppParts = {}): Promise<FastifyInstance> {
	// The log is the server's, which is made last; what happens before waits for it.
	let built: (app: FastifyInstance) => void = () => {};
	const server = new Promise<FastifyInstance>((resolve) => {
		built = resolve;
	});
	const service = await createService(
		config,
		logOf(async (write) => write((await server).log)),
		parts,
	);
	const app = await serveOverHttp(service, config, parts.logStream);
	built(app);
	return app;
}

/**
 * The HTTP server of a service, which it closes when it is closed.
 * @param logStream where the lines of the log go; standard output unless set
 */
export async function serveOverHttp(
	service: Service,
	config: Config,
	logStream?: LogStream,
): Promise<FastifyInstance> {
	// Not before the render processes have begun to load: 0.1 s of the start.
	const { createServer } = await import("./http/server.js");
	let log: FastifyBaseLogger | undefined;
	const traces = await tracesOf(config, (failure) => log && logTraces(log, failure));
	const app = await createServer(service, config, VERSION, logStream, traces);
	log = app.log;
	tellOwn(app.log, service, config);
	await service.start();
	if (config.templatesDir !== undefined) reloadOnSignal(app, service);
	app.decorate("warm", (forMs) => warmUp(service, forMs));
	let warming: NodeJS.Timeout | undefined;
	app.addHook("onListen", async () => {
		const rest = () => {
			// The start leaves more garbage than what it made. V8 keeps it for as long as nothing happens.
			if (service.admission.accepted === 0) collectGarbage();
			else warming = setTimeout(rest, AGAIN_AFTER_MS).unref();
		};
		// The version reads all fonts: not while the first requests come.
		const warm = async () => {
			await service.rendererVersion().catch(() => undefined);
			warming = setTimeout(rest, AGAIN_AFTER_MS).unref();
		};
		warming = setTimeout(warm, WARM_AFTER_MS).unref();
	});
	let abandoning: NodeJS.Timeout | undefined;
	app.addHook("preClose", async () => {
		// Chunks are given back, and those who watch jobs are let go.
		void service.jobs?.stop();
		// Renders that last longer than the end may are answered 503, while there is time to.
		abandoning = setTimeout(() => {
			app.log.warn("the shutdown timeout is near: remaining renders are aborted");
			void service.abandon();
		}, config.shutdownTimeoutMs * ABANDON_SHARE).unref();
	});
	app.addHook("onClose", async () => {
		clearTimeout(warming);
		clearTimeout(abandoning);
		await service.close();
		await traces?.close();
	});
	return app;
}

/** Opens the traces, and loads what they need, only if there is a collector. */
async function tracesOf(
	{ otlpEndpoint, otlpHeaders }: Config,
	onState: (failure: string | undefined) => void,
): Promise<Traces | undefined> {
	if (otlpEndpoint === undefined) return undefined;
	const { openTraces } = await import("./metrics/traces.js");
	return openTraces({ endpoint: otlpEndpoint, headers: otlpHeaders, version: VERSION, onState });
}

/** Reads the operator's templates again when the process gets SIGHUP. */
function reloadOnSignal(app: FastifyInstance, service: Service): void {
	const reload = () => {
		service.reloadTemplates().then(
			(count) => app.log.info({ templates: count }, "templates reloaded"),
			(err: unknown) =>
				// Mistakes in the operator's files are not secrets of a client, so they are logged in
				// full.
				app.log.error(
					err instanceof ConfigError ? { reason: forLog(err.message) } : { err },
					"templates not reloaded: the previous ones stay in use",
				),
		);
	};
	process.on("SIGHUP", reload);
	app.addHook("onClose", async () => void process.off("SIGHUP", reload));
}

/** The lines for what happens to servers and processes. */
function logOf(withLog: (write: (log: FastifyBaseLogger) => void) => Promise<void>): ServiceLog {
	return {
		onRedis: (event) => void withLog((log) => logRedis(log, event, "images")),
		onS3: (event) => void withLog((log) => logS3(log, event)),
		onJob: (event) => void withLog((log) => logJob(log, event)),
		onProcess: ({ event: reason, pid: renderPid, output, ...rest }) => {
			const level = reason === "retired" ? "info" : "warn";
			const line = { reason, renderPid, ...rest };
			void withLog((log) =>
				log[level](
					output === undefined ? line : { ...line, output: forLog(output) },
					"a render process was replaced",
				),
			);
		},
	};
}

/** Says what the operator added. */
function tellOwn(log: FastifyBaseLogger, { own, contract }: Service, { fontsDir }: Config): void {
	const { fontFiles, digest } = own;
	if (fontsDir !== undefined && fontFiles === 0) log.warn("FONTS_DIR contains no fonts");
	if (digest === "") return;
	const families = contract.fonts.map(({ family }) => family);
	log.info({ families, fontFiles, brands: Object.keys(contract.brands) }, "fonts and brands");
}
