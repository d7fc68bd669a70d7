import type { FastifyReply } from "fastify";
import { ServiceError } from "../../base/errors.js";
import type { FairShare } from "../../base/fair-share.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";

/**
 * Counts bytes for a client until its request has ended.
 * @throws ServiceError overloaded if they exceed the client's share
 */
export function holdUntilClosed(
	{ raw }: FastifyReply,
	share: FairShare,
	client: string,
	bytes: number,
): void {
	if (raw.closed) return;
	if (!share.take(client, bytes))
		throw new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.outage });
	raw.once("close", () => share.add(client, -bytes));
}
