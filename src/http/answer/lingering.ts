import type { FastifyReply, FastifyRequest } from "fastify";
import { FairQueue } from "../../service/fairness/fair-queue.js";
import { clientOfRequest } from "../request/caller.js";

/** Bytes of a refused body that are read and thrown away. */
const LINGER_BYTES = 67_108_864;
/** How long that may take. Milliseconds. */
const LINGER_MS = 10_000;
/** Between two pieces, of some 64 kB, of all that is thrown away. Milliseconds. */
const PIECE_MS = 1;

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

/** @param done told once that the body ended, or that the bounds were reached */
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
 * Reads pieces one after the other, clients in turn: whoever sends many bodies that are refused
 * would otherwise have the process read all of them at once, tens of megabytes in one step.
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
