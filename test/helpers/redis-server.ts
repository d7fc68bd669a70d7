import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Test } from "tap";
import { freePort } from "./service-process.js";

/** Time to start on a busy machine. Milliseconds. */
const START_MS = 10_000;

/** A real Redis in its own process, without persistence. It keeps its port after a restart. */
export class RedisServer {
	readonly port: number;
	/** Without the password, if there is one. */
	readonly url: string;
	readonly #directory: string;
	readonly #options: readonly string[];
	#child: ChildProcess | undefined;
	readonly #killWithParent = () => void this.#child?.kill("SIGKILL");

	private constructor(port: number, directory: string, options: readonly string[]) {
		this.port = port;
		this.url = `redis://127.0.0.1:${port}`;
		this.#directory = directory;
		this.#options = options;
		process.once("exit", this.#killWithParent);
	}

	/**
	 * Starts a server on a free port of the loopback interface.
	 * @param options of redis-server, for example ["--maxmemory", "8mb"]
	 * @throws Error if redis-server is not installed or does not respond
	 */
	static async create(options: readonly string[] = []): Promise<RedisServer> {
		const directory = await mkdtemp(join(tmpdir(), "post-image-redis-"));
		const server = new RedisServer(await freePort(), directory, options);
		await server.start();
		return server;
	}

	async start(): Promise<void> {
		const args = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--dir", this.#directory];
		const child = spawn("redis-server", [...args, "--save", "", ...this.#options], {
			stdio: "ignore",
		});
		this.#child = child;
		let failure: Error | undefined;
		child.once("error", (error) => {
			failure = error;
		});
		for (const until = performance.now() + START_MS; performance.now() < until; await sleep(20)) {
			if (failure !== undefined) throw new Error("redis-server is not installed");
			if (await this.ask((client) => client.ping()).catch(() => undefined)) return;
		}
		throw new Error("redis-server does not answer");
	}

	/** Kills the server; its data is lost. */
	async kill(): Promise<void> {
		const child = this.#child;
		if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
		child.kill("SIGKILL");
		await once(child, "exit");
	}

	/** Makes the server hang: connections stay open, but get no response. */
	pause(): void {
		this.#child?.kill("SIGSTOP");
	}

	resume(): void {
		this.#child?.kill("SIGCONT");
	}

	/** Runs a command on the server over a separate connection. */
	async ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
		const password = this.#options[this.#options.indexOf("--requirepass") + 1];
		const client = new Redis({
			port: this.port,
			host: "127.0.0.1",
			retryStrategy: () => null,
			...(this.#options.includes("--requirepass") && password !== undefined && { password }),
		});
		client.on("error", () => undefined);
		try {
			return await command(client);
		} finally {
			client.disconnect();
		}
	}

	async dispose(): Promise<void> {
		process.off("exit", this.#killWithParent);
		await this.kill();
		await rm(this.#directory, { recursive: true, force: true });
	}
}

/** Why tests with a real Redis cannot run here; false: they can. */
export const noRedis: string | false = (() => {
	try {
		execFileSync("redis-server", ["--version"], { stdio: "ignore" });
		return false;
	} catch {
		return "redis-server is not installed";
	}
})();

/**
 * Starts a real Redis, and ends it with the test.
 * @param options of redis-server
 */
export async function startRedis(t: Test, options: readonly string[] = []): Promise<RedisServer> {
	const server = await RedisServer.create(options);
	t.teardown(() => server.dispose());
	return server;
}
