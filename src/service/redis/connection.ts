import type { Redis } from "ioredis";
import { requirePackage } from "../../base/on-demand.js";
import type { DependencyEvent, OutageKind } from "../../base/outages.js";
import { redisOptions } from "./options.js";

/** An error of Redis or of the connection, without the command and its data. */
export class RedisError extends Error {
	override readonly name = "RedisError";
}

/** Longest wait for the first connection; the service starts without one too. Milliseconds. */
const FIRST_CONNECTION_MS = 1_000;

/**
 * Messages of ioredis for a command without an answer in time, and for an answer without a command.
 */
const TIMED_OUT = "Command timed out";
const UNASKED = "Command queue state error";

/** Longest reason in an event. Characters. */
const MAX_REASON = 200;

/** What a check writes, and for how long. Milliseconds. */
const CHECK_KEY = "post-image-render-service:check";
const CHECK_MS = 1_000;
/**
 * Pause before it is tried whether a server works again that refused commands, which may not have
 * failed meanwhile. Milliseconds.
 */
const QUIET_MS = 1_000;

/** Error codes of Redis that a server gives for all commands of a kind. */
const REFUSALS: Readonly<Record<string, OutageKind>> = {
	READONLY: "READONLY",
	OOM: "OOM",
	MISCONF: "MISCONF",
	LOADING: "LOADING",
	NOAUTH: "denied",
	WRONGPASS: "denied",
	NOPERM: "denied",
};
const REFUSAL = new RegExp(`\\b(${Object.keys(REFUSALS).join("|")})\\b`);

/** The kind of outage that an answer of Redis shows; undefined if only its command failed. */
export const refusalOf = (message: string): OutageKind | undefined =>
	REFUSALS[REFUSAL.exec(message)?.[1] ?? ""];

/**
 * A connection to Redis that reconnects by itself. While the server is unavailable or hangs,
 * commands fail within a limited time.
 */
export class RedisConnection {
	/** For packages that need a client; otherwise use `run`. */
	readonly client: Redis;
	readonly #server: string;
	readonly #log: (event: DependencyEvent) => void;
	/** Kinds of failures since it worked; undefined before the first connection. */
	#failures: Set<OutageKind> | undefined;
	/** performance.now() at the last failure. */
	#failedAt = 0;
	#retry: NodeJS.Timeout | undefined;
	#closed = false;

	/**
	 * @param url see REDIS_URL
	 * @param commandTimeoutMs time limit of a command
	 */
	constructor(url: string, commandTimeoutMs: number, log: (event: DependencyEvent) => void) {
		const ioredis = requirePackage("ioredis") as typeof import("ioredis");
		const options = redisOptions(url, commandTimeoutMs);
		this.#server = `${options.host}:${options.port}`;
		this.#log = log;
		this.client = new ioredis.Redis(options);
		this.client.on("ready", () => this.#ready());
		this.client.on("error", (error: Error) => {
			const unasked = error.message.startsWith(UNASKED);
			const kind = refusalOf(error.message) ?? "refused";
			this.#away(kind, unasked ? "an answer without a command" : error.message);
			// After this, an answer could be taken for the answer to another command.
			if (unasked) this.client.disconnect(true);
		});
		this.client.on("close", () => {
			// After a failure, the connection is often closed on purpose.
			if (!this.#failures?.size) this.#away("refused", "the connection was closed");
		});
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
	 * Checks that the server stores something: a server that is full, or a replica, still answers.
	 * @throws RedisError
	 */
	async check(): Promise<void> {
		const set = await this.run((client) => client.set(CHECK_KEY, "", "PX", CHECK_MS));
		if (set !== "OK") throw new RedisError("an invalid reply");
	}

	/**
	 * The error to throw for an error of the client. A server that did not answer in time may hang,
	 * so its connection is closed, with everything in its buffers, and opened again.
	 */
	failure(error: unknown): RedisError {
		const message = error instanceof Error ? error.message : String(error);
		if (message === TIMED_OUT && this.client.status === "ready") {
			this.#away("timeout", "it does not answer");
			this.client.disconnect(true);
		}
		const kind = refusalOf(message);
		if (kind !== undefined) this.#away(kind, message);
		return new RedisError(message.slice(0, MAX_REASON));
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#retry);
		this.client.disconnect();
	}

	#ready(): void {
		const refused = [...(this.#failures ?? [])].some(
			(kind) => !["refused", "timeout"].includes(kind),
		);
		if (refused) this.#tryLater();
		else this.#back();
	}

	#back(): void {
		if (this.#closed || this.#failures?.size === 0) return;
		this.#failures = new Set();
		this.#log({ state: "connected", server: this.#server });
	}

	#away(kind: OutageKind, reason: string): void {
		if (this.#closed) return;
		this.#failedAt = performance.now();
		this.#failures ??= new Set();
		if (!this.#failures.has(kind)) {
			this.#failures.add(kind);
			this.#log({ state: "away", server: this.#server, kind, reason: reason.slice(0, MAX_REASON) });
		}
		this.#tryLater();
	}

	/** Finds out by a write when the server works again; without a connection, `ready` tells. */
	#tryLater(): void {
		if (this.#retry !== undefined || this.client.status !== "ready") return;
		this.#retry = setTimeout(async () => {
			this.#retry = undefined;
			const works = await this.check().then(
				() => true,
				() => false,
			);
			if (works && performance.now() - this.#failedAt >= QUIET_MS) this.#back();
			else if (this.#failures?.size) this.#tryLater();
		}, QUIET_MS).unref();
	}
}
