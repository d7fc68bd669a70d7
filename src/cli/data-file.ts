/** Files with rows of data. */
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { TableError } from "../base/table-error.js";
import { LIMITS } from "../contract/limits.js";
import { type DataRow, type RowVariables, readTable } from "../documents/rows/csv-rows.js";
import { wholeTableText } from "../documents/rows/table-text.js";
import { DocumentError, readDocument, readFailure } from "./document-file.js";

/**
 * Reads rows of data: CSV, whose first row names the variables, a list of objects (.json), or one
 * object per line (.ndjson, .jsonl).
 * @throws UsageError if the file does not exist; DocumentError if it has no rows
 */
export async function readData(path: string): Promise<readonly DataRow[]> {
	let bytes: Buffer;
	try {
		bytes = readFileSync(path);
	} catch (error) {
		throw readFailure(path, error);
	}
	const extension = extname(path).toLowerCase();
	if (extension === ".json") return rowsOfJson(path, readDocument(path).document);
	if (extension === ".ndjson" || extension === ".jsonl") return rowsOfLines(path, bytes.toString());
	try {
		return (await readTable(wholeTableText(bytes))).rows;
	} catch (error) {
		if (!(error instanceof TableError)) throw error;
		throw new DocumentError([`${path}: ${error.message}`]);
	}
}

function rowsOfLines(path: string, text: string): readonly DataRow[] {
	const rows = text.split("\n").flatMap((line, i) => {
		if (line.trim() === "") return [];
		try {
			return [JSON.parse(line) as unknown];
		} catch {
			throw new DocumentError([`${path}:${i + 1}: is not valid JSON`]);
		}
	});
	return rowsOfJson(path, rows);
}

function rowsOfJson(path: string, rows: unknown): readonly DataRow[] {
	if (!Array.isArray(rows) || rows.length < 1 || rows.length > LIMITS.maxBatchRows)
		throw new DocumentError([
			`${path}: must be a list of 1 to ${LIMITS.maxBatchRows} objects, one per row`,
		]);
	return rows.map((row: unknown) =>
		typeof row === "object" && row !== null && !Array.isArray(row)
			? { variables: row as RowVariables }
			: { fault: "must be an object with a value for each variable" },
	);
}
