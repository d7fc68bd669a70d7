import ipaddr from "ipaddr.js";
import { withoutPort } from "./without-port.js";

/** Longest client address from a proxy that is kept. Characters. */
const MAX_ADDRESS_LENGTH = 64;
/**
 * 16-bit groups of an IPv6 address that identify a client: the /64 that a household or machine
 * gets.
 */
const IPV6_CLIENT_GROUPS = 4;

/**
 * The client behind an address, for rate limits and turns: an IPv4 address, or an IPv6 network.
 * @param address from the connection or a trusted proxy; any text
 */
export function clientOf(address: string): string {
	const ip = withoutPort(address);
	if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip.slice(0, MAX_ADDRESS_LENGTH);
	const parsed = ipaddr.process(ip);
	if (parsed instanceof ipaddr.IPv4) return parsed.toString();
	const groups = parsed.parts.slice(0, IPV6_CLIENT_GROUPS);
	return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
