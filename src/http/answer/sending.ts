import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long answers may wait for their readers, and how fast they have to be read. */
export interface ReadingLimits {
	/** Time for which a reader may take nothing, or less than it has to. Milliseconds. */
	readonly graceMs: number;
	/** What a reader has to take besides, while bytes wait for it. Bytes per second. */
	readonly bytesPerSecond: number;
	/** Longest time for which an answer may wait for its reader, all its pauses together. Milliseconds. */
	readonly longestMs: number;
	/** How often that is looked at. Milliseconds. */
	readonly tickMs: number;
}

export const READING_LIMITS: ReadingLimits = {
	graceMs: 30_000,
	bytesPerSecond: 65_536,
	longestMs: 600_000,
	tickMs: 1_000,
};

/** An answer that is being sent. */
interface Sending {
	readonly socket: Socket;
	/** Bytes that the connection had taken when the answer began. */
	readonly before: number;
	/** Bytes that its reader had taken at the last look. */
	taken: number;
	/** Milliseconds for which bytes waited for the reader: all together, and since it last took any. */
	waited: number;
	stalled: number;
}

/**
 * Gives up answers whose client takes nothing of them, or too little: what it does not
 * take is held for it. Only time counts in which bytes wait for the client, so that it
 * pays for its own slowness and not for the service's.
 */
export function endSlowAnswers(app: FastifyInstance, limits: ReadingLimits = READING_LIMITS): void {
	const { graceMs, bytesPerSecond, longestMs, tickMs } = limits;
	const answers = new Map<ServerResponse, Sending>();
	let last = performance.now();
	const look = () => {
		const now = performance.now();
		// A process that was held up itself blames nobody.
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
	app.addHook("onSend", async (_request, { raw }) => {
		const { socket } = raw;
		if (socket === null || raw.closed || answers.has(raw)) return;
		const before = bytesTaken(socket);
		answers.set(raw, { socket, before, taken: 0, waited: 0, stalled: 0 });
		raw.once("close", () => answers.delete(raw));
	});
}

/**
 * Bytes of a connection that its client, or the kernel for it, has taken. Node's public figures
 * count a chunk when all of it is taken, and a picture is one chunk; those of its handle
 * count bytes.
 */
function bytesTaken(socket: Socket): number {
	const { _bytesDispatched: dispatched, _handle: handle } = socket as Socket & {
		readonly _bytesDispatched?: number;
		readonly _handle?: { readonly writeQueueSize?: number } | null;
	};
	return dispatched !== undefined && handle?.writeQueueSize !== undefined
		? dispatched - handle.writeQueueSize
		: socket.bytesWritten - socket.writableLength;
}
