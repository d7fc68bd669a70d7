import type { FastifyReply, FastifyRequest } from "fastify";

/** Bytes of a refused body that are read and thrown away. */
const LINGER_BYTES = 67_108_864;
/** How long that may take. Milliseconds. */
const LINGER_MS = 10_000;

/**
 * Answers a request of which the client may still send the body, so that the
 * client reads the answer: a connection that closes while the client writes is
 * reset, and what lies ready there is lost with it. What still comes is read and
 * thrown away for a bounded time and size, as nginx's lingering_close does.
 *
 * Node closes a connection with the answer when the client asked for that; such
 * a client gets its answer when it has sent all, if it announces no more than is
 * read; any other one at once.
 */
export function answerWhileSending(
	{ raw }: FastifyRequest,
	reply: FastifyReply,
	send: () => void,
): void {
	if (raw.complete || raw.destroyed) {
		send();
		return;
	}
	const announced = Number(raw.headers["content-length"] ?? 0);
	const closes = !reply.raw.shouldKeepAlive && announced <= LINGER_BYTES;
	if (!closes) send();
	readOn(raw, (ended) => {
		if (closes) send();
		else if (!ended) raw.destroy();
	});
}

/** @param done told once that the body ended, or that the bounds were reached */
function readOn(raw: FastifyRequest["raw"], done: (ended: boolean) => void): void {
	let left = LINGER_BYTES;
	const finish = (ended: boolean) => {
		clearTimeout(timer);
		raw.off("data", count).off("end", onEnd).off("close", onEnd);
		done(ended);
	};
	const onEnd = () => finish(true);
	const count = ({ length }: Buffer) => {
		left -= length;
		if (left < 0) finish(false);
	};
	const timer = setTimeout(() => finish(false), LINGER_MS).unref();
	raw.on("error", () => undefined);
	raw.on("data", count).once("end", onEnd).once("close", onEnd);
	raw.resume();
}
