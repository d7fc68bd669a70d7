import { lookup, Resolver } from "node:dns/promises";

/** Finds the addresses of a host name, in the order in which to try them. */
export type ResolveHost = (
	hostname: string,
	options: {
		/** The operator trusts the host, so names of the local network and the hosts file are used. */
		readonly trusted: boolean;
		readonly signal: AbortSignal;
	},
) => Promise<readonly string[]>;

export interface DnsOptions {
	/**
	 * Addresses of DNS servers, such as "192.0.2.53" or "[2001:db8::53]:5353"; default: those of the
	 * system.
	 */
	readonly servers?: readonly string[];
}

/** Milliseconds for the first try of a query; c-ares uses longer times for later tries. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Queries the configured DNS servers for A and AAAA records, without the system's resolver.
 * getaddrinfo cannot be cancelled and gets two threads of libuv's pool, so two names with a dead
 * name server would block all others for half a minute. It also adds search domains and reads the
 * hosts file, which public names do not need. Trusted hosts need both, so they use it.
 *
 * Each name has a new resolver, so nothing is cached.
 */
export function createResolveHost({ servers }: DnsOptions = {}): ResolveHost {
	return async (hostname, { trusted, signal }) => {
		if (!trusted) return queryPublic(hostname, servers, signal);
		const found = await lookup(hostname, { all: true });
		return found.map(({ address }) => address);
	};
}

async function queryPublic(
	hostname: string,
	servers: readonly string[] | undefined,
	signal: AbortSignal,
): Promise<readonly string[]> {
	signal.throwIfAborted();
	const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
	if (servers) resolver.setServers(servers);
	const cancel = () => resolver.cancel();
	signal.addEventListener("abort", cancel, { once: true });
	try {
		const [v4, v6] = await Promise.allSettled([
			resolver.resolve4(hostname),
			resolver.resolve6(hostname),
		]);
		const addresses = [v4, v6].flatMap((answer) =>
			answer.status === "fulfilled" ? answer.value : [],
		);
		if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
		return addresses;
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}
