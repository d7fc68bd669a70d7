import {
	IMAGE_FAILURE_REASONS,
	type ImageFailureReason,
	ServiceError,
} from "../../../base/errors.js";
import { FetchFailure } from "../../../base/fetch-failure.js";

/** How the download of a remote image ended; aborted: its request had ended before. */
export const FETCH_OUTCOMES = ["ok", ...IMAGE_FAILURE_REASONS, "overloaded", "aborted"] as const;
export type FetchOutcome = "ok" | ImageFailureReason | "overloaded" | "aborted";

export interface FetchReport {
	readonly outcome: FetchOutcome;
	/** Duration from the first DNS query to the last byte. */
	readonly seconds: number;
	/** Bytes of the image; 0 if it did not arrive. */
	readonly bytes: number;
}

/**
 * Fetches an image, and reports the result.
 * @param signal of the request
 * @throws what `fetch` throws
 */
export async function reported(
	fetch: () => Promise<Uint8Array>,
	signal: AbortSignal,
	report: (report: FetchReport) => void,
): Promise<Uint8Array> {
	const began = performance.now();
	const tell = (outcome: FetchOutcome, bytes: number) =>
		report({ outcome, bytes, seconds: (performance.now() - began) / 1_000 });
	try {
		const bytes = await fetch();
		tell("ok", bytes.length);
		return bytes;
	} catch (error) {
		tell(outcomeOf(error, signal), 0);
		throw error;
	}
}

function outcomeOf(error: unknown, signal: AbortSignal): FetchOutcome {
	if (signal.aborted) return "aborted";
	if (error instanceof FetchFailure) return error.reason;
	return error instanceof ServiceError && error.code === "overloaded"
		? "overloaded"
		: "unreachable";
}
