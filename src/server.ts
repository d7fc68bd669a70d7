import type { buildApp } from "./app/app.js";
import { type Config, readConfig, SECRET_VARIABLES } from "./app/config/config.js";
import { ConfigError } from "./app/config/config-values.js";
import { openOperatorDesigns } from "./app/operator/operator-designs.js";
import { startRenderProcesses } from "./app/render-processes.js";
import { forgetVariables } from "./base/environment.js";
import { letHeapGrow } from "./base/heap-growth.js";

/** Render processes are started and limited by a POSIX shell. */
const NO_WINDOWS = "it runs on Linux and macOS; on Windows use WSL or a container.";

/**
 * Time for which it warms up before it reports that it is healthy, once a render process is ready
 * and unless a client renders something first. Milliseconds. With 500, the first twenty requests
 * together take 16 ms less.
 */
const WARM_FOR_MS = 250;
/**
 * Time after which all render processes start, if they are not needed before. Milliseconds. While
 * this process loads, it needs a core: with two cores and two processes, the first picture comes
 * 0.4 s earlier than if both start at once.
 */
const OTHERS_AFTER_MS = 2_000;
/** Time after which it listens and is healthy, warm or not. Milliseconds. */
const LISTEN_AFTER_MS = 5_000;
/**
 * Connections that may wait to be accepted; the kernel limits this to net.core.somaxconn. Beyond
 * it, the kernel drops packets and clients try again after seconds: with Node's default of 511,
 * connections of a thousand clients that had already left still arrived ten seconds later.
 */
const BACKLOG = 4_096;

/** The process: reads the environment, listens, and shuts down in an orderly way. */
async function main(): Promise<void> {
	if (process.platform === "win32") throw new Error(NO_WINDOWS);
	letHeapGrow();
	const config = configOrExit();
	let app: Awaited<ReturnType<typeof buildApp>> | undefined;
	const fail = (error: unknown) => {
		app?.log.fatal({ err: error }, "unexpected error, the process ends");
		process.exit(1);
	};

	let ending = false;
	const end = (signal: NodeJS.Signals) => {
		if (ending) process.exit(1);
		// Before it listens, there is nothing to finish; the render processes end with this process.
		if (app === undefined) process.exit(0);
		ending = true;
		const { log } = app;
		log.info({ signal }, "the service ends");
		setTimeout(() => {
			log.warn("requests in flight were cut off");
			process.exit(1);
		}, config.shutdownTimeoutMs).unref();
		app.close().then(() => process.exit(0), fail);
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);

	const operatorDesigns = await openOperatorDesigns(config);
	const processes = startRenderProcesses(config, operatorDesigns, OTHERS_AFTER_MS);
	// Most of the service is loaded while the render processes load what they need.
	const root = await import("./app/app.js");
	app = await root.buildApp(config, { processes });
	process.on("uncaughtException", fail);
	process.on("unhandledRejection", fail);
	if (isOpen(config)) {
		app.log.warn("anyone who reaches this address can render: no API_KEYS, no RATE_LIMIT_MAX");
	}
	await app.warm(WARM_FOR_MS, LISTEN_AFTER_MS);
	if (ending) return;
	await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
}

/** Whether it listens beyond this machine without an API key or a rate limit. */
const isOpen = ({ host, apiKeys, rateLimitMax }: Config): boolean =>
	!/^(?:127\.|::1$|localhost$)/.test(host) && apiKeys.length === 0 && rateLimitMax === 0;

function configOrExit(): Config {
	try {
		const config = readConfig(process.env);
		forgetVariables(SECRET_VARIABLES);
		return config;
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		process.stderr.write(`post-image-render-service: ${error.message}\n`);
		process.exit(1);
	}
}

main().catch((error: unknown) => {
	process.stderr.write(
		`post-image-render-service: ${error instanceof Error ? error.message : String(error)}\n`,
	);
	process.exit(1);
});
