import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may wait behind the one in progress. */
const MAX_WAITING = 8;
const MAX_LISTENERS = 32;

type Pair = readonly [IncomingMessage, ServerResponse];
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles one request of a connection at a time. A client may send further requests ahead
 * (pipelining), but Node would start them all at once. Each would keep its result until the earlier
 * ones are read, and up to Node 22 a waiting response is not notified when its client disconnects,
 * so its result would never be released.
 *
 *     parser ──► waiting (8 at most, else the connection ends) ──► one at work ──► closed ──► the next
 *
 * Waiting requests have not started anything, so nothing needs to be released when the client
 * disconnects. The parser itself stops at a body that is not read.
 * @param handler called for each request in turn
 */
export function inTurn(handler: Listener): Listener {
	return (request, response) => enter(request.socket, [request, response], handler);
}

interface Line {
	busy: boolean;
	readonly waiting: { readonly pair: Pair; readonly begin: Listener }[];
}
const lines = new WeakMap<Socket, Line>();

function enter(socket: Socket, pair: Pair, begin: Listener): void {
	// Requests that were parsed before the connection ended are still emitted.
	if (socket.destroyed) return;
	const line = lines.get(socket) ?? { busy: false, waiting: [] };
	lines.set(socket, line);
	if (line.busy) {
		if (line.waiting.length === MAX_WAITING) socket.destroy();
		else line.waiting.push({ pair, begin });
		return;
	}
	line.busy = true;
	// Code that keeps something for a response listens for the end of the response.
	pair[1].setMaxListeners(MAX_LISTENERS);
	pair[1].once("close", () => {
		line.busy = false;
		const next = line.waiting.shift();
		if (next !== undefined) enter(socket, next.pair, next.begin);
	});
	begin(...pair);
}
