import type { Dispatcher } from "undici";
import { FetchFailure, unreachable } from "../../../base/fetch-failure.js";
import { parseRedirectTarget } from "../../../documents/source-url.js";
import type { ByteBudget } from "./byte-budget.js";
import { decodeContent } from "./content-coding.js";
import { DeadlinePassed, exchange, type FetchResponse } from "./exchange.js";
import type { FetchLimits } from "./fetch-limits.js";
import type { Guard } from "./guard.js";
import type { FetchSession } from "./session.js";

export interface FetchContext {
	readonly session: FetchSession;
	readonly guard: Guard;
	readonly limits: FetchLimits;
	readonly headers: Record<string, string>;
	readonly budget: ByteBudget;
}

/**
 * Fetches one image and follows its redirects. Every hop is checked, and a single deadline covers
 * names, connections, redirects and body.
 * @throws {FetchFailure}, or the signal's reason
 */
export async function fetchImage(
	url: URL,
	context: FetchContext,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const { limits } = context;
	// AbortSignal.timeout and .any may be collected before they fire on Node 20.
	const deadline = new AbortController();
	const onAbort = () => deadline.abort(signal.reason);
	const timer = setTimeout(
		() => deadline.abort(new DeadlinePassed(limits.timeoutMs)),
		limits.timeoutMs,
	);
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		signal.throwIfAborted();
		const { bytes, coding } = await followRedirects(url, context, deadline.signal);
		if (coding === undefined) return bytes;
		const decoded = await decodeContent(bytes, coding, limits.maxImageBytes);
		const grown = Math.max(0, decoded.length - bytes.length);
		if (!context.budget.take(grown)) throw context.budget.exceeded();
		return decoded;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
	}
}

async function followRedirects(
	start: URL,
	{ session, guard, limits, headers, budget }: FetchContext,
	signal: AbortSignal,
): Promise<Extract<FetchResponse, { kind: "body" }>> {
	let url = start;
	for (let redirects = 0; ; redirects++) {
		if (!guard.admitsUrl(url)) throw unreachable("the host or the port is refused");
		const request = { url, headers, maxBytes: limits.maxImageBytes };
		const answer = await answerOf(session, (dispatcher) =>
			exchange(dispatcher, request, { signal, budget }),
		);
		if (answer.kind === "body") return answer;
		if (redirects === limits.maxRedirects) {
			throw new FetchFailure("too_many_redirects", "too many redirects", {
				details: { maxRedirects: limits.maxRedirects },
			});
		}
		const target = parseRedirectTarget(answer.location, url);
		if (!target) throw unreachable("the redirect does not lead to an http(s) URL");
		url = target;
	}
}

/**
 * Asks again over a new connection if a kept one closes without an answer: its server may have
 * closed it at the moment in which the request was sent (RFC 9112, section 9.3.1).
 */
async function answerOf(
	session: FetchSession,
	ask: (dispatcher: Dispatcher) => Promise<FetchResponse>,
): Promise<Exclude<FetchResponse, { kind: "closed" }>> {
	const { connections } = session;
	let answer = await ask(connections.dispatcher);
	if (answer.kind === "closed" && connections.kept) {
		session.replace(connections);
		answer = await ask(session.connections.dispatcher);
	}
	if (answer.kind === "closed") throw answer.failure;
	return answer;
}
