import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { ServiceError } from "../../base/errors.js";
import { undici } from "../../base/on-demand.js";
import { retryAfterSeconds } from "./retry-after.js";

/** Time limit for one call: connection, response, body and the retry together. Milliseconds. */
export const UPSTREAM_TIMEOUT_MS = 5_000;
/** Maximum size of a response. A page of 30 Unsplash photos has about 150 KB. Bytes. */
export const MAX_UPSTREAM_BYTES = 2_097_152;
/** Pause before the retry. Milliseconds. */
const RETRY_DELAY_MS = 150;

export interface UpstreamRequest {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Whether the call may be repeated. */
	readonly retry: boolean;
}

export interface UpstreamResponse {
	readonly status: number;
	readonly text: string;
	readonly headers: Dispatcher.ResponseData["headers"];
}

/** The value of a header; the first one if there are several. */
export function headerOf(answer: UpstreamResponse, name: string): string | undefined {
	const value = answer.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/**
 * A 502. It contains neither the provider's text nor our key: the cause is one of our own words, or
 * an error code of the HTTP client.
 */
export function providerFailed(provider: string, why: string): ServiceError {
	return new ServiceError("provider_failed", {
		details: { provider },
		cause: new Error(`${provider}: ${why}`),
	});
}

/** A 429 with the number of seconds to wait. */
export function providerLimited(provider: string, retryAfter: number): ServiceError {
	return new ServiceError("rate_limited", {
		message: "The photo provider's rate limit is reached.",
		details: { provider, retryAfter },
		retryAfter,
	});
}

/**
 * Calls to one provider, with limits of time and size, without redirects, and with one retry if it
 * is safe.
 */
export class Upstream {
	readonly #provider: string;
	// A separate agent: no proxy from the environment, and no connections shared with image fetches.
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
	 * GETs a response with any status below 500.
	 * @throws ServiceError provider_failed for everything else; the signal's reason if the client
	 * has disconnected
	 */
	async get(call: UpstreamRequest): Promise<UpstreamResponse> {
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
	 * @throws ServiceError rate_limited for a 429, provider_failed for everything else except a 200
	 */
	async json(call: UpstreamRequest): Promise<unknown> {
		return this.parse(await this.get(call));
	}

	/** @throws ServiceError like `json` */
	parse(answer: UpstreamResponse): unknown {
		if (answer.status === 429)
			throw providerLimited(this.#provider, retryAfterSeconds(headerOf(answer, "retry-after"), 60));
		if (answer.status !== 200) throw providerFailed(this.#provider, `status ${answer.status}`);
		try {
			return JSON.parse(answer.text);
		} catch {
			throw providerFailed(this.#provider, "not JSON");
		}
	}

	async #once(call: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
		const { statusCode, headers, body } = await undici().request(call.url, {
			dispatcher: this.#agent,
			signal,
			headers: { accept: "application/json", "accept-encoding": "identity", ...call.headers },
		});
		const chunks: Buffer[] = [];
		let bytes = 0;
		// Leaving the loop early destroys the body and its connection.
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

/** A word for a failed call; at most an error code of the HTTP client, never its message. */
function reasonOf(error: unknown): string {
	if (error instanceof TooLarge) return "too_large";
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" ? code : "connection failed";
}
