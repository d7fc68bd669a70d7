import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientOf } from "../../service/fairness/client.js";

export interface ConnectionLimits {
	/** Largest number of connections. */
	readonly max: number;
	/** Connections per address. A trusted proxy stands for many clients; then it is `max`. */
	readonly perClient: number;
}

/** Largest number of connections; each uses memory while its body arrives. */
const MAX_CONNECTIONS = 2_048;
/** Connections per address, unless a trusted proxy stands for many clients. */
const MAX_CLIENT_CONNECTIONS = 512;
/**
 * Descriptors for everything else: render processes, files, stores, images that are fetched. If
 * there are few, half of them.
 */
const RESERVED = 256;
/** Part of all connections that one address may have. */
const SHARE_OF_A_CLIENT = 4;

/**
 * The limits for a process.
 * @param descriptors that it may have open; undefined: not known
 * @param isProxied whether a trusted proxy stands for many clients
 */
export function connectionLimits(
	descriptors: number | undefined,
	isProxied: boolean,
): ConnectionLimits {
	const left =
		descriptors === undefined
			? MAX_CONNECTIONS
			: descriptors - Math.min(RESERVED, Math.floor(descriptors / 2));
	const max = Math.max(1, Math.min(MAX_CONNECTIONS, left));
	const share = Math.max(1, Math.min(MAX_CLIENT_CONNECTIONS, Math.floor(max / SHARE_OF_A_CLIENT)));
	return { max, perClient: isProxied ? max : share };
}

/** Whether the process may have fewer connections than it would with enough descriptors. */
export const isShort = ({ max }: ConnectionLimits): boolean => max < MAX_CONNECTIONS;

/** A connection, as the limit sees it. */
interface Open {
	readonly socket: Socket;
	/** Requests in progress. */
	requests: number;
}

/**
 * Limits the connections in all and per client. If there is no room for a new one, an idle
 * connection of the client that has the most is closed. So a client that opens many idle or silent
 * connections locks nobody out. A connection with a request in progress is never closed for this
 * reason; other limits apply to what it uses.
 */
export function limitConnections(server: Server, { max, perClient }: ConnectionLimits): void {
	/** The connections of each client, the least recently used first. */
	const clients = new Map<string, Set<Open>>();
	const known = new WeakMap<Socket, Open>();
	let total = 0;

	const forget = (client: string, open: Open) => {
		const all = clients.get(client);
		if (!all?.delete(open)) return;
		total--;
		if (all.size === 0) clients.delete(client);
	};
	/**
	 * Closes the longest idle connection of a client.
	 * @returns whether there was one
	 */
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
			// Marks it as the most recently used one.
			if (all?.delete(open)) all.add(open);
		});
	});
}
