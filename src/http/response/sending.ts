import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/** How long a client may take to read an answer, and the minimum rate. */
export interface ReadingLimits {
	/** Time during which a client may read nothing, or less than the minimum. Milliseconds. */
	readonly graceMs: number;
	/** Minimum rate after that, while bytes are waiting. Bytes per second. */
	readonly bytesPerSecond: number;
	/** Longest time that an answer may wait for its client, all pauses together. Milliseconds. */
	readonly longestMs: number;
	/** Interval of the checks. Milliseconds. */
	readonly tickMs: number;
}

export const READING_LIMITS: ReadingLimits = {
	graceMs: 30_000,
	bytesPerSecond: 65_536,
	longestMs: 600_000,
	tickMs: 1_000,
};

/** Larger answers are sent in pieces of this size. */
const PIECE_BYTES = 65_536;

/** An answer that is being sent. */
interface Sending {
	readonly socket: Socket;
	/** Bytes sent on the connection when the answer began. */
	readonly before: number;
	/** Bytes that the client had read at the last check. */
	taken: number;
	/** Milliseconds during which bytes waited for the client: in all, and since it last read any. */
	waited: number;
	stalled: number;
}

/**
 * Aborts answers whose client reads nothing or too slowly, because unread bytes use memory. Only
 * time during which bytes wait for the client counts, so that a client is not blamed for a slow
 * service.
 */
export function endSlowResponses(
	app: FastifyInstance,
	limits: ReadingLimits = READING_LIMITS,
): void {
	const { graceMs, bytesPerSecond, longestMs, tickMs } = limits;
	const answers = new Map<ServerResponse, Sending>();
	let last = performance.now();
	const look = () => {
		const now = performance.now();
		// If this process itself was blocked, the client is not to blame.
		const passed = Math.min(now - last, 2 * tickMs);
		last = now;
		for (const [raw, answer] of answers) {
			const { socket } = answer;
			const taken = bytesTaken(socket) - answer.before;
			const waits = socket.writableLength > 0;
			answer.stalled = waits && taken === answer.taken ? answer.stalled + passed : 0;
			if (waits) answer.waited += passed;
			answer.taken = taken;
			const owed = ((answer.waited - graceMs) / 1_000) * bytesPerSecond;
			if (answer.stalled >= graceMs || taken < owed || answer.waited >= longestMs) raw.destroy();
		}
	};
	const timer = setInterval(look, tickMs).unref();
	app.addHook("onClose", async () => clearInterval(timer));
	app.addHook("onSend", async (request, reply, payload) => {
		const { raw } = reply;
		const { socket } = raw;
		if (socket === null || raw.closed || answers.has(raw)) return payload;
		const before = bytesTaken(socket);
		answers.set(raw, { socket, before, taken: 0, waited: 0, stalled: 0 });
		raw.once("close", () => answers.delete(raw));
		const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
		if (!isWhole || payload.length <= PIECE_BYTES || request.method === "HEAD") return payload;
		const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
		reply.header("content-length", bytes.length);
		return Readable.from(piecesOf(bytes), { objectMode: false });
	});
}

/** Bytes of a connection that the client, or the kernel on its behalf, has accepted. */
const bytesTaken = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/** Node counts a piece as accepted when all of it is, so a large answer is sent in small ones. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
