/** Work on a chunk, as long as anybody wants it. */
export interface Wanted {
	/** Fires when the queue stops, with its reason, and when the job of the chunk is over. */
	readonly signal: AbortSignal;
	/** The work has ended: nobody looks any more. */
	end(): void;
}

/**
 * @param stopping fires when the queue stops
 * @param isOver whether the job of the chunk is; one that fails counts as not yet
 * @param everyMs between two looks. Milliseconds
 */
export function whileWanted(
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
