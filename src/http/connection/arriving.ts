import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../errors/errors.js";
import { RETRY_AFTER_SECONDS } from "../../errors/retry-after.js";
import type { BytesInFlight } from "../../service/fairness/bytes-in-flight.js";
import { announcedBytes } from "../request/announced-bytes.js";
import { clientOfRequest } from "../request/caller.js";

/** How fast a body has to arrive. */
export interface ArrivingLimits {
	/** Time that every body has. Milliseconds. */
	readonly graceMs: number;
	/** What has to have arrived besides, on the whole. Bytes per second. */
	readonly bytesPerSecond: number;
	/** How often that is looked at. Milliseconds. */
	readonly tickMs: number;
}

export const ARRIVING_LIMITS: ArrivingLimits = {
	graceMs: 10_000,
	bytesPerSecond: 65_536,
	tickMs: 1_000,
};

/** Bodies up to this size are not counted: the number of connections bounds them. Bytes. */
const SMALL_BODY_BYTES = 65_536;
/** What a body takes that is read while it arrives: pieces of it, and rows that are not stored yet. */
const STREAMED_BYTES = 8_388_608;
/** Times its own size that a body takes which is kept, parsed, while its request goes on. */
const KEPT_BODY_TIMES = 3;

/**
 * Counts bodies from the moment that they are announced until their request is over, each
 * client having its share, and gives up those that arrive too slowly. A body without a length
 * counts as the largest there may be.
 */
export function countBodies(
	app: FastifyInstance,
	inFlight: BytesInFlight,
	limits: ArrivingLimits = ARRIVING_LIMITS,
): void {
	const arriving = new Map<IncomingMessage, { readonly began: number; readonly before: number }>();
	const timer = setInterval(() => {
		const now = performance.now();
		for (const [request, { began, before }] of arriving) {
			const { socket } = request;
			if (request.complete || socket.destroyed) {
				arriving.delete(request);
				continue;
			}
			const owed = ((now - began - limits.graceMs) / 1_000) * limits.bytesPerSecond;
			// What is paused here is not late.
			if (request.isPaused() || owed <= socket.bytesRead - before) continue;
			arriving.delete(request);
			// As Node tells of a request that takes longer than it may altogether.
			const late = Object.assign(new Error("the body arrives too slowly"), {
				code: "ERR_HTTP_REQUEST_TIMEOUT",
			});
			app.server.emit("clientError", late, socket);
		}
	}, limits.tickMs).unref();
	app.addHook("onClose", async () => clearInterval(timer));

	app.addHook("onRequest", async (request, reply) => {
		const { raw } = request;
		const size = announcedBytes(request);
		// A request of this process itself has no connection, and is there as a whole.
		if (size === 0 || raw.complete || !(raw.socket instanceof Socket)) return;
		arriving.set(raw, { began: performance.now(), before: raw.socket.bytesRead });
		reply.raw.once("close", () => arriving.delete(raw));
		const limit = request.routeOptions.bodyLimit ?? 0;
		// Too large ones are refused before they are read.
		if (size > limit && size !== Number.POSITIVE_INFINITY && !isStreamed(request)) return;
		const client = clientOfRequest(request);
		// Whoever has no room for what is made of the body is refused before it is read.
		const bytes = countedBytes(request);
		if (bytes === 0) return;
		if (!inFlight.bodies.take(client, bytes)) {
			throw new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment });
		}
		reply.raw.once("close", () => inFlight.bodies.add(client, -bytes));
	});
}

/**
 * Bytes that are counted for a request when its body is announced: the body, and room for what is
 * parsed of it where that is kept. 0 for a small one.
 */
export function countedBytes(request: FastifyRequest): number {
	const { bodyLimit = 0, config } = request.routeOptions;
	if (isStreamed(request)) return Math.min(announcedBytes(request), STREAMED_BYTES);
	const size = Math.min(announcedBytes(request), bodyLimit);
	if (size <= SMALL_BODY_BYTES) return 0;
	return size * (config.keepsBody === true ? KEPT_BODY_TIMES : 1);
}

/** Whether its body is read while it arrives, however long it is. */
const isStreamed = ({ routeOptions, headers }: FastifyRequest): boolean =>
	routeOptions.config.streamsBody === true &&
	!/^application\/json/i.test(headers["content-type"] ?? "");
