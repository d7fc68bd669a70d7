import { setMaxListeners } from "node:events";
import type { Agent, Dispatcher } from "undici";
import { undici } from "../../../base/on-demand.js";
import type { ByteBudget } from "./byte-budget.js";
import { guardedConnector } from "./connector.js";
import type { ResolveHost } from "./dns.js";
import type { FetchLimits } from "./fetch-limits.js";
import type { Guard } from "./guard.js";
import { watchWire } from "./wire-watch.js";

/** Maximum size of a response's header fields. Bytes. */
const MAX_HEADER_BYTES = 16_384;
/** Milliseconds between the deadline of the image and the timeouts of the library. */
const TIMER_SLACK_MS = 1_000;

/**
 * Time that an idle connection stays open, whatever its server offers. Usual servers keep it for
 * five seconds or more. Milliseconds.
 */
export const IDLE_CONNECTION_MS = 4_000;

/** Connections of a session, to any number of servers. */
export interface Connections {
	readonly dispatcher: Dispatcher;
	/** Whether some were opened for an earlier request. Their servers may close them at any time. */
	readonly kept: boolean;
}

/**
 * The connections of one request at a time. Images of the same origin share them. There are no
 * cookies, no cache, and no proxy from the environment: undici's Agent has none.
 */
export interface FetchSession {
	/** Time of `performance.now()`, ms. */
	readonly openedAt: number;
	readonly connections: Connections;
	/** Begins to count the bytes of another request. */
	begin(budget: ByteBudget): void;
	/**
	 * Ends a request. The connections stay open for the next one.
	 * @returns the origins to which connections are open; undefined if an exchange is not over
	 */
	end(): { readonly origins: ReadonlySet<string>; readonly open: number } | undefined;
	/**
	 * Uses new connections from now on, because the server had closed one of these. They close when
	 * their exchanges are over.
	 */
	replace(connections: Connections): void;
	/** Destroys every connection and cancels every DNS query. */
	close(): void;
}

/** Opens a session, still without connections. Each address is checked when it is connected to. */
export function openSession(
	guard: Guard,
	resolveHost: ResolveHost,
	limits: FetchLimits,
): FetchSession {
	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	const wire = watchWire(() =>
		closing.abort(new Error("received far more bytes than the images have")),
	);
	const timeoutMs = limits.timeoutMs + TIMER_SLACK_MS;
	const newAgent = () =>
		new (undici().Agent)({
			connect: guardedConnector(guard, resolveHost, {
				timeoutMs,
				signal: closing.signal,
				onConnection: wire.add,
			}),
			connections: limits.fetchesPerRequest,
			pipelining: 1,
			keepAliveTimeout: IDLE_CONNECTION_MS,
			keepAliveMaxTimeout: IDLE_CONNECTION_MS,
			maxHeaderSize: MAX_HEADER_BYTES,
			headersTimeout: timeoutMs,
			bodyTimeout: timeoutMs,
		});
	let agent: Agent = newAgent();
	let connections: Connections = { dispatcher: agent, kept: false };
	return {
		openedAt: performance.now(),
		get connections() {
			return connections;
		},
		begin: (budget) => wire.start(() => budget.taken),
		end() {
			wire.stop();
			const origins = Object.entries(agent.stats);
			if (closing.signal.aborted || origins.some(([, { size }]) => size > 0)) return undefined;
			connections = { dispatcher: agent, kept: true };
			return { origins: new Set(origins.map(([origin]) => origin)), open: wire.open };
		},
		replace(stale) {
			if (connections !== stale) return;
			agent.close().catch(() => undefined);
			agent = newAgent();
			connections = { dispatcher: agent, kept: false };
		},
		close() {
			wire.stop();
			closing.abort(new Error("the request is over"));
			agent.destroy().catch(() => undefined);
		},
	};
}
