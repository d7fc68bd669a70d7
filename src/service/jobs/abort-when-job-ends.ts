/** Checks whether the work on a chunk is still wanted. */
export interface Wanted {
	/** Fires when the queue stops, with its reason, or when the job of the chunk is over. */
	readonly signal: AbortSignal;
	/** Stops the checks. */
	end(): void;
}

/**
 * @param stopping fires when the queue stops
 * @param isOver whether the job of the chunk is over; an error counts as no
 * @param everyMs interval of the checks. Milliseconds
 */
export function abortWhenJobEnds(
	stopping: AbortSignal,
	isOver: () => Promise<boolean>,
	everyMs: number,
): Wanted {
	const stop = new AbortController();
	const abort = () => stop.abort(stopping.reason);
	stopping.addEventListener("abort", abort, { once: true });
	if (stopping.aborted) abort();
	const watch = setInterval(async () => {
		if (await isOver().catch(() => false)) stop.abort(new Error("the job is over"));
	}, everyMs).unref();
	return {
		signal: stop.signal,
		end() {
			clearInterval(watch);
			stopping.removeEventListener("abort", abort);
		},
	};
}
