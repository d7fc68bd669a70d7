import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** Longest address that is kept as a proxy told it. Characters. */
const MAX_ADDRESS_LENGTH = 64;
/** 16-bit groups of an IPv6 address that make a client: the /64 that one household or machine gets. */
const IPV6_CLIENT_GROUPS = 4;

/** Who asks, as requests and turns are counted: an IPv4 address, or an IPv6 network. */
export function clientOf({ ip }: Pick<FastifyRequest, "ip">): string {
	if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip.slice(0, MAX_ADDRESS_LENGTH);
	const address = ipaddr.process(ip);
	if (address instanceof ipaddr.IPv4) return address.toString();
	const groups = address.parts.slice(0, IPV6_CLIENT_GROUPS);
	return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
