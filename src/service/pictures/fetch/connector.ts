import { isIP, type LookupFunction, type Socket } from "node:net";
import type { buildConnector } from "undici";
import { unreachable } from "../../../base/fetch-failure.js";
import { undici } from "../../../base/on-demand.js";
import type { ResolveHost } from "./dns.js";
import type { Guard } from "./guard.js";

/** Addresses of one name that are tried; a name can have thousands. */
const MAX_ADDRESSES = 4;
/** Milliseconds after which the next address is tried as well. */
const ADDRESS_ATTEMPT_MS = 1_000;

/**
 * Opens connections to allowed addresses only. A name is resolved once, and the connection goes to
 * exactly the addresses that were checked, so a DNS server gains nothing by changing its answer. If
 * one of several addresses is refused, the name is refused, because an honest name is either public
 * or not. An IP literal never reaches `lookup`, so it is checked before; as a second line of
 * defence, the peer's address is checked after connecting.
 * @param options.timeoutMs for one connection, including TLS
 * @param options.signal destroys every connection, including those being opened
 * @param options.onConnection called with each open connection
 */
export function guardedConnector(
	guard: Guard,
	resolveHost: ResolveHost,
	options: {
		readonly timeoutMs: number;
		readonly signal: AbortSignal;
		readonly onConnection: (socket: Socket) => void;
	},
): buildConnector.connector {
	const lookup: LookupFunction = (hostname, { all }, callback) => {
		resolveChecked(hostname, guard, resolveHost, options.signal).then(
			(addresses) => {
				const found = addresses.map((address) => ({ address, family: isIP(address) }));
				const [first] = found;
				if (all) callback(null, found);
				else if (first) callback(null, first.address, first.family);
			},
			(error: Error) => callback(error, "", 0),
		);
	};
	const connect = undici().buildConnector({
		lookup,
		timeout: options.timeoutMs,
		signal: options.signal,
		autoSelectFamily: true,
		autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
		// Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
		rejectUnauthorized: true,
		allowH2: false,
	});
	return (target, callback) => {
		if (isIP(target.hostname) !== 0 && !guard.admitsAddress(target.hostname, target.hostname)) {
			callback(unreachable("the address is refused"), null);
			return;
		}
		connect(target, (...[error, socket]) => {
			if (error) return callback(error, null);
			const peer = socket.remoteAddress;
			if (peer !== undefined && guard.admitsAddress(target.hostname, peer)) {
				options.onConnection(socket);
				return callback(null, socket);
			}
			socket.destroy();
			callback(unreachable("the connection leads to a refused address"), null);
		});
	};
}

async function resolveChecked(
	hostname: string,
	guard: Guard,
	resolveHost: ResolveHost,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const trusted = guard.trusts(hostname);
	const addresses = await resolveHost(hostname, { trusted, signal });
	if (addresses.length === 0) throw unreachable("the name has no address");
	for (const address of addresses) {
		if (isIP(address) === 0 || !guard.admitsAddress(hostname, address)) {
			throw unreachable("the name leads to a refused address");
		}
	}
	return addresses.slice(0, MAX_ADDRESSES);
}
