import { buildApp } from "./app.js";
import { type Config, readConfig } from "./config.js";
import { ConfigError } from "./config-values.js";
import { letHeapGrow } from "./heap-growth.js";

/** The process: environment, listen, and an orderly end. */
async function main(): Promise<void> {
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
		// Before it listens there is nothing to finish; the render processes end with this one.
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

	app = await buildApp(config);
	process.on("uncaughtException", fail);
	process.on("unhandledRejection", fail);
	await app.listen({ port: config.port, host: config.host });
}

function configOrExit(): Config {
	try {
		return readConfig(process.env);
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
