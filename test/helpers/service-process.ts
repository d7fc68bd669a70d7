import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/base/package-root.js";
import { getOnce } from "./http-client.js";

/** The service in its own process, started as with `npm start`. */
export interface Service {
	/** Its origin on the loopback interface, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	readonly pid: number;
	/** Its RENDER_DIR; `dispose` removes it unless it was given. */
	readonly directory: string;
	/** All lines of its log, unchanged. */
	readonly log: readonly string[];
	/** Whether the process runs. */
	alive(): boolean;
	/** Sends a signal; does not wait. */
	signal(name: NodeJS.Signals): void;
	/** Waits until the process ends. @returns exit code, or the signal that ended it */
	ended(): Promise<number | string>;
	/** Names of the files in its folder. */
	files(): Promise<string[]>;
	/** Kills the process and removes its folder. */
	dispose(): Promise<void>;
}

const SERVER = fileURLToPath(new URL("dist/bundle/server.js", packageRoot));
/** Time to become healthy on a busy machine. Milliseconds. */
const START_MS = 90_000;

const running = new Set<Service>();

/**
 * Starts dist/bundle/server.js on a free port of the loopback interface, and waits until
 * /api/health returns 200.
 * @param env environment variables in addition to the defaults; only PATH is inherited. PORT sets
 * the port.
 * @throws Error if the process ends before that, or takes too long
 */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
	const own = env.RENDER_DIR === undefined;
	const directory = env.RENDER_DIR ?? (await mkdtemp(join(tmpdir(), "post-image-operation-")));
	const port = Number(env.PORT ?? (await freePort()));
	const url = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [SERVER], {
		env: {
			PATH: process.env.PATH,
			HOST: "127.0.0.1",
			RENDER_DIR: directory,
			...env,
			PORT: String(port),
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	const log: string[] = [];
	for (const output of [child.stdout, child.stderr]) {
		createInterface({ input: output }).on("line", (line) => log.push(line));
	}
	const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
	void ended.then((how) => log.push(`ended with ${how}`));
	const service: Service = {
		url,
		port,
		pid: child.pid ?? 0,
		directory,
		log,
		alive: () => alive(child),
		signal: (name) => void child.kill(name),
		ended: () => ended,
		files: async () => {
			const options = { recursive: true, withFileTypes: true } as const;
			const entries = await readdir(directory, options).catch(() => []);
			return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
		},
		async dispose() {
			running.delete(service);
			child.kill("SIGKILL");
			await ended;
			if (own) await rm(directory, { recursive: true, force: true });
		},
	};
	running.add(service);
	await untilHealthy(url, child, ended).catch(async (error: unknown) => {
		await service.dispose();
		throw new Error(`${error}: ${log.join("\n")}`);
	});
	return service;
}

/** Kills the services that still run; called after a scenario, even if it failed. */
export async function stopAllServices(): Promise<void> {
	await Promise.all([...running].map((service) => service.dispose()));
}

// Leave nothing behind if the runner itself ends early.
process.once("exit", () => {
	for (const service of running) service.signal("SIGKILL");
});

const alive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function untilHealthy(
	url: string,
	child: ChildProcess,
	ended: Promise<unknown>,
): Promise<void> {
	const deadline = performance.now() + START_MS;
	while (performance.now() < deadline && alive(child)) {
		// Another service may have the port, and not answer.
		const asked = getOnce(`${url}/api/health`).catch(() => undefined);
		const health = await Promise.race([asked, ended.then(() => undefined)]);
		if (health?.status === 200) return;
		await sleep(20);
	}
	throw new Error("the service did not get healthy");
}

/** A free TCP port of the loopback interface. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
