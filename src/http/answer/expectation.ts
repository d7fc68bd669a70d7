import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { errorBody, ServiceError } from "../../errors/errors.js";
import { REQUEST_ID_HEADER, requestId } from "../request/request-id.js";

/**
 * Answers requests that expect of the service what it does not know (RFC 9110, 10.1.1): all but
 * 100-continue. Node hands them over apart from all others, and so past every hook.
 * @param onRefused told of each
 */
export function refuseExpectations(
	app: FastifyInstance,
	onRefused: (requestId: string, answer: ServiceError) => void,
): void {
	app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
		const answer = new ServiceError("invalid_request", {
			message: "The only supported Expect value is 100-continue.",
		});
		const id = requestId(request);
		onRefused(id, answer);
		response.writeHead(answer.status, {
			"content-type": "application/json; charset=utf-8",
			"cache-control": "no-store",
			connection: "close",
			[REQUEST_ID_HEADER]: id,
		});
		response.end(JSON.stringify(errorBody(answer)));
	});
}
