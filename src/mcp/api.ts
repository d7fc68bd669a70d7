/** An answer of the service's own HTTP API. */
export interface ApiAnswer {
	readonly status: number;
	readonly contentType: string;
	readonly body: Buffer;
}

/**
 * A request to the service's own HTTP API, with the rights of whoever calls the
 * tool: what it may ask, how often, and how much at a time is decided there
 * and nowhere else.
 * @param path path and query, as "/api/render.png?slide=2"
 * @param body sent as JSON
 * @param signal ends the request, and what is drawn for it, when it fires; rejects then
 */
export type ApiCall = (
	method: "GET" | "POST",
	path: string,
	body?: unknown,
	signal?: AbortSignal,
) => Promise<ApiAnswer>;

/** The same API, all of whose requests end when the signal fires. */
export const until =
	(api: ApiCall, signal: AbortSignal): ApiCall =>
	(method, path, body) =>
		api(method, path, body, signal);

/** The body of a JSON answer. */
export const jsonOf = <T>(answer: ApiAnswer): T => JSON.parse(answer.body.toString("utf8")) as T;
