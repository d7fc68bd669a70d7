import ipaddr from "ipaddr.js";
import { withoutPort } from "./without-port.js";

/** Longest client address from a proxy that is kept. Characters. */
const MAX_ADDRESS_LENGTH = 64;
/**
 * 16-bit groups of an IPv6 address that identify a client: the /64 that a household or machine
 * gets.
 */
const IPV6_CLIENT_GROUPS = 4;
/** IPv6 addresses of IPv4 clients behind a NAT64: the well-known prefix ends with their address. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
/** Prefix of NAT64 gateways of a local network, which choose where the IPv4 address is. */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b:1::/48");

/** Start of the names of clients that are API keys. */
const TENANT = "tenant:";

/**
 * The client behind an address, for rate limits and turns: an IPv4 address, or an IPv6 network.
 * @param address from the connection or a trusted proxy; any text
 */
export function clientOf(address: string): string {
	const ip = withoutPort(address);
	if (ip.startsWith(TENANT)) return "unknown";
	if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip.slice(0, MAX_ADDRESS_LENGTH);
	const parsed = ipaddr.process(ip);
	if (parsed instanceof ipaddr.IPv4) return parsed.toString();
	if (parsed.match(NAT64)) return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
	if (parsed.match(LOCAL_NAT64)) return parsed.toString();
	const groups = parsed.parts.slice(0, IPV6_CLIENT_GROUPS);
	return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/** The client that an API key stands for, wherever it is used. @param name of the key's tenant */
export const tenantClient = (name: string): string => `${TENANT}${name}`;

/** Whether something that a client made belongs to another one: only an API key owns anything. */
export const isOthers = (owner: string, client: string): boolean =>
	owner.startsWith(TENANT) && owner !== client;

/** The API key that owns what a client makes; "" if it has none. */
export const ownerOf = (client: string): string => (client.startsWith(TENANT) ? client : "");
