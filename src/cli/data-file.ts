/** Rows of data that people keep in files. */
import { readFileSync } from "node:fs";
import { readTable, type Table, TableError } from "../service/variables/csv-rows.js";
import { DocumentError, readFailure } from "./document-file.js";

/**
 * Reads a file of CSV, whose first row names the variables.
 * @throws UsageError when there is no such file; DocumentError when it is no table
 */
export async function readData(path: string): Promise<Table> {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		throw readFailure(path, error);
	}
	try {
		return await readTable(text);
	} catch (error) {
		if (!(error instanceof TableError)) throw error;
		throw new DocumentError([`${path}: ${error.message}`]);
	}
}
