import type { FastifyReply, FastifyRequest } from "fastify";
import { FairQueue } from "../../base/fair-queue.js";
import { clientOfRequest } from "../request/caller.js";

/** Bytes of a refused body that are read and discarded. */
const LINGER_BYTES = 67_108_864;
/** Time limit for that. Milliseconds. */
const LINGER_MS = 10_000;
/** Pause between two chunks (about 64 kB) of all discarded bodies. Milliseconds. */
const PIECE_MS = 1;

/**
 * Answers a request whose body may still be arriving, so that the client can read the answer. If a
 * connection closes while the client is writing, it is reset, and an answer that the client has not
 * read yet is lost. So the rest of the body is read and discarded, up to a limit of time and size,
 * like nginx's lingering_close. If the client asked to close the connection, Node closes it right
 * after the answer. Such a client gets its answer after it has sent everything, if the announced
 * body is within the limit, and otherwise at once.
 */
export function respondWhileSending(
	request: FastifyRequest,
	reply: FastifyReply,
	send: () => void,
): void {
	const { raw } = request;
	if (raw.complete || raw.destroyed) {
		send();
		return;
	}
	const announced = Number(raw.headers["content-length"] ?? 0);
	const closes = !reply.raw.shouldKeepAlive && announced <= LINGER_BYTES;
	if (!closes) send();
	readOn(raw, clientOfRequest(request), (ended) => {
		if (closes) send();
		else if (!ended) raw.destroy();
	});
}

/** @param done called once, when the body has ended or a limit is reached */
function readOn(raw: FastifyRequest["raw"], client: string, done: (ended: boolean) => void): void {
	let left = LINGER_BYTES;
	const finish = (ended: boolean) => {
		clearTimeout(timer);
		raw.off("data", count).off("end", onEnd).off("close", onEnd);
		done(ended);
	};
	const onEnd = () => finish(true);
	const count = ({ length }: Buffer) => {
		left -= length;
		if (left < 0) {
			finish(false);
			return;
		}
		raw.pause();
		inTurn(client, () => raw.resume());
	};
	const timer = setTimeout(() => finish(false), LINGER_MS).unref();
	raw.on("error", () => undefined);
	raw.on("data", count).once("end", onEnd).once("close", onEnd);
	raw.resume();
}

const pieces = new FairQueue<() => void>();
let pieceTimer: NodeJS.Timeout | undefined;

/**
 * Reads one chunk at a time, clients in turn. Otherwise a client that sends many bodies that are
 * refused could make the process read tens of megabytes in one step.
 */
function inTurn(client: string, read: () => void): void {
	pieces.push(client, read);
	pieceTimer ??= setInterval(() => {
		const next = pieces.shift();
		if (next === undefined) {
			clearInterval(pieceTimer);
			pieceTimer = undefined;
		} else next();
	}, PIECE_MS).unref();
}
