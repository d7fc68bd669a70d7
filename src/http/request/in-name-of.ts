import type { FastifyRequest } from "fastify";
import { ClientGoneError } from "../../errors/client-gone.js";
import { asServiceError } from "../../errors/errors.js";
import type { RunTool } from "../../mcp/tool-service.js";
import { report } from "../answer/error-handler.js";
import { CLIENT_CLOSED_REQUEST, type FinishedRequest } from "../log/watch-requests.js";
import { clientOfRequest } from "./caller.js";
import type { CountRequest } from "./rate-limit.js";
import type { RequestFacts } from "./request-facts.js";

/** How the work of a request counts that does what other endpoints do. */
export interface InNameOf {
	/** Counts a piece of work as a request of the client. @throws ServiceError rate_limited */
	readonly count: CountRequest;
	/** Told of each piece of work that is over, as of a request. */
	readonly onFinished: (finished: FinishedRequest) => void;
}

/** Has a request do what other endpoints do: each piece of work counts, and is logged, as a request to that. */
export function runInNameOf(request: FastifyRequest, { count, onFinished }: InNameOf): RunTool {
	return async (operation, signal, work) => {
		const { method, path: route, open, quiet } = request.server.endpoints[operation];
		const began = performance.now();
		const facts: RequestFacts = {};
		const finished = (status: number) => {
			const seconds = (performance.now() - began) / 1_000;
			onFinished({ request, method, route, status, seconds, facts, quiet: quiet === true });
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
		};
		const note = (render: RequestFacts["render"]) => {
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
