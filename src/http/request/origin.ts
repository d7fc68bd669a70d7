import type { FastifyRequest } from "fastify";

/** A host name, an IPv4 address or an IPv6 address in brackets, optionally with a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/**
 * The start of the URLs in an answer, without a trailing slash: PUBLIC_BASE_URL, or the origin that
 * the client used. The Host header (with TRUST_PROXY also X-Forwarded-Host and -Proto) comes from
 * the client, so it is only used if it is a host name with an optional port; otherwise the address
 * of the connection is used.
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
