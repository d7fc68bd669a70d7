import ipaddr from "ipaddr.js";

/**
 * Public addresses that only lead to services of the platform itself (Azure's WireServer and DNS).
 */
const PLATFORM_ADDRESSES = new Set(["168.63.129.16"]);

/**
 * Whether an IP address belongs to the public Internet: globally routed unicast that no registry
 * reserves. Anything not known to be public is refused.
 *
 * IPv4: outside of the IANA special-purpose registry. IPv6: inside of 2000::/3 (the only allocated
 * space), outside of that registry, and without an embedded IPv4 address that a gateway would use
 * (6to4, Teredo, ISATAP; NAT64, mapped and compatible addresses are outside of 2000::/3).
 * @param address as sockets and resolvers print it
 */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	if (parsed instanceof ipaddr.IPv6) {
		const first = parsed.parts[0] ?? 0;
		return first >> 13 === 1 && !isIsatap(parsed);
	}
	return !PLATFORM_ADDRESSES.has(parsed.toString());
}

/** RFC 5214: the interface identifier is [02]00:5efe and an IPv4 address, under any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
	const flags = address.parts[4] ?? 0;
	return (flags & ~0x0300) === 0 && address.parts[5] === 0x5efe;
}
