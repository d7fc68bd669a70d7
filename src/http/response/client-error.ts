import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { errorBody, ServiceError } from "../../base/errors.js";
import { noteConnectionResponse } from "../log/watch-requests.js";

/** Bytes of the headers of a request. */
export const MAX_HEADER_BYTES = 16_384;

/** Errors of Node's HTTP parser with a more specific answer. */
const MESSAGES: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: `The headers of the request have more than ${MAX_HEADER_BYTES} bytes. Send fewer headers, and long values in the body.`,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: "The chunk extensions of the request are too large.",
};

/**
 * Answers invalid HTTP, and requests that arrive too slowly, with the usual error body, and closes
 * the connection.
 * @param onRefused called if there was no request yet, so that nothing else reports it
 */
export function respondToClientError(
	error: Error & { code?: string },
	socket: Socket,
	onRefused: (requestId: string, answer: ServiceError) => void,
): void {
	if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
		socket.destroy();
		return;
	}
	const answer =
		error.code === "ERR_HTTP_REQUEST_TIMEOUT"
			? new ServiceError("request_timeout")
			: new ServiceError("invalid_request", {
					message: MESSAGES[error.code ?? ""] ?? "The request is not valid HTTP.",
				});
	const known = noteConnectionResponse(socket, answer);
	const id = known ?? randomUUID();
	if (known === undefined) onRefused(id, answer);
	const body = JSON.stringify(errorBody(answer));
	const reason = answer.status === 408 ? "Request Timeout" : "Bad Request";
	socket.end(
		[
			`HTTP/1.1 ${answer.status} ${reason}`,
			"Content-Type: application/json; charset=utf-8",
			`Content-Length: ${Buffer.byteLength(body)}`,
			"Cache-Control: no-store",
			"Connection: close",
			`X-Request-Id: ${id}`,
			"",
			body,
		].join("\r\n"),
		() => socket.destroy(),
	);
}
