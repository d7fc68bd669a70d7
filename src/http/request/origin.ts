import type { FastifyRequest } from "fastify";

/** A host name, an IPv4 address or a bracketed IPv6 address, and a port perhaps. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/**
 * What the URLs in an answer start with, without a trailing slash:
 * PUBLIC_BASE_URL, else the origin that the client used. The Host header (with
 * TRUST_PROXY, X-Forwarded-Host and -Proto) is the client's word: it counts
 * only as a host name and a port; anything else gives way to the address that
 * the connection came in on.
 */
export function baseUrl(request: FastifyRequest, publicBaseUrl: string | undefined): string {
	if (publicBaseUrl !== undefined) return publicBaseUrl;
	const protocol = request.protocol === "https" ? "https" : "http";
	const origin = `${protocol}://${request.host}`;
	if (HOST.test(request.host) && URL.canParse(origin)) return new URL(origin).origin;
	const { localAddress = "127.0.0.1", localPort = 80 } = request.socket;
	const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
	return `${protocol}://${address}:${localPort}`;
}
