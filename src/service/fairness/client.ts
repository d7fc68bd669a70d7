import ipaddr from "ipaddr.js";
import { withoutPort } from "./without-port.js";

/** Longest address that is kept as a proxy told it. Characters. */
const MAX_ADDRESS_LENGTH = 64;
/** 16-bit groups of an IPv6 address that make a client: the /64 that one household or machine gets. */
const IPV6_CLIENT_GROUPS = 4;

/**
 * The client behind an address, as requests and turns are counted: an IPv4 address, or an IPv6 network.
 * @param address as the connection or a trusted proxy says it; any text
 */
export function clientOf(address: string): string {
	const ip = withoutPort(address);
	if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip.slice(0, MAX_ADDRESS_LENGTH);
	const parsed = ipaddr.process(ip);
	if (parsed instanceof ipaddr.IPv4) return parsed.toString();
	const groups = parsed.parts.slice(0, IPV6_CLIENT_GROUPS);
	return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
