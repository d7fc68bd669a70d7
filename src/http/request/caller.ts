import type { FastifyReply, FastifyRequest } from "fastify";
import type { OnStep } from "../../engine/steps.js";
import { clientOf } from "../../service/fairness/client.js";
import type { Caller } from "../../service/processes/renderer.js";
import { clientGone } from "./client-gone.js";

/** The client of a request, for limits, turns and what it owns: its API key, otherwise its address. */
export const clientOfRequest = ({ ip, tenant }: Pick<FastifyRequest, "ip" | "tenant">): string =>
	tenant?.client ?? clientOf(ip);

/** The client of a request, and a signal that fires when it disconnects. */
export const callerOf = (request: FastifyRequest, reply: FastifyReply, onStep: OnStep): Caller => ({
	signal: clientGone(reply),
	client: clientOfRequest(request),
	requestId: request.id,
	host: request.host,
	onStep,
});
