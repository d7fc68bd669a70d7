import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import { undici } from "../../../runtime/on-demand.js";
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

/** The connections of one request. */
export interface FetchSession {
	readonly dispatcher: Dispatcher;
	/** Destroys every connection and cancels every DNS query. */
	close(): void;
}

/**
 * Opens the connections of one request. Images of the same origin share them, and none outlives the
 * request, so every request checks every address again. There are no cookies, no cache, and no
 * proxy from the environment: undici's Agent has none.
 */
export function openSession(
	guard: Guard,
	resolveHost: ResolveHost,
	limits: FetchLimits,
	budget: ByteBudget,
): FetchSession {
	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	const wire = watchWire(
		() => budget.taken,
		() => closing.abort(new Error("received far more bytes than the images have")),
	);
	const timeoutMs = limits.timeoutMs + TIMER_SLACK_MS;
	const agent = new (undici().Agent)({
		connect: guardedConnector(guard, resolveHost, {
			timeoutMs,
			signal: closing.signal,
			onConnection: wire.add,
		}),
		connections: limits.fetchesPerRequest,
		pipelining: 1,
		maxHeaderSize: MAX_HEADER_BYTES,
		headersTimeout: timeoutMs,
		bodyTimeout: timeoutMs,
	});
	return {
		dispatcher: agent,
		close() {
			wire.stop();
			closing.abort(new Error("the request is over"));
			agent.destroy().catch(() => undefined);
		},
	};
}
