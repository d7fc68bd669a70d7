/** How tables are read as CSV: by the service, and by the page in the browser. */
import { TableError } from "./table-error.js";

/** Characters within which the first line must end to be parsed as a whole. */
export const MAX_HEAD_LENGTH = 65_536;

/** Options of csv-parse. */
export const CSV_OPTIONS = {
	bom: true,
	record_delimiter: ["\r\n", "\n", "\r"],
	relax_column_count: true,
	skip_empty_lines: true,
};

/** Whether a row is one that spreadsheets save as separators only, because it was once used. */
export const isEmptyRow = (fields: readonly string[]): boolean =>
	fields.every((field) => field.trim() === "");

/** Separators, the more common first. */
const DELIMITERS = [",", ";", "\t"];

/**
 * The separator: the one that the line `sep=` before the header names, otherwise the most frequent
 * of the header.
 * @returns also the text after that line
 * @throws TableError if the line names no separator
 */
export function beginningOf(csv: string): { readonly delimiter: string; readonly rest: string } {
	const [line = "", named] =
		/^\ufeff?"?sep=([^\r\n]*?)"?(?=[\r\n]|$)/i.exec(csv.slice(0, 100)) ?? [];
	if (named === undefined) return { delimiter: delimiterOf(csv), rest: csv };
	if (named.length !== 1 || named === '"')
		throw new TableError({
			message: 'names no separator in the line sep=: it must be one character, such as "sep=;"',
		});
	return { delimiter: named, rest: csv.slice(line.length) };
}

function delimiterOf(csv: string): string {
	// Not within quotes, which may contain line breaks too.
	const head = csv
		.slice(0, MAX_HEAD_LENGTH)
		.replace(/"[^"]*"?/g, "")
		.trimStart();
	const line = head.split(/[\r\n]/, 1)[0] ?? "";
	const count = (char: string) => line.split(char).length;
	return DELIMITERS.reduce((best, char) => (count(char) > count(best) ? char : best));
}
