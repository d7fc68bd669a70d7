import type { FastifyRequest } from "fastify";

/** The length of a request's body in bytes, as its head says: 0 for none, infinite where it is not said. */
export function announcedBytes({ headers }: Pick<FastifyRequest, "headers">): number {
	if (headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY;
	return Number(headers["content-length"] ?? 0);
}
