import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { collectGarbage } from "../base/collect-garbage.js";
import { VERSION } from "../base/version.js";
import { forLog, logJob, logOutage, logTraces } from "../http/log/log.js";
import type { Traces } from "../http/log/request-trace.js";
import type { LogStream } from "../http/server.js";
import type { Service } from "../service/service.js";
import type { Config } from "./config/config.js";
import { ConfigError } from "./config/config-values.js";
import { createService, type ServiceLog, type ServiceParts } from "./create-service.js";

/**
 * Milliseconds after the start at which the version for ETags gets ready, unless it was asked for
 * before.
 */
const WARM_AFTER_MS = 3_000;
/** Milliseconds until the garbage of the start is collected, and again while something is rendered. */
const AGAIN_AFTER_MS = 10_000;
/** Renders after which it is not collected any more: twice those of the warm-up. */
const MANY_RENDERS = 200;

/**
 * Fraction of SHUTDOWN_TIMEOUT_MS after which renders are aborted, so that their clients still get
 * an answer.
 */
const ABANDON_SHARE = 0.9;

/** Parts that callers may replace, mostly tests. */
export interface AppParts extends ServiceParts {
	/** Destination of the log lines; default: standard output. */
	readonly logStream?: LogStream | undefined;
}

/**
 * The composition root: creates the service and its HTTP server. Closing the server closes the
 * service.
 * @param parts replacements of production parts
 */
export async function buildApp(config: Config, parts: AppParts = {}): Promise<FastifyInstance> {
	// The log belongs to the server, which is created last; earlier events wait for it.
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
	// Not before the render processes have started to load, because this takes 0.1 s of the startup.
	const { createServer } = await import("../http/server.js");
	let log: FastifyBaseLogger | undefined;
	const traces = await tracesOf(config, (failure) => log && logTraces(log, failure));
	const app = await createServer(service, config, VERSION, logStream, traces);
	log = app.log;
	tellOwn(app.log, service, config);
	await service.start();
	if (config.templatesDir !== undefined) reloadOnSignal(app, service);
	app.decorate("warm", async (forMs, atMostMs) => {
		service.warmUp.begin(forMs, atMostMs);
		await Promise.race([service.renderer.whenReady?.(), service.warmUp.done]);
	});
	let warming: NodeJS.Timeout | undefined;
	app.addHook("onListen", async () => {
		service.startJobs();
		const rest = () => {
			// The start leaves garbage, which V8 keeps for as long as nothing happens. After many renders,
			// V8 has collected it by itself. A collection while nothing is rendered would then discard the
			// optimised code of a hundred functions, because none of their objects are alive: this process
			// would need a third more time for each of the next thousand text slides.
			const { accepted, acceptedSoFar } = service.admission;
			if (acceptedSoFar > MANY_RENDERS) return;
			if (accepted === 0) collectGarbage();
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
		// Returns chunks to the queue, and ends the streams of clients that watch jobs.
		void service.jobs?.stop();
		// Renders that take too long get a 503 while there is still time to send it.
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

/** Starts tracing and loads its packages, but only if a collector is configured. */
async function tracesOf(
	{ otlpEndpoint, otlpHeaders }: Config,
	onState: (failure: string | undefined) => void,
): Promise<Traces | undefined> {
	if (otlpEndpoint === undefined) return undefined;
	const { openTraces } = await import("./metrics/traces.js");
	return openTraces({ endpoint: otlpEndpoint, headers: otlpHeaders, version: VERSION, onState });
}

/** Reloads the operator's templates when the process receives SIGHUP. */
function reloadOnSignal(app: FastifyInstance, service: Service): void {
	const reload = () => {
		service.reloadTemplates().then(
			(count) => app.log.info({ templates: count }, "templates reloaded"),
			(err: unknown) =>
				// Mistakes in the operator's files are not data of a client, so they are logged in full.
				app.log.error(
					err instanceof ConfigError ? { reason: forLog(err.message) } : { err },
					"templates not reloaded: the previous ones stay in use",
				),
		);
	};
	process.on("SIGHUP", reload);
	app.addHook("onClose", async () => void process.off("SIGHUP", reload));
}

/** Log lines about stores, servers and processes. */
function logOf(withLog: (write: (log: FastifyBaseLogger) => void) => Promise<void>): ServiceLog {
	return {
		onOutage: (dependency, event) => void withLog((log) => logOutage(log, dependency, event)),
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

/** Logs the operator's additions. */
function tellOwn(
	log: FastifyBaseLogger,
	{ operatorDesigns, contract }: Service,
	{ fontsDir }: Config,
): void {
	const { fontFiles, digest } = operatorDesigns;
	if (fontsDir !== undefined && fontFiles === 0) log.warn("FONTS_DIR contains no fonts");
	if (digest === "") return;
	const families = contract.fonts.map(({ family }) => family);
	log.info({ families, fontFiles, brands: Object.keys(contract.brands) }, "fonts and brands");
}
