/**
 * Renders the rows of a batch: each is a separate render, and a failed row does not stop the
 * others.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ClientGoneError } from "../../base/client-gone.js";
import { asServiceError, ServiceError } from "../../base/errors.js";
import { rendersBesides, slidesOfMode } from "../../documents/pick-slides.js";
import type { ResolveDocument } from "../../documents/resolve-document.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import type { DataRow } from "../../documents/rows/csv-rows.js";
import { slideOutput } from "../../documents/slide-output.js";
import type { SpooledSlides } from "../delivery/spool.js";
import type { ParseTurns } from "../fairness/parse-turns.js";
import type { Caller } from "../processes/renderer.js";
import { type Drawing, type RenderParts, renderDocument } from "../render/render-document.js";
import type { Batch } from "./read-rows.js";

/** A rendered row, or why it failed. */
export type RowResult =
	| {
			/** Counted from 1. */
			readonly row: number;
			readonly document: ResolvedDocument;
			/** The receiver of the row must release them. */
			readonly slides: SpooledSlides;
	  }
	| { readonly row: number; readonly error: ServiceError };

/** What rendering rows needs. */
export interface BatchParts extends RenderParts {
	readonly resolve: ResolveDocument;
	/** Rows are read one at a time. */
	readonly turns: ParseTurns;
	/** Maximum number of characters of all strings of a document after variables were filled in. */
	readonly maxLength: number;
	/** Rows that are rendered or wait to be taken at the same time. */
	readonly rowsAhead: number;
}

/** How the rows of one batch are rendered. */
export interface RowOptions {
	readonly caller: Caller;
	/**
	 * Resolves when the client may render one more row.
	 * @param besides renders of a row in addition to the one already counted
	 * @throws ServiceError rate_limited
	 */
	readonly count: (besides?: number) => Promise<void>;
	/** Whether slides are needed as base64 for JSON, if the document requests data URLs. */
	readonly inJson: boolean;
	/** Called when a row is finished. */
	readonly onRow: (drawn: boolean) => void;
}

/**
 * How long a row waits while the service is full, or its client is over the rate limit.
 * Milliseconds.
 */
const PATIENCE_MS = 120_000;
/** Shortest and longest single wait. Milliseconds. */
const LEAST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Renders several rows at the same time, and yields them in order. At most `ahead` rows are
 * rendered before they are taken, so memory does not grow with the number of rows.
 */
export async function* renderRows(
	batch: Batch,
	services: BatchParts,
	options: RowOptions,
): AsyncGenerator<RowResult> {
	const { rows } = batch;
	const running: Promise<RowResult>[] = [];
	const fuse = new Fuse();
	let next = 0;
	try {
		for (let taken = 0; taken < rows.length; taken++) {
			for (; next < rows.length && next < taken + services.rowsAhead; next++)
				running.push(renderRow(batch, rows[next]!, next + 1, services, options, fuse));
			const result = await running.shift()!;
			if (options.caller.signal.aborted) return;
			yield result;
		}
	} finally {
		for (const row of running)
			void row.then((result) => "slides" in result && result.slides.release());
		void Promise.all(running).then(() => services.imageSources.forget(batch));
	}
}

/** Rows in succession that may end their render process before the next ones are refused. */
const MOST_CRASHES = 3;
/** After that, one of this number of rows is tried. */
const TRIED = 20;

/**
 * Stops a batch whose rows end their render processes one after the other: each new process takes
 * up to a second, which others wait for.
 */
class Fuse {
	#crashes = 0;
	#refused = 0;

	/** @throws ServiceError internal_error */
	check(): void {
		if (this.#crashes < MOST_CRASHES || this.#refused % TRIED === TRIED - 1) return;
		this.#refused++;
		throw new ServiceError("internal_error", {
			message: "Not rendered, because the rows before it ended their render processes.",
		});
	}

	/** Called with each row that was tried. @param error undefined if it was drawn */
	count(error?: ServiceError): void {
		this.#refused = 0;
		this.#crashes = error?.code === "internal_error" ? this.#crashes + 1 : 0;
	}
}

/** Never rejects. */
async function renderRow(
	batch: Batch,
	row: DataRow,
	number: number,
	services: BatchParts,
	options: RowOptions,
	fuse: Fuse,
): Promise<RowResult> {
	const { caller, count, onRow } = options;
	let tried = false;
	try {
		const patient = <T>(work: () => Promise<T>) => patiently(services, caller.signal, work);
		// The request itself was already counted as a row; failed rows count too.
		if (number > 1) await patient(() => count());
		const document = await services.turns.run(caller.client, () => {
			caller.signal.throwIfAborted();
			return documentOf(batch, row, services);
		});
		const wanted = slidesOfMode(document);
		const besides = rendersBesides(document, wanted);
		if (besides > 0) await patient(() => count(besides));
		fuse.check();
		tried = true;
		const slides = await patient(() =>
			draw({ document, slides: wanted }, batch, services, options),
		);
		fuse.count();
		onRow(true);
		return { row: number, document, slides };
	} catch (error) {
		const failure = asServiceError(error);
		if (tried) fuse.count(failure);
		if (!(error instanceof ClientGoneError)) onRow(false);
		return { row: number, error: failure };
	}
}

/**
 * The document with the variables of a row, which override its own.
 * @throws ServiceError invalid_render_request
 */
function documentOf(
	{ documentWith }: Batch,
	row: DataRow,
	{ resolve }: BatchParts,
): ResolvedDocument {
	if ("fault" in row)
		throw new ServiceError("invalid_render_request", {
			message: `This row ${row.fault}.`,
			details: { issues: [{ path: "", message: row.fault }] },
		});
	return resolve(documentWith(row.variables));
}

function draw(
	{ document, slides }: Omit<Drawing, "output">,
	batch: Batch,
	services: BatchParts,
	{ caller, inJson }: RowOptions,
): Promise<SpooledSlides> {
	const base64 = inJson && document.delivery === "dataUrl";
	const output = { ...slideOutput(document, document.format), base64 };
	return renderDocument(services, { document, slides, output }, { ...caller, batch });
}

/**
 * Retries while the service is full.
 * @throws what `work` throws in the last attempt
 */
async function patiently<T>(
	{ renderer }: Pick<BatchParts, "renderer">,
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
			// If the service is shutting down, waiting does not help.
			const ending = renderer.health().reason === "closing";
			if (!busy || ending || performance.now() >= until) throw error;
			const wait = (error.retryAfter ?? 1) * 1_000;
			await sleep(Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, wait)), undefined, { signal });
		}
	}
}
