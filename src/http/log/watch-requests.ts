import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServiceError } from "../../base/errors.js";
import { REQUEST_ID_HEADER } from "../request/request-id.js";
import { type LogFields, logFields } from "./log-fields.js";

/** Status for a request whose client disconnected before the answer, as in nginx. */
export const CLIENT_CLOSED_REQUEST = 499;

/** A finished request, however it ended. */
export interface FinishedRequest {
	readonly request: FastifyRequest;
	readonly method: string;
	/** Pattern of its route, such as "/api/renders/:file"; undefined if there is none. */
	readonly route: string | undefined;
	readonly status: number;
	readonly seconds: number;
	readonly facts: LogFields;
	/** Called every few seconds by probes. */
	readonly quiet: boolean;
}

/** An open request of a connection, and the status that the connection sent in its place. */
interface OpenRequest {
	readonly id: string;
	answer?: ServiceError;
}

/** The current request of each connection. */
const openRequests = new WeakMap<Socket, OpenRequest>();

/**
 * Gives every answer the id of its request, and reports each request once when it has ended:
 * answered, or aborted by its client.
 * @returns reports requests that reach no hook
 */
export function watchRequests(
	app: FastifyInstance,
	onFinished: (finished: FinishedRequest) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
	const watch = (request: FastifyRequest, reply: FastifyReply) => {
		const began = performance.now();
		const { socket } = request.raw;
		const open: OpenRequest = { id: request.id };
		openRequests.set(socket, open);
		reply.header(REQUEST_ID_HEADER, request.id);
		const { raw } = reply;
		// Fires after the last byte and when the client disconnects; "finish" does not.
		raw.once("close", () => {
			if (openRequests.get(socket) === open) openRequests.delete(socket);
			const facts = logFields(request);
			if (open.answer) facts.error = open.answer.code;
			onFinished({
				request,
				method: request.method,
				route: request.is404 ? undefined : request.routeOptions.url,
				status: raw.writableFinished
					? raw.statusCode
					: (open.answer?.status ?? CLIENT_CLOSED_REQUEST),
				seconds: (performance.now() - began) / 1_000,
				facts,
				quiet: request.routeOptions.config?.quiet === true,
			});
		});
	};
	app.addHook("onRequest", async (request, reply) => watch(request, reply));
	return watch;
}

/**
 * Notes that a connection answers by itself, for example when the body of a request does not
 * arrive.
 * @returns the id of its current request; undefined if there is none
 */
export function noteConnectionResponse(socket: Socket, answer: ServiceError): string | undefined {
	const open = openRequests.get(socket);
	if (open !== undefined) open.answer = answer;
	return open?.id;
}
