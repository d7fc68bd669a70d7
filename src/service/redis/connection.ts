import type { Redis } from "ioredis";
import { requirePackage } from "../../base/on-demand.js";
import { redisOptions } from "./options.js";

/** An error of Redis or of the connection, without the command and its data. */
export class RedisError extends Error {
	override readonly name = "RedisError";
}

/** Events of a connection, for the log. */
export type RedisEvent =
	| { readonly state: "connected"; readonly server: string }
	| { readonly state: "away"; readonly server: string; readonly reason: string };

/** Longest wait for the first connection; the service starts without one too. Milliseconds. */
const FIRST_CONNECTION_MS = 1_000;

/**
 * Messages of ioredis for a command without an answer in time, and for an answer without a command.
 */
const TIMED_OUT = "Command timed out";
const UNASKED = "Command queue state error";

/** Longest reason in an event. Characters. */
const MAX_REASON = 200;

/**
 * A connection to Redis that reconnects by itself. While the server is unavailable or hangs,
 * commands fail within a limited time.
 */
export class RedisConnection {
	/** For packages that need a client; otherwise use `run`. */
	readonly client: Redis;
	readonly #server: string;
	readonly #log: (event: RedisEvent) => void;
	/** The last event, so that an unavailable server is logged once. */
	#state: RedisEvent["state"] | undefined;
	#closed = false;

	/**
	 * @param url see REDIS_URL
	 * @param commandTimeoutMs time limit of a command
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
			this.#away(unasked ? "an answer without a command" : error.message.slice(0, MAX_REASON));
			// After this, an answer could be taken for the answer to another command.
			if (unasked) this.client.disconnect(true);
		});
		this.client.on("close", () => this.#away("the connection was closed"));
	}

	/**
	 * Connects for the first time, and waits a short time for it; if that fails, it keeps trying.
	 */
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
	 * The error to throw for an error of the client. A server that did not answer in time may hang,
	 * so its connection is closed, with everything in its buffers, and opened again.
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
