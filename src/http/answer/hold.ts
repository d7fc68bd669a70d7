import type { FastifyReply } from "fastify";
import { ServiceError } from "../../errors/errors.js";
import { RETRY_AFTER_SECONDS } from "../../errors/retry-after.js";
import type { FairShare } from "../../service/fairness/fair-share.js";

/**
 * Counts bytes as held for a client until its request is over.
 * @throws ServiceError overloaded when its share has no room for them
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
