import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { ServiceError } from "../../errors/errors.js";
import { undici } from "../../runtime/on-demand.js";
import { retryAfterSeconds } from "./retry-after.js";

/** Milliseconds for one call: connection, answer, body and the retry together. */
export const UPSTREAM_TIMEOUT_MS = 5_000;
/** Bytes of one answer. A page of 30 Unsplash photos has about 150 KB. */
export const MAX_UPSTREAM_BYTES = 2_097_152;
/** Milliseconds before the one retry. */
const RETRY_DELAY_MS = 150;

export interface UpstreamRequest {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Whether asking twice does no harm. */
	readonly retry: boolean;
}

export interface UpstreamAnswer {
	readonly status: number;
	readonly text: string;
	readonly headers: Dispatcher.ResponseData["headers"];
}

/** One value of a header; the first when it came several times. */
export function headerOf(answer: UpstreamAnswer, name: string): string | undefined {
	const value = answer.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/**
 * A 502. Neither the provider's words nor our key travel with it: the cause
 * names only what went wrong, in a word of our own or a code of the client's.
 */
export function providerFailed(provider: string, why: string): ServiceError {
	return new ServiceError("provider_failed", {
		details: { provider },
		cause: new Error(`${provider}: ${why}`),
	});
}

/** A 429 with the seconds to wait. */
export function providerLimited(provider: string, retryAfter: number): ServiceError {
	return new ServiceError("rate_limited", {
		message: "The photo provider's rate limit is reached.",
		details: { provider, retryAfter },
		retryAfter,
	});
}

/** Calls to one provider: bounded in time and bytes, no redirects, one retry where it is safe. */
export class Upstream {
	readonly #provider: string;
	// An agent of its own: no proxy from the environment, no connection shared with image fetches.
	readonly #agent = new (undici().Agent)({
		connections: 8,
		connect: { timeout: 3_000 },
		maxHeaderSize: 16_384,
		keepAliveTimeout: 4_000,
	});

	constructor(provider: string) {
		this.#provider = provider;
	}

	/**
	 * GETs an answer of any status below 500.
	 * @throws ServiceError provider_failed for the rest; the signal's reason once the client has gone
	 */
	async get(call: UpstreamRequest): Promise<UpstreamAnswer> {
		const deadline = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS);
		const signal = AbortSignal.any([call.signal, deadline]);
		for (let attempt = 0; ; attempt++) {
			const answer = await this.#once(call, signal).catch((error: unknown) => {
				call.signal.throwIfAborted();
				return deadline.aborted ? "timeout" : reasonOf(error);
			});
			if (typeof answer !== "string" && answer.status < 500) return answer;
			const why = typeof answer === "string" ? answer : `status ${answer.status}`;
			if (attempt > 0 || !call.retry || why === "timeout" || why === "too_large")
				throw providerFailed(this.#provider, why);
			await sleep(RETRY_DELAY_MS);
			call.signal.throwIfAborted();
		}
	}

	/**
	 * GETs JSON.
	 * @throws ServiceError rate_limited for a 429, provider_failed for everything else but a 200
	 */
	async json(call: UpstreamRequest): Promise<unknown> {
		return this.parse(await this.get(call));
	}

	/** @throws ServiceError as `json` */
	parse(answer: UpstreamAnswer): unknown {
		if (answer.status === 429)
			throw providerLimited(this.#provider, retryAfterSeconds(headerOf(answer, "retry-after"), 60));
		if (answer.status !== 200) throw providerFailed(this.#provider, `status ${answer.status}`);
		try {
			return JSON.parse(answer.text);
		} catch {
			throw providerFailed(this.#provider, "not JSON");
		}
	}

	async #once(call: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
		const { statusCode, headers, body } = await undici().request(call.url, {
			dispatcher: this.#agent,
			signal,
			headers: { accept: "application/json", "accept-encoding": "identity", ...call.headers },
		});
		const chunks: Buffer[] = [];
		let bytes = 0;
		// Leaving the loop early destroys the body and with it the connection.
		for await (const chunk of body as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (bytes > MAX_UPSTREAM_BYTES) throw new TooLarge();
			chunks.push(chunk);
		}
		return { status: statusCode, headers, text: Buffer.concat(chunks).toString("utf8") };
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}
}

class TooLarge extends Error {}

/** A word for a failed call; a client library's code at most, never its message. */
function reasonOf(error: unknown): string {
	if (error instanceof TooLarge) return "too_large";
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" ? code : "connection failed";
}
