import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Test } from "tap";

/** Why tests with a real Redis cannot run here; false: they can. */
export const noRedis: string | false = (() => {
	try {
		execFileSync("redis-server", ["--version"], { stdio: "ignore" });
		return false;
	} catch {
		return "redis-server is not installed";
	}
})();

const START_MS = 10_000;

/** A real Redis on a port of its own, which stays the same when it is started again. */
export interface RedisServer {
	readonly port: number;
	readonly url: string;
	start(): Promise<void>;
	/** Ends it without a farewell; what it held is gone. */
	kill(): Promise<void>;
	/** Lets it hang: connections stay, nothing is answered. */
	pause(): void;
	resume(): void;
	/** Asks the server itself, on a connection of its own. */
	ask<T>(command: (client: Redis) => Promise<T>): Promise<T>;
}

/**
 * Starts a Redis that keeps nothing on disk, and ends it with the test.
 * @param args options for redis-server, as ["--requirepass", "secret"]
 */
export async function startRedis(t: Test, args: readonly string[] = []): Promise<RedisServer> {
	const port = await freePort();
	const directory = await mkdtemp(join(tmpdir(), "post-image-redis-"));
	const base = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", directory, "--save", ""];
	const password = args[args.indexOf("--requirepass") + 1];
	const auth = args.includes("--requirepass") && password !== undefined ? { password } : {};
	let child: ChildProcess | undefined;
	const kill = async () => {
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		child.kill("SIGKILL");
		await once(child, "exit");
	};
	const killWithParent = () => child?.kill("SIGKILL");
	process.once("exit", killWithParent);
	const ask = async <T>(command: (client: Redis) => Promise<T>): Promise<T> => {
		const client = new Redis({ port, host: "127.0.0.1", retryStrategy: () => null, ...auth });
		client.on("error", () => undefined);
		try {
			return await command(client);
		} finally {
			client.disconnect();
		}
	};
	const start = async () => {
		child = spawn("redis-server", [...base, ...args], { stdio: "ignore" });
		for (const until = Date.now() + START_MS; Date.now() < until; await sleep(20)) {
			if (await ask((client) => client.ping()).catch(() => undefined)) return;
		}
		throw new Error("redis-server does not answer");
	};
	t.teardown(async () => {
		process.off("exit", killWithParent);
		await kill();
		await rm(directory, { recursive: true, force: true });
	});
	await start();
	return {
		port,
		url: `redis://127.0.0.1:${port}`,
		start,
		kill,
		pause: () => void child?.kill("SIGSTOP"),
		resume: () => void child?.kill("SIGCONT"),
		ask,
	};
}

/** A port of the loopback interface that nobody listens on. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
