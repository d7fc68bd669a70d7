import type { RedisOptions } from "ioredis";

const DEFAULT_PORT = 6_379;
const CONNECT_TIMEOUT_MS = 2_000;
/** Time limit for closing a connection. Milliseconds. */
const DISCONNECT_TIMEOUT_MS = 200;
/** Pauses between attempts to connect: the first, which doubles each time, and the longest. */
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 1_000;
/** Shortest time between reconnections because the server became a replica. */
const FAILOVER_INTERVAL_MS = 5_000;

/**
 * Options of ioredis for a service that must answer at once: commands fail without a connection,
 * none is sent twice, and it keeps reconnecting.
 * @param url see REDIS_URL: redis: or rediss:, optionally with user info and a database
 */
export function redisOptions(url: string, commandTimeoutMs: number) {
	const { protocol, hostname, port, username, password, pathname } = new URL(url);
	return {
		host: hostname.replace(/^\[|\]$/g, ""),
		port: port === "" ? DEFAULT_PORT : Number(port),
		// With 3, every connection would begin with HELLO.
		protocol: 2 as const,
		// IPv4 and IPv6, whatever the name resolves to.
		family: 0,
		db: Number(pathname.slice(1)),
		...(username !== "" && { username: decoded(username) }),
		...(password !== "" && { password: decoded(password) }),
		...(protocol === "rediss:" && { tls: {} }),
		lazyConnect: true,
		enableOfflineQueue: false,
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		disableClientInfo: true,
		connectTimeout: CONNECT_TIMEOUT_MS,
		disconnectTimeout: DISCONNECT_TIMEOUT_MS,
		commandTimeout: commandTimeoutMs,
		retryStrategy: (attempt: number) =>
			Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10)),
		reconnectOnError: failover(),
	} satisfies RedisOptions;
}

/**
 * Options of ioredis for the worker of a queue, whose commands may wait: for a chunk, and for a
 * server that comes back.
 * @param url see REDIS_URL
 */
export function patientRedisOptions(url: string) {
	const { commandTimeout: _, ...options } = redisOptions(url, 0);
	return {
		...options,
		enableOfflineQueue: true,
		maxRetriesPerRequest: null,
		autoResendUnfulfilledCommands: true,
	} satisfies RedisOptions;
}

/** After a failover, the name of the server may lead to another one that accepts writes. */
function failover(): (error: Error) => boolean {
	let last = Number.NEGATIVE_INFINITY;
	return ({ message }) => {
		const now = performance.now();
		if (!message.startsWith("READONLY") || now - last < FAILOVER_INTERVAL_MS) return false;
		last = now;
		return true;
	};
}

/** A percent sign that is not part of an escape stands for itself. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
