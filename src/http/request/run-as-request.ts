import type { FastifyRequest } from "fastify";
import { ClientGoneError } from "../../base/client-gone.js";
import { asServiceError } from "../../base/errors.js";
import type { RunTool } from "../../mcp/tool-runner.js";
import type { LogFields } from "../log/log-fields.js";
import { endTrace, traceOf } from "../log/request-trace.js";
import { CLIENT_CLOSED_REQUEST, type FinishedRequest } from "../log/watch-requests.js";
import { report } from "../response/error-handler.js";
import { clientOfRequest } from "./caller.js";
import type { CountRequest } from "./rate-limit.js";

/** How a request counts that calls other endpoints. */
export interface InNameOf {
	/**
	 * Counts a call as a request of the client.
	 * @throws ServiceError rate_limited
	 */
	readonly count: CountRequest;
	/** Called when a call is finished, as for a request. */
	readonly onFinished: (finished: FinishedRequest) => void;
}

/**
 * Lets a request do the work of other endpoints: each call counts and is logged like a request to
 * that endpoint.
 */
export function runInNameOf(request: FastifyRequest, { count, onFinished }: InNameOf): RunTool {
	return async (operation, signal, work) => {
		const { method, path: route, open, quiet } = request.server.endpoints[operation];
		const began = performance.now();
		const facts: LogFields = {};
		const trace = traceOf(request)?.child();
		const finished = (status: number) => {
			const seconds = (performance.now() - began) / 1_000;
			const over = { request, method, route, status, seconds, facts, quiet: quiet === true };
			onFinished(over);
			if (trace !== undefined) endTrace(trace, over);
		};
		signal.throwIfAborted();
		const gone = new AbortController();
		const leave = () => gone.abort(new ClientGoneError("the client disconnected"));
		signal.addEventListener("abort", leave, { once: true });
		const caller = {
			signal: gone.signal,
			client: clientOfRequest(request),
			requestId: request.id,
			host: request.host,
			onStep: trace?.onStep,
		};
		const note = (render: LogFields["render"]) => {
			facts.render = { ...facts.render, ...render };
		};
		try {
			if (!open) await count(request);
			const countMore = (besides: number) => count(request, besides);
			const result = await work({ caller, count: countMore, note });
			finished(200);
			return result;
		} catch (error) {
			if (signal.aborted) {
				finished(CLIENT_CLOSED_REQUEST);
				throw signal.reason;
			}
			const answer = asServiceError(error);
			report(answer, error, request.log, facts);
			finished(answer.status);
			throw answer;
		} finally {
			signal.removeEventListener("abort", leave);
		}
	};
}
