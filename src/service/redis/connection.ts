import type { Redis } from "ioredis";
import { requirePackage } from "../../runtime/on-demand.js";
import { redisOptions } from "./options.js";

/** An error of Redis, or of the way to it, without the command and what it carried. */
export class RedisError extends Error {
	override readonly name = "RedisError";
}

/** What happens to a connection, for the log. */
export type RedisEvent =
	| { readonly state: "connected"; readonly server: string }
	| { readonly state: "away"; readonly server: string; readonly reason: string };

/** Longest wait for the first connection; the service starts without one too. Milliseconds. */
const FIRST_CONNECTION_MS = 1_000;

/** What ioredis says of a command that had no answer in time, and of an answer to no command. */
const TIMED_OUT = "Command timed out";
const UNASKED = "Command queue state error";

/** Longest reason that is passed on. Characters. */
const MAX_REASON = 200;

/**
 * A connection to Redis that comes back by itself. While it is away, and when
 * the server hangs, commands fail within a bounded time: none waits for better
 * times.
 */
export class RedisConnection {
	/** For packages that take a client; `run` is the better way. */
	readonly client: Redis;
	readonly #server: string;
	readonly #log: (event: RedisEvent) => void;
	/** The last thing that was logged, so that a server that is away is told once. */
	#state: RedisEvent["state"] | undefined;
	#closed = false;

	/**
	 * @param url as REDIS_URL
	 * @param commandTimeoutMs within which a command has to be answered
	 */
	constructor(url: string, commandTimeoutMs: number, log: (event: RedisEvent) => void) {
		const ioredis = requirePackage("ioredis") as typeof import("ioredis");
		const options = redisOptions(url, commandTimeoutMs);
		this.#server = `${options.host}:${options.port}`;
		this.#log = log;
		this.client = new ioredis.Redis(options);
		this.client.on("ready", () => this.#tell({ state: "connected", server: this.#server }));
		this.client.on("error", (error: Error) => {
			const unasked = error.message.startsWith(UNASKED);
			this.#away(unasked ? "it answers what nobody asked" : error.message.slice(0, MAX_REASON));
			// What comes next could be taken for the answer to another question.
			if (unasked) this.client.disconnect(true);
		});
		this.client.on("close", () => this.#away("the connection was closed"));
	}

	/** Connects for the first time, and waits for that a moment; it goes on trying when it fails. */
	async start(): Promise<void> {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, FIRST_CONNECTION_MS);
		});
		await Promise.race([this.client.connect().catch(() => undefined), late]);
		clearTimeout(timer);
	}

	/** @throws RedisError */
	async run<T>(command: (client: Redis) => Promise<T>): Promise<T> {
		if (this.client.status !== "ready") throw new RedisError("there is no connection");
		try {
			return await command(this.client);
		} catch (error) {
			throw this.failure(error);
		}
	}

	/**
	 * What is to be thrown for an error of the client. A server that did not
	 * answer in time may hang: its connection is given up, and with it what
	 * waits in its buffers, and made again.
	 */
	failure(error: unknown): RedisError {
		const message = error instanceof Error ? error.message : String(error);
		if (message === TIMED_OUT && this.client.status === "ready") {
			this.#away("it does not answer");
			this.client.disconnect(true);
		}
		return new RedisError(message.slice(0, MAX_REASON));
	}

	close(): void {
		this.#closed = true;
		this.client.disconnect();
	}

	#away(reason: string): void {
		this.#tell({ state: "away", server: this.#server, reason });
	}

	#tell(event: RedisEvent): void {
		if (this.#closed || event.state === this.#state) return;
		this.#state = event.state;
		this.#log(event);
	}
}
