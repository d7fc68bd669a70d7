import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/runtime/package-root.js";
import { getOnce } from "./client.js";

/** The service in a process of its own, as `npm start` runs it. */
export interface Service {
	/** Its origin on the loopback interface, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	readonly pid: number;
	/** Its RENDER_DIR; removed by `dispose` unless it was given. */
	readonly directory: string;
	/** Every line of its log, as it came. */
	readonly log: readonly string[];
	/** Whether the process runs. */
	alive(): boolean;
	/** Sends a signal; does not wait. */
	signal(name: NodeJS.Signals): void;
	/** Waits for the end. @returns exit code, or the signal that ended it */
	ended(): Promise<number | string>;
	/** Names of the files in its folder. */
	files(): Promise<string[]>;
	/** Ends it, hard, and removes its folder. */
	dispose(): Promise<void>;
}

const SERVER = fileURLToPath(new URL("dist/bundle/server.js", packageRoot));
/** Time to get healthy on a machine that is busy with other things. Milliseconds. */
const START_MS = 90_000;

const running = new Set<Service>();

/**
 * Starts dist/bundle/server.js on a free port of the loopback interface, and waits
 * until /api/health says 200.
 * @param env environment variables over the defaults; nothing is inherited but PATH.
 *   PORT fixes the port.
 * @throws Error when it ends before, or takes too long
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
	await untilHealthy(url, child).catch(async (error: unknown) => {
		await service.dispose();
		throw new Error(`${error}: ${log.join("\n")}`);
	});
	return service;
}

/** Ends the services that still run; for after a scenario, however it went. */
export async function stopAllServices(): Promise<void> {
	await Promise.all([...running].map((service) => service.dispose()));
}

// Nothing is left behind when the runner itself ends early.
process.once("exit", () => {
	for (const service of running) service.signal("SIGKILL");
});

const alive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
	const deadline = performance.now() + START_MS;
	while (performance.now() < deadline && alive(child)) {
		const health = await getOnce(`${url}/api/health`).catch(() => undefined);
		if (health?.status === 200) return;
		await sleep(20);
	}
	throw new Error("the service did not get healthy");
}

/** A TCP port of the loopback interface that nobody uses. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
