import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import type { BytesInFlight } from "../../service/fairness/bytes-in-flight.js";
import { announcedBytes } from "../request/announced-bytes.js";
import { clientOfRequest } from "../request/caller.js";

/** Time limits and minimum rate for the arrival of a body. */
export interface ArrivingLimits {
	/** Time that every body has. Milliseconds. */
	readonly graceMs: number;
	/** Average rate after that time. Bytes per second. */
	readonly bytesPerSecond: number;
	/** Time limit for a body, and for one that is read while it arrives. Milliseconds. */
	readonly bodyMs: number;
	readonly streamedMs: number;
	/** Interval of the checks. Milliseconds. */
	readonly tickMs: number;
}

export const ARRIVING_LIMITS: ArrivingLimits = {
	graceMs: 10_000,
	bytesPerSecond: 65_536,
	bodyMs: 30_000,
	streamedMs: 900_000,
	tickMs: 1_000,
};

/** Bodies up to this size are not counted, because the number of connections limits them. Bytes. */
const SMALL_BODY_BYTES = 65_536;
/**
 * Memory for a body that is parsed while it arrives: chunks of it, and rows that are not stored
 * yet.
 */
const STREAMED_BYTES = 8_388_608;
/** Memory for a body that stays in parsed form during the request, as a multiple of its size. */
const KEPT_BODY_TIMES = 3;

/**
 * Counts bodies from the time they are announced until their request has ended, within the share of
 * each client, and refuses those that arrive too slowly. A body without a length counts as the
 * largest possible one.
 */
export function countBodies(
	app: FastifyInstance,
	inFlight: BytesInFlight,
	limits: ArrivingLimits = ARRIVING_LIMITS,
): void {
	const arriving = new Map<
		IncomingMessage,
		{ readonly began: number; readonly before: number; readonly mostMs: number }
	>();
	const timer = setInterval(() => {
		const now = performance.now();
		for (const [request, { began, before, mostMs }] of arriving) {
			const { socket } = request;
			if (request.complete || socket.destroyed) {
				arriving.delete(request);
				continue;
			}
			const owed = ((now - began - limits.graceMs) / 1_000) * limits.bytesPerSecond;
			// A body that the service has paused is not too slow.
			const isSlow = !request.isPaused() && owed > socket.bytesRead - before;
			if (!isSlow && now - began <= mostMs) continue;
			arriving.delete(request);
			// The error that Node raises for requests that take too long.
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
		// A request from this process itself has no connection, and its body is complete.
		if (size === 0 || raw.complete || !(raw.socket instanceof Socket)) return;
		const mostMs = isStreamed(request) ? limits.streamedMs : limits.bodyMs;
		arriving.set(raw, { began: performance.now(), before: raw.socket.bytesRead, mostMs });
		reply.raw.once("close", () => arriving.delete(raw));
		const limit = request.routeOptions.bodyLimit ?? 0;
		// Bodies that are too large are refused before they are read.
		if (size > limit && size !== Number.POSITIVE_INFINITY && !isStreamed(request)) return;
		const client = clientOfRequest(request);
		// If there is no memory for the parsed body, it is refused before it is read.
		const bytes = countedBytes(request);
		if (bytes === 0) return;
		if (!inFlight.bodies.take(client, bytes)) {
			throw new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment });
		}
		reply.raw.once("close", () => inFlight.bodies.add(client, -bytes));
	});
}

/**
 * Bytes that are counted when a body is announced: the body, and its parsed form if that is kept. 0
 * for a small body.
 */
export function countedBytes(request: FastifyRequest): number {
	const { bodyLimit = 0, config } = request.routeOptions;
	if (isStreamed(request)) return Math.min(announcedBytes(request), STREAMED_BYTES);
	const size = Math.min(announcedBytes(request), bodyLimit);
	if (size <= SMALL_BODY_BYTES) return 0;
	return size * (config.keepsBody === true ? KEPT_BODY_TIMES : 1);
}

/** Whether the body is parsed while it arrives, whatever its length. */
const isStreamed = ({ routeOptions, headers }: FastifyRequest): boolean =>
	routeOptions.config.streamsBody === true &&
	!/^application\/json/i.test(headers["content-type"] ?? "");
