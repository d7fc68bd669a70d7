import type { FastifyInstance, FastifyReply } from "fastify";
import type { Admission } from "./admission.js";

/** A client that takes nothing of an answer for so long has gone. Milliseconds. */
const STALL_MS = 30_000;
/** What a client has to take of a render's answer, on the whole. Bytes per second. */
const SLOWEST_CLIENT = 16_384;

/** Gives up answers of which a client takes nothing more. @param stallMs for how long. Milliseconds */
export function endStalledAnswers(app: FastifyInstance, stallMs: number = STALL_MS): void {
	app.addHook("onSend", async (_request, { raw }) => {
		// Node takes it back for the next request of the connection.
		raw.setTimeout(stallMs, () => raw.destroy());
	});
}

/**
 * Counts the bytes of a render's answer as held until the client has taken them
 * all, which it has to in bearable time.
 */
export function holdUntilSent(
	{ raw }: FastifyReply,
	bytes: number,
	admission: Admission,
	client: string,
): void {
	// A client that has gone gets nothing.
	if (raw.closed) return;
	const release = admission.hold(client, bytes);
	const longest = setTimeout(() => raw.destroy(), STALL_MS + (bytes / SLOWEST_CLIENT) * 1_000);
	longest.unref();
	raw.once("close", () => {
		clearTimeout(longest);
		release();
	});
}
