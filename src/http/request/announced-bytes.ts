import type { FastifyRequest } from "fastify";

/**
 * The length of a request's body in bytes from its headers: 0 without a body, Infinity if it is not
 * known.
 */
export function announcedBytes({ headers }: Pick<FastifyRequest, "headers">): number {
	if (headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY;
	return Number(headers["content-length"] ?? 0);
}
