import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { errorBody, ServiceError } from "../../base/errors.js";
import { inTurn } from "../connection/one-at-a-time.js";
import { REQUEST_ID_HEADER, requestId } from "../request/request-id.js";

/**
 * Answers requests with an unknown Expect header (RFC 9110, 10.1.1), that is, anything but
 * 100-continue. Node emits them as a separate event, so they bypass all hooks.
 * @param onRefused called for each of them
 */
export function refuseExpectations(
	app: FastifyInstance,
	onRefused: (requestId: string, answer: ServiceError) => void,
): void {
	const refuse = (request: IncomingMessage, response: ServerResponse) => {
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
	};
	app.server.on("checkExpectation", inTurn(refuse));
}
