import type { ImageFailureReason } from "../../../errors/errors.js";

/**
 * Why one image did not arrive. `details` are public. The message and the cause are for the log
 * only, because they distinguish a refused address from a closed port.
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

/** Refused, unresolvable, closed, filtered, broken: one reason and no details for all of them. */
export function unreachable(message: string, cause?: unknown): FetchFailure {
	return new FetchFailure("unreachable", message, { cause });
}
