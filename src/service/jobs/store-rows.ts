import { createHash } from "node:crypto";
import { invalid } from "../../base/invalid.js";
import { TableError } from "../../base/table-error.js";
import type { JobHead } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import type { ResolveDocument } from "../../documents/resolve-document.js";
import { type DataRow, streamTable } from "../../documents/rows/csv-rows.js";
import { linesOf, rowOfLine, textOf } from "../../documents/rows/ndjson-rows.js";
import { isObject } from "../../documents/variables/values.js";
import { batchDocument, firstDocument, type ReadOptions } from "../batch/read-rows.js";
import { distinctNames } from "./file-names.js";
import { KEYS, type StoredRow } from "./job.js";
import { rowsOfChunk } from "./row-price.js";

/** Rows as they arrive. */
export type RowSource =
	| { readonly kind: "list"; readonly rows: readonly unknown[] }
	| { readonly kind: "csv"; readonly bytes: AsyncIterable<Buffer> }
	| { readonly kind: "ndjson"; readonly bytes: AsyncIterable<Buffer> }
	| { readonly kind: "lines"; readonly lines: AsyncIterable<string> };

/** What is needed to read rows. */
export interface RowParts extends ReadOptions {
	readonly resolve: ResolveDocument;
	/** Maximum number of rows of a job. */
	readonly maxRows: number;
	/**
	 * Stores an object of the job.
	 * @throws ServiceError if there is no room for it, or the store is not available
	 */
	readonly store: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** The stored rows of a job. */
export interface StoredRows {
	readonly rows: number;
	readonly chunkRows: number;
	/** Size of the stored rows. */
	readonly rowBytes: number;
	/** Hash of the document and the rows. */
	readonly digest: string;
	/** Rejects if rows could not be stored; resolves when all are. */
	readonly stored: Promise<void>;
}

/** Rows of a list that are read without yielding to other work. */
const ROWS_AT_A_TIME = 64;
/** Chunks that are written at a time, in addition to the one that is being read. */
const WRITES = 4;

/**
 * Stores rows in chunks as they arrive; only a few chunks are in memory.
 * @param turn waits until the next piece may be read
 * @throws ServiceError invalid_render_request if the document or the table is invalid, or if there
 * are no rows or too many; storage_unavailable
 */
export async function storeRows(
	head: JobHead,
	source: RowSource,
	services: RowParts,
	turn: () => Promise<void>,
): Promise<StoredRows> {
	const { store, maxRows } = services;
	const { documentWith, columnIssues } = batchDocument(head.document, services);
	const onNames = (names: readonly string[]) => {
		const issues = columnIssues(names);
		if (issues.length > 0)
			throw invalid("invalid_render_request", issues.slice(0, LIMITS.maxIssuesListed));
	};
	const suffixOf = distinctNames(head, maxRows);
	const hash = createHash("sha256").update(JSON.stringify({ ...head, idempotencyKey: undefined }));
	const writes = new Set<Promise<void>>();
	let failure: unknown;
	let chunkRows = 0;
	let rows = 0;
	let rowBytes = 0;
	let lines: string[] = [];
	const write = async () => {
		const bytes = Buffer.from(`${lines.join("\n")}\n`);
		lines = [];
		hash.update(bytes);
		rowBytes += bytes.length;
		const writing = store(KEYS.rows(Math.ceil(rows / chunkRows) - 1), bytes)
			.catch((error: unknown) => {
				failure ??= error;
			})
			.finally(() => writes.delete(writing));
		writes.add(writing);
		if (writes.size > WRITES) await Promise.race(writes);
	};
	try {
		for await (const row of rowsOf(source, onNames, turn)) {
			if (failure !== undefined) throw failure;
			if (rows === 0) {
				await turn();
				chunkRows = rowsOfChunk(firstDocument(row, head.document, documentWith, services));
			}
			if (++rows > maxRows)
				throw invalid("invalid_render_request", [
					{ path: "/rows", message: `must have at most ${maxRows} rows`, maximum: maxRows },
				]);
			const suffix = "variables" in row ? suffixOf({ ...row, row: rows }) : undefined;
			lines.push(lineOf(row, suffix));
			if (lines.length === chunkRows) await write();
		}
		if (lines.length > 0) await write();
	} catch (error) {
		await Promise.all(writes);
		throw error instanceof TableError
			? invalid("invalid_render_request", [{ path: "/rows", ...error.issue }])
			: error;
	}
	if (rows === 0)
		throw invalid("invalid_render_request", [{ path: "/rows", message: "must have a row" }]);
	const stored = Promise.all(writes).then(() => {
		if (failure !== undefined) throw failure;
	});
	stored.catch(() => undefined);
	return { rows, chunkRows, rowBytes, digest: hash.digest("base64url"), stored };
}

async function* rowsOf(
	source: RowSource,
	onNames: (names: readonly string[]) => void,
	turn: () => Promise<void>,
): AsyncGenerator<DataRow> {
	if (source.kind === "csv") {
		yield* streamTable(source.bytes, onNames, turn);
		return;
	}
	if (source.kind === "list") {
		for (const [i, row] of source.rows.entries()) {
			if (i % ROWS_AT_A_TIME === 0) await turn();
			yield isObject(row) ? { variables: row } : { fault: "is not an object of values" };
		}
		return;
	}
	const lines = source.kind === "lines" ? source.lines : linesOf(textOf(source.bytes), turn);
	for await (const line of lines) yield rowOfLine(line);
}

/** A row as a line. If it is too long, the line makes the row fail. */
function lineOf(row: DataRow, suffix: string | undefined): string {
	if ("fault" in row) return JSON.stringify(row);
	const line = JSON.stringify({ variables: row.variables, suffix } satisfies StoredRow);
	return line.length <= LIMITS.maxJobRowLength
		? line
		: JSON.stringify({ fault: `has more than ${LIMITS.maxJobRowLength} characters` });
}
