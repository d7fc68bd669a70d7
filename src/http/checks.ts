/** A check that takes longer has failed. Milliseconds. */
const CHECK_TIMEOUT_MS = 1_000;

/** Whether a check ends well, and in time. */
export async function passes(check: Promise<void>, timeoutMs = CHECK_TIMEOUT_MS): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>((resolve) => {
		timer = setTimeout(() => resolve(false), timeoutMs);
	});
	const outcome = check.then(
		() => true,
		() => false,
	);
	return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

/** Calls `work` once for all who ask at a time, and again when its outcome is older than `maxAgeMs`. */
export function remembered<T>(work: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
	let last: { readonly outcome: Promise<T>; readonly at: number } | undefined;
	return () => {
		const now = performance.now();
		if (last === undefined || now - last.at >= maxAgeMs) last = { outcome: work(), at: now };
		return last.outcome;
	};
}
