import type { ImageFailureReason } from "./errors.js";

/**
 * The reason why an image could not be fetched. `details` are public. The message and the cause are
 * for the log only, because they distinguish a refused address from a closed port.
 */
export class FetchFailure extends Error {
	override readonly name = "FetchFailure";
	readonly reason: ImageFailureReason;
	readonly details: Readonly<Record<string, unknown>>;

	constructor(
		reason: ImageFailureReason,
		message: string,
		options: { details?: Record<string, unknown>; cause?: unknown } = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.reason = reason;
		this.details = options.details ?? {};
	}
}

/**
 * Refused, unresolvable, closed, filtered or broken connections all have the same reason, without
 * details.
 */
export function unreachable(message: string, cause?: unknown): FetchFailure {
	return new FetchFailure("unreachable", message, { cause });
}
