import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientOf } from "../../service/fairness/client.js";

export interface ConnectionLimits {
	/** Connections at a time. */
	readonly max: number;
	/** Connections of one address. A proxy that is trusted is many clients: then `max`. */
	readonly perClient: number;
}

/** A connection as the limit sees it. */
interface Open {
	readonly socket: Socket;
	/** Requests that it works on. */
	requests: number;
}

/**
 * Bounds the connections, and those of one client. When there is no place for one more, one
 * that has no request at work has to go, of the client that has the most: so whoever
 * takes all of them with idle or silent ones keeps nobody out. One that works on a request is
 * never closed for it; what such ones hold is bounded elsewhere.
 */
export function limitConnections(server: Server, { max, perClient }: ConnectionLimits): void {
	/** The connections of each client, that which was used least recently first. */
	const clients = new Map<string, Set<Open>>();
	const known = new WeakMap<Socket, Open>();
	let total = 0;

	const forget = (client: string, open: Open) => {
		const all = clients.get(client);
		if (!all?.delete(open)) return;
		total--;
		if (all.size === 0) clients.delete(client);
	};
	/** Ends the longest idle connection of a client. @returns whether there was one */
	const endIdle = (client: string): boolean => {
		for (const open of clients.get(client) ?? []) {
			if (open.requests > 0) continue;
			forget(client, open);
			open.socket.destroy();
			return true;
		}
		return false;
	};
	/** The client with the most connections. */
	const largest = (): string => {
		let most = 0;
		let name = "";
		for (const [client, all] of clients) {
			if (all.size <= most) continue;
			most = all.size;
			name = client;
		}
		return name;
	};

	server.on("connection", (socket: Socket) => {
		const client = clientOf(socket.remoteAddress ?? "");
		const own = clients.get(client)?.size ?? 0;
		const room =
			(own < perClient || endIdle(client)) &&
			(total < max || endIdle(largest()) || endIdle(client));
		if (!room) {
			socket.destroy();
			return;
		}
		const open: Open = { socket, requests: 0 };
		known.set(socket, open);
		const all = clients.get(client) ?? new Set();
		clients.set(client, all.add(open));
		total++;
		socket.once("close", () => forget(client, open));
	});

	server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
		const open = known.get(socket);
		if (open === undefined) return;
		open.requests++;
		response.once("close", () => {
			open.requests--;
			const client = clientOf(socket.remoteAddress ?? "");
			const all = clients.get(client);
			// It was used last now.
			if (all?.delete(open)) all.add(open);
		});
	});
}
