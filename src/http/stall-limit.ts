/** A client that takes no piece of an answer for so long has gone. Milliseconds. */
const STALL_MS = 30_000;

/**
 * Passes pieces on, and gives up when one is not taken in time: what a client
 * that reads nothing keeps in memory is let go.
 */
export async function* withStallLimit<T>(
	pieces: AsyncIterable<T>,
	onStall: () => void,
	stallMs: number = STALL_MS,
): AsyncGenerator<T> {
	const timer = setTimeout(onStall, stallMs);
	timer.unref();
	try {
		for await (const piece of pieces) {
			timer.refresh();
			yield piece;
		}
	} finally {
		clearTimeout(timer);
	}
}
