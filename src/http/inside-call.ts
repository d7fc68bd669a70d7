import type { FastifyInstance } from "fastify";
import inject from "light-my-request";
import type { ApiAnswer } from "../mcp/api.js";

/** A request to the service from within its own process. */
export interface InsideCall {
	readonly method: "GET" | "POST";
	/** Path and query. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Who is taken to have sent it; loopback unless set. */
	readonly remoteAddress?: string;
	/** When it fires, the request ends as if its client had hung up. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to the service's routes without a connection. Fastify's own `inject` takes a
 * signal too, but forgets it as soon as the body is read: what is drawn would go on.
 * @param app is ready
 * @throws the signal's reason
 */
export async function callInside(app: FastifyInstance, call: InsideCall): Promise<ApiAnswer> {
	const { method, url, headers, body, remoteAddress = "127.0.0.1", signal } = call;
	signal?.throwIfAborted();
	let hangUp = () => {};
	try {
		const answer = await inject(
			(request, response) => {
				// Without an error: it is the client's to end a request, and nothing to be logged as a fault.
				hangUp = () => void response.destroy();
				signal?.addEventListener("abort", hangUp, { once: true });
				app.routing(request, response);
			},
			{
				method,
				url,
				remoteAddress,
				headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
				...(body !== undefined && { payload: JSON.stringify(body) }),
			},
		);
		return {
			status: answer.statusCode,
			contentType: String(answer.headers["content-type"] ?? ""),
			body: answer.rawPayload,
		};
	} catch (error) {
		throw signal?.aborted ? signal.reason : error;
	} finally {
		signal?.removeEventListener("abort", hangUp);
	}
}
