import type { CHECK_FAILURES } from "../../contract/health.js";

/** A check that takes longer counts as failed. Milliseconds. */
const CHECK_TIMEOUT_MS = 1_000;

/** Why a check failed. */
export type CheckFailure = (typeof CHECK_FAILURES)[number];

/** The reason for an error of a check, or of its cause: Redis says that it is a replica, or full. */
function reasonOf(error: unknown): CheckFailure {
	const {
		message = "",
		code,
		cause,
	} = error as { message?: string; code?: string; cause?: unknown };
	if (/\bREADONLY\b/.test(message) || code === "EROFS") return "read_only";
	if (/\bOOM\b/.test(message) || code === "ENOSPC") return "full";
	return cause instanceof Error ? reasonOf(cause) : "unavailable";
}

/** Why a check failed, or timed out; undefined if it passed. */
export async function failureOf(
	check: Promise<void>,
	timeoutMs = CHECK_TIMEOUT_MS,
): Promise<CheckFailure | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<CheckFailure>((resolve) => {
		timer = setTimeout(() => resolve("timeout"), timeoutMs);
	});
	const outcome = check.then(
		() => undefined,
		(error: unknown) => reasonOf(error),
	);
	return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

/**
 * Calls `work` once for all simultaneous callers, and again if its result is older than `maxAgeMs`.
 */
export function remembered<T>(work: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
	let last: { readonly outcome: Promise<T>; readonly at: number } | undefined;
	return () => {
		const now = performance.now();
		if (last === undefined || now - last.at >= maxAgeMs) last = { outcome: work(), at: now };
		return last.outcome;
	};
}
