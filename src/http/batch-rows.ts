/** The rows of a batch: each drawn as a render of its own, none of which ends another. */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { BatchRequest } from "../contract/batch.js";
import { LIMITS } from "../contract/limits.js";
import type { RenderRequest } from "../contract/render-request.js";
import type { SpooledSlides } from "../delivery/spool.js";
import { ServiceError } from "../errors/errors.js";
import { type DataRow, readTable, TableError } from "../variables/csv-rows.js";
import { variablesIn } from "../variables/expand.js";
import { toServiceError } from "./answer/error-handler.js";
import { ClientGoneError } from "./request/client-gone.js";
import type { ParseDocument } from "./request/parse-document.js";
import { invalid } from "./request/validation.js";

/** A row that was drawn, or why it was not. */
export type RowResult =
	| {
			/** Counted from 1. */
			readonly row: number;
			readonly document: RenderRequest;
			/** Whoever takes the row lets them go. */
			readonly slides: SpooledSlides;
	  }
	| { readonly row: number; readonly error: ServiceError };

/** How rows are drawn. */
export interface RowServices {
	/** Settles when a document of so many characters may be read: large ones one at a time. */
	readonly turn: (length: number) => Promise<void> | void;
	readonly parseDocument: ParseDocument;
	/** Settles when the client may have one more row drawn. @throws ServiceError rate_limited */
	readonly count: () => Promise<void>;
	/** @throws ServiceError */
	readonly draw: (document: RenderRequest) => Promise<SpooledSlides>;
	/** Rows that are drawn, or wait to be taken, at a time. */
	readonly ahead: number;
	readonly signal: AbortSignal;
	/** The service ends: what there is no room for now has none later. */
	readonly ending: () => boolean;
	/** Told of each row that is over. */
	readonly onRow: (drawn: boolean) => void;
}

/** Time for which a row waits while the service has no room for it, or its client may not ask. Milliseconds. */
const PATIENCE_MS = 120_000;
/** Bounds of one wait. Milliseconds. */
const LEAST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * The rows of a request, those of a table read.
 * @throws ServiceError invalid_render_request for a table that is none, and for one whose names
 *   are not those that the document asks for
 */
export async function rowsOf({ document, rows }: BatchRequest): Promise<readonly DataRow[]> {
	if (typeof rows !== "string") return rows.map((variables) => ({ variables }));
	try {
		const table = await readTable(rows);
		const asked = variablesIn(document);
		const known = new Set(Object.keys((document as RenderRequest).variables ?? {}));
		const issues = [
			...table.names
				.filter((name) => !asked.has(name))
				.map((name) => ({
					path: "/rows",
					message: `has a column "${name}", and no string of the document names that variable`,
					allowed: [...asked],
				})),
			...[...asked]
				.filter((name) => !table.names.includes(name) && !known.has(name))
				.map((name) => ({
					path: "/rows",
					message: `has no column "${name.slice(0, LIMITS.maxVariableNameLength)}", a variable that the document names`,
					allowed: [...table.names],
				})),
		];
		if (issues.length > 0)
			throw invalid("invalid_render_request", issues.slice(0, LIMITS.maxIssuesListed));
		return table.rows;
	} catch (error) {
		if (!(error instanceof TableError)) throw error;
		throw invalid("invalid_render_request", [{ path: "/rows", ...error.issue }]);
	}
}

/**
 * Draws the rows, some at a time, and gives each in its order. No more are drawn than are
 * taken and `ahead` of these: memory does not grow with their number.
 */
export async function* drawRows(
	template: unknown,
	rows: readonly DataRow[],
	services: RowServices,
): AsyncGenerator<RowResult> {
	// Each row is made from the text: putting variables in changes a document in place.
	const text = JSON.stringify(template);
	const running: Promise<RowResult>[] = [];
	let next = 0;
	try {
		for (let taken = 0; taken < rows.length; taken++) {
			for (; next < rows.length && next < taken + services.ahead; next++)
				running.push(drawRow(text, rows[next]!, next + 1, services));
			const result = await running.shift()!;
			if (services.signal.aborted) return;
			yield result;
		}
	} finally {
		for (const row of running)
			void row.then((result) => "slides" in result && result.slides.release());
	}
}

/** Never rejects. */
async function drawRow(
	text: string,
	row: DataRow,
	number: number,
	services: RowServices,
): Promise<RowResult> {
	const { turn, parseDocument, count, draw, signal, onRow } = services;
	try {
		// Others' requests come between two rows.
		await nextTurn();
		signal.throwIfAborted();
		if ("fault" in row)
			throw invalid("invalid_render_request", [{ path: "", message: `of this row ${row.fault}` }]);
		await turn(text.length);
		const document = withVariables(JSON.parse(text), row.variables);
		const parsed = parseDocument(document);
		// The request itself was counted already.
		if (number > 1) await patiently(services, count);
		const slides = await patiently(services, () => draw(parsed));
		onRow(true);
		return { row: number, document: parsed, slides };
	} catch (error) {
		if (!(error instanceof ClientGoneError)) onRow(false);
		return { row: number, error: toServiceError(error, "invalid_render_request") };
	}
}

/** The document with a row's variables over its own. */
function withVariables(document: unknown, variables: Readonly<Record<string, string>>): unknown {
	const own = (document as { variables?: unknown }).variables;
	const given = typeof own === "object" && own !== null ? own : {};
	return { ...(document as object), variables: { ...given, ...variables } };
}

/** Tries again what there is no room for at the moment. @throws what `work` throws, in the end */
async function patiently<T>(
	{ signal, ending }: Pick<RowServices, "signal" | "ending">,
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
			if (!busy || ending() || performance.now() >= until) throw error;
			const wait = (error.retryAfter ?? 1) * 1_000;
			await sleep(Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, wait)), undefined, { signal });
		}
	}
}
