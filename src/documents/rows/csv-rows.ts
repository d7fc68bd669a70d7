import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { TableError } from "../../base/table-error.js";
import { beginningOf, CSV_OPTIONS, isEmptyRow, MAX_HEAD_LENGTH } from "../../base/table-start.js";
import { refuseSpreadsheet } from "../../base/table-text.js";
import { LIMITS } from "../../contract/limits.js";
import { tableText } from "./table-text.js";

/** Values by variable name: strings from a table, other types from JSON. */
export type RowVariables = Readonly<Record<string, unknown>>;

/** A row of data: its variables, or why it cannot be read. */
export type DataRow = { readonly variables: RowVariables } | { readonly fault: string };

/** The rows of a table, counted from 1 without the header. */
export interface Table {
	/** The names in the header. */
	readonly names: readonly string[];
	readonly rows: readonly DataRow[];
}

/** Bytes that are parsed at a time; megabytes at once would block other clients. */
const CHUNK_BYTES = 4_096;
/**
 * Rows that are parsed at a time: the parser makes an error with a stack (40 µs) for each row with
 * a wrong number of fields.
 */
const CHUNK_ROWS = 64;

/** Rows that are converted to objects at a time. */
const ROWS_AT_A_TIME = 50;

/**
 * Fields of a row that are kept: one more than the limit of columns, to detect that there are too
 * many.
 */
const MOST_FIELDS = LIMITS.maxVariables;

/** Characters of one row; limits the damage of a quote that is never closed. */
const MAX_ROW_LENGTH = 1_048_576;

const PARSING = {
	...CSV_OPTIONS,
	max_record_size: MAX_ROW_LENGTH,
	on_record: (record: string[]) => {
		if (isEmptyRow(record)) return null;
		return record.length > MOST_FIELDS ? record.slice(0, MOST_FIELDS + 1) : record;
	},
};

const SENTENCES: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: "a quoted field is not closed",
	CSV_INVALID_CLOSING_QUOTE: "there is text after a closing quote",
	INVALID_OPENING_QUOTE: "there is a quote in the middle of an unquoted field",
	CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: "there is text after a closing quote",
	CSV_MAX_RECORD_SIZE: `a row has more than ${MAX_ROW_LENGTH} characters`,
};

/**
 * Reads CSV (RFC 4180) whose first row names the variables; separated by commas, or by semicolons
 * or tabs as some spreadsheets do, or by what a line such as `sep=;` before it says. Other work gets
 * turns while a long one is read.
 * @param csv text; a byte order mark is ignored
 * @param turn waits until the next part may be read
 * @throws TableError if there is no header, no row, or too many rows, or the text is not CSV
 */
export async function readTable(csv: string, turn: () => Promise<void> = nextTurn): Promise<Table> {
	refuseSpreadsheet(Buffer.from(csv.slice(0, 4), "latin1"));
	const [head = [], ...records] = await recordsOf(csv, turn);
	const names = namesOfHead(head);
	if (records.length === 0) throw new TableError({ message: "has no rows after the header" });
	if (records.length > LIMITS.maxBatchRows)
		throw new TableError({
			message: `must have at most ${LIMITS.maxBatchRows} rows`,
			maximum: LIMITS.maxBatchRows,
		});
	const rows: DataRow[] = [];
	for (const [i, fields] of records.entries()) {
		// A thousand rows with two hundred names take a while.
		if (i > 0 && i % ROWS_AT_A_TIME === 0) await turn();
		rows.push(rowOf(names, fields));
	}
	return { names, rows };
}

/**
 * The names of the variables in the header. Columns without a name at the end are left out: they
 * are empty, or the row that has a value there fails.
 * @throws TableError if they are invalid
 */
function namesOfHead(fields: readonly string[]): readonly string[] {
	const head = fields.slice(0, fields.findLastIndex((name) => name.trim() !== "") + 1);
	if (head.length > LIMITS.maxVariables)
		throw new TableError({
			message: `has more than ${LIMITS.maxVariables} columns`,
			maximum: LIMITS.maxVariables,
		});
	const names = head.map((name) => name.trim());
	if (names.length === 0)
		throw new TableError({ message: "has no first row with the names of the variables" });
	const seen = new Set<string>();
	for (const [i, name] of names.entries()) {
		if (name === "") throw new TableError({ message: `has no name in column ${i + 1}` });
		if (name.length > LIMITS.maxVariableNameLength || /[{}]/.test(name))
			throw new TableError({
				message: `has an invalid name in column ${i + 1}: names have 1 to ${LIMITS.maxVariableNameLength} characters, no braces`,
			});
		if (seen.has(name)) throw new TableError({ message: `uses the name of column ${i + 1} twice` });
		seen.add(name);
	}
	return names;
}

/**
 * Reads CSV like `readTable`, but of any length: each row is yielded as soon as it has arrived.
 * @param csv bytes as a spreadsheet saves them, see `tableText`
 * @param onNames called with the names in the header, before the first row
 * @param turn waits until the next part may be read
 * @throws TableError if there is no header, or the text is not CSV; what `onNames` throws
 */
export async function* streamTable(
	csv: AsyncIterable<Buffer>,
	onNames: (names: readonly string[]) => void,
	turn: () => Promise<void> = nextTurn,
): AsyncGenerator<DataRow> {
	const pieces = tableText(csv);
	// The first line determines the separator.
	let start = "";
	while (start.length < MAX_HEAD_LENGTH && !start.includes("\n")) {
		const { done, value } = await pieces.next();
		if (done) break;
		start += value;
	}
	const { delimiter, rest } = beginningOf(start);
	const parser = parse({ ...PARSING, delimiter });
	const all = async function* () {
		yield* chunksOf(Buffer.from(rest), turn);
		for await (const piece of pieces) yield* chunksOf(Buffer.from(piece), turn);
	};
	const source = Readable.from(all(), { objectMode: false });
	source.once("error", (error) => parser.destroy(error));
	let names: readonly string[] | undefined;
	try {
		for await (const record of source.pipe(parser)) {
			if (names === undefined) {
				names = namesOfHead(record as string[]);
				onNames(names);
			} else yield rowOf(names, record as string[]);
		}
	} catch (error) {
		throw asTableError(error);
	} finally {
		source.destroy();
	}
	if (names === undefined) namesOfHead([]);
}

function rowOf(names: readonly string[], fields: readonly string[]): DataRow {
	const { length } = names;
	if (fields.length < length)
		return { fault: `has only ${fields.length} of the ${length} columns that the header names` };
	const beyond = fields.findLastIndex((field) => field.trim() !== "") + 1;
	if (beyond > length)
		return {
			fault: `has ${beyond > MOST_FIELDS ? `more than ${MOST_FIELDS}` : beyond} columns, but the header names only ${length}; put quotes around a value that contains the separator`,
		};
	return { variables: Object.fromEntries(names.map((name, i) => [name, fields[i]!] as const)) };
}

async function recordsOf(csv: string, turn: () => Promise<void>): Promise<string[][]> {
	const records: string[][] = [];
	try {
		const { delimiter, rest } = beginningOf(csv);
		const parser = parse({
			...PARSING,
			delimiter,
			// One row more than the limit, in addition to the header, so that a million rows are not
			// parsed.
			to: LIMITS.maxBatchRows + 2,
		});
		for await (const record of Readable.from(chunksOf(Buffer.from(rest), turn)).pipe(parser))
			records.push(record as string[]);
		return records;
	} catch (error) {
		throw asTableError(error);
	}
}

function asTableError(error: unknown): unknown {
	if (!(error instanceof CsvError)) return error;
	const line = typeof error.lines === "number" ? error.lines : undefined;
	const where = line === undefined ? "" : ` at line ${line}`;
	const what = SENTENCES[error.code] ?? error.code;
	return new TableError({
		message: `is not valid CSV${where}: ${what}`,
		...(line !== undefined && { line }),
	});
}

async function* chunksOf(bytes: Buffer, turn: () => Promise<void>): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; ) {
		const end = endOfChunk(bytes, at);
		yield bytes.subarray(at, end);
		at = end;
		await turn();
	}
}

function endOfChunk(bytes: Buffer, start: number): number {
	const most = Math.min(bytes.length, start + CHUNK_BYTES);
	let rows = 0;
	for (let at = start; at < most; at++)
		if ((bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) && ++rows === CHUNK_ROWS)
			return at + 1;
	return most;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
