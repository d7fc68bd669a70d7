/** A check that takes longer counts as failed. Milliseconds. */
const CHECK_TIMEOUT_MS = 1_000;

/** Why a check failed. */
export type CheckFailure = "unavailable" | "timeout";

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
		() => "unavailable" as const,
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
