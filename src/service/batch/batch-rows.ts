/** The rows of a batch: each drawn as a render of its own, none of which ends another. */
import { setTimeout as sleep } from "node:timers/promises";
import { ClientGoneError } from "../../errors/client-gone.js";
import { asServiceError, ServiceError } from "../../errors/errors.js";
import { invalid } from "../../errors/invalid.js";
import type { SpooledSlides } from "../delivery/spool.js";
import { type Drawing, type DrawServices, drawDocument } from "../draw/draw-document.js";
import type { ParseTurns } from "../fairness/parse-turns.js";
import type { Caller } from "../render/renderer.js";
import { rendersBesides, slidesOfMode } from "../resolve/pick-slides.js";
import type { ResolveDocument } from "../resolve/resolve-document.js";
import type { ResolvedDocument } from "../resolve/resolved-document.js";
import { slideOutput } from "../resolve/slide-output.js";
import type { DataRow } from "../variables/csv-rows.js";
import type { Batch } from "./read-rows.js";

/** A row that was drawn, or why it was not. */
export type RowResult =
	| {
			/** Counted from 1. */
			readonly row: number;
			readonly document: ResolvedDocument;
			/** Whoever takes the row lets them go. */
			readonly slides: SpooledSlides;
	  }
	| { readonly row: number; readonly error: ServiceError };

/** What rows are drawn with. */
export interface BatchServices extends DrawServices {
	readonly resolve: ResolveDocument;
	/** Rows are read one at a time. */
	readonly turns: ParseTurns;
	/** Characters that the strings of a document may have with their variables put in. */
	readonly maxLength: number;
	/** Rows that are drawn, or wait to be taken, at a time. */
	readonly rowsAhead: number;
}

/** How the rows of one batch are drawn. */
export interface RowOptions {
	readonly caller: Caller;
	/**
	 * Settles when the client may have one more row drawn.
	 * @param besides renders of a row that was counted as one before
	 * @throws ServiceError rate_limited
	 */
	readonly count: (besides?: number) => Promise<void>;
	/** The slides go into JSON where their document has them in it. */
	readonly inJson: boolean;
	/** Told of each row that is over. */
	readonly onRow: (drawn: boolean) => void;
}

/** Time for which a row waits while the service has no room for it, or its client may not ask. Milliseconds. */
const PATIENCE_MS = 120_000;
/** Bounds of one wait. Milliseconds. */
const LEAST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Draws the rows, some at a time, and gives each in its order. No more are drawn than are
 * taken and `ahead` of these: memory does not grow with their number.
 */
export async function* drawRows(
	batch: Batch,
	services: BatchServices,
	options: RowOptions,
): AsyncGenerator<RowResult> {
	const { rows } = batch;
	const running: Promise<RowResult>[] = [];
	let next = 0;
	try {
		for (let taken = 0; taken < rows.length; taken++) {
			for (; next < rows.length && next < taken + services.rowsAhead; next++)
				running.push(drawRow(batch, rows[next]!, next + 1, services, options));
			const result = await running.shift()!;
			if (options.caller.signal.aborted) return;
			yield result;
		}
	} finally {
		for (const row of running)
			void row.then((result) => "slides" in result && result.slides.release());
	}
}

/** Never rejects. */
async function drawRow(
	batch: Batch,
	row: DataRow,
	number: number,
	services: BatchServices,
	options: RowOptions,
): Promise<RowResult> {
	const { caller, count, onRow } = options;
	try {
		const patient = <T>(work: () => Promise<T>) => patiently(services, caller.signal, work);
		// The request itself was counted already; a row that fails counts, too.
		if (number > 1) await patient(() => count());
		const document = await services.turns.run(caller.client, () => {
			caller.signal.throwIfAborted();
			return documentOf(batch, row, services);
		});
		const wanted = slidesOfMode(document);
		const besides = rendersBesides(document, wanted);
		if (besides > 0) await patient(() => count(besides));
		const slides = await patient(() => draw({ document, slides: wanted }, services, options));
		onRow(true);
		return { row: number, document, slides };
	} catch (error) {
		if (!(error instanceof ClientGoneError)) onRow(false);
		return { row: number, error: asServiceError(error) };
	}
}

/** The document with a row's variables over its own. @throws ServiceError invalid_render_request */
function documentOf(
	{ documentWith }: Batch,
	row: DataRow,
	{ resolve }: BatchServices,
): ResolvedDocument {
	if ("fault" in row)
		throw invalid("invalid_render_request", [{ path: "", message: `of this row: ${row.fault}` }]);
	return resolve(documentWith(row.variables));
}

function draw(
	{ document, slides }: Omit<Drawing, "output">,
	services: BatchServices,
	{ caller, inJson }: RowOptions,
): Promise<SpooledSlides> {
	const base64 = inJson && document.delivery === "dataUrl";
	const output = { ...slideOutput(document, document.format), base64 };
	return drawDocument(services, { document, slides, output }, caller);
}

/** Tries again what there is no room for at the moment. @throws what `work` throws, in the end */
async function patiently<T>(
	{ renderer }: Pick<BatchServices, "renderer">,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const until = performance.now() + PATIENCE_MS;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			const busy =
				error instanceof ServiceError &&
				(error.code === "overloaded" || error.code === "rate_limited");
			// What there is no room for when the service ends has none later.
			const ending = renderer.health().reason === "closing";
			if (!busy || ending || performance.now() >= until) throw error;
			const wait = (error.retryAfter ?? 1) * 1_000;
			await sleep(Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, wait)), undefined, { signal });
		}
	}
}
