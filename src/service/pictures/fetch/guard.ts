import { isIP } from "node:net";
import { isPublicAddress } from "./address.js";
import { isAllowedPort } from "./ports.js";

/** Decides where the service may connect to. */
export interface Guard {
	/** Whether the operator allows this host, whatever its addresses. */
	trusts(hostname: string): boolean;
	/** Whether a URL may be fetched, judging by its text: port, name, literal address. */
	admitsUrl(url: URL): boolean;
	/** Whether a connection to `address` is allowed for a URL with this host name. */
	admitsAddress(hostname: string, address: string): boolean;
}

/** Names for this machine or this network (RFC 6761, 6762, 8375, ICANN). */
const PRIVATE_SUFFIXES = ["localhost", "localdomain", "local", "internal", "home.arpa", "lan"];

/**
 * @param allowPrivateHosts true allows everything, for development; a list allows these host names
 * and addresses, on any port and wherever they resolve to
 */
export function createGuard(allowPrivateHosts: boolean | readonly string[]): Guard {
	const trusted = new Set(Array.isArray(allowPrivateHosts) ? allowPrivateHosts.map(hostKey) : []);
	const trusts = (hostname: string) => allowPrivateHosts === true || trusted.has(bare(hostname));
	return {
		trusts,
		admitsUrl(url) {
			if (trusts(url.hostname)) return true;
			const host = bare(url.hostname);
			if (url.port !== "" && !isAllowedPort(Number(url.port))) return false;
			return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
		},
		admitsAddress: (hostname, address) => trusts(hostname) || isPublicAddress(address),
	};
}

/** A name with at least one dot, none of whose endings is private. */
function isPublicName(name: string): boolean {
	const labels = name.split(".");
	if (labels.length < 2 || labels.includes("")) return false;
	return !PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

/** Without the brackets of an IPv6 literal and without trailing dots. */
function bare(hostname: string): string {
	let end = hostname.length;
	while (end > 0 && hostname[end - 1] === ".") end--;
	return hostname.slice(0, end).replace(/^\[/, "").replace(/\]$/, "").toLowerCase();
}

/**
 * An entry of the operator's list in the form in which URL prints hosts, so that "::1", "127.1" and
 * "MINIO" work.
 */
function hostKey(entry: string): string {
	const literal = isIP(entry) === 6 ? `[${entry}]` : entry;
	return bare(URL.canParse(`http://${literal}/`) ? new URL(`http://${literal}/`).hostname : entry);
}
