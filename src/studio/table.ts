/** Tables of many posts: the columns of a design, and rows as CSV. */
import { parse } from "csv-parse/browser/esm/sync";
import type { CodePages } from "../base/table-code-pages.js";
import { beginningOf, CSV_OPTIONS, isEmptyRow } from "../base/table-start.js";
import { TableTextReader } from "../base/table-text.js";
import type { Template, Value, Variable } from "./templates.js";
import { variableLabel } from "./texts/texts.js";

/** The variables that a table may fill, by name. */
export type Variables = Readonly<Record<string, Variable>>;

/** A parsed table. */
export interface Table {
	/** Headers as in the table. */
	readonly columns: readonly string[];
	readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Columns for variables; a list has columns for as many items as its sample, at most 3. */
function columnsOf(variables: Variables): string[] {
	return Object.entries(variables).flatMap(([name, { type, fields, sample }]) => {
		if (type !== "list") return [name];
		const count = Math.min(3, Array.isArray(sample) ? sample.length : 1);
		return Array.from({ length: count }, (_, index) =>
			Object.keys(fields ?? {}).map((field) => `${name}.${index + 1}.${field}`),
		).flat();
	});
}

/** Formats a CSV cell. */
const cell = (value: unknown): string => {
	const text = value === undefined ? "" : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * An initial table: all columns, and a row of the form's values or the samples.
 * @param values of the form; embedded images stay there
 */
export function sampleTable(variables: Variables, values: Template["variables"] | object): string {
	const own = values as Readonly<Record<string, Value>>;
	const columns = columnsOf(variables).filter(
		(column) => !String(own[column] ?? "").startsWith("data:"),
	);
	const row = columns.map((column) => {
		const [name = "", number, field = ""] = column.split(".");
		const value = own[name] ?? variables[name]?.sample;
		return Array.isArray(value) ? value[Number(number) - 1]?.[field] : value;
	});
	return `${columns.map(cell).join(",")}\n${row.map(cell).join(",")}\n`;
}

/** Code pages as browsers have them; they lack those of MS-DOS. */
const codePages: CodePages = (name) => {
	try {
		const decoder = new TextDecoder(BROWSER_NAMES[name] ?? name);
		return (bytes) => decoder.decode(bytes);
	} catch {
		return undefined;
	}
};
const BROWSER_NAMES: Readonly<Record<string, string>> = {
	cp866: "ibm866",
	maccyrillic: "x-mac-cyrillic",
};

/**
 * The text of a table file, in any encoding that the service reads.
 * @throws Error if it is another kind of file
 */
export function textOfTable(bytes: Uint8Array): string {
	const reader = new TableTextReader(codePages);
	return reader.read(bytes) + reader.end();
}

/** @throws Error if the text is not a table */
export function readTable(text: string): Table {
	const { delimiter, rest } = beginningOf(text);
	const lines = parse(rest, { ...CSV_OPTIONS, delimiter }) as string[][];
	const [head = [], ...rows] = lines.filter((line) => !isEmptyRow(line));
	const columns = head.slice(0, head.findLastIndex((name) => name.trim() !== "") + 1);
	return {
		columns,
		rows: rows.map((line) =>
			Object.fromEntries(columns.map((column, index) => [column, line[index] ?? ""])),
		),
	};
}

/** A table as comma-separated CSV. */
export function csvOf({ columns, rows }: Table): string {
	const lines = rows.map((values) => columns.map((column) => cell(values[column])).join(","));
	return `${[columns.map(cell).join(","), ...lines].join("\n")}\n`;
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * The variable that a column fills, by its name or its label; undefined if there is none. Columns
 * of lists are `speakers.1.name`, or the same with labels.
 */
export function variableOf(column: string, variables: Variables): string | undefined {
	const find = (own: Variables, text: string) =>
		Object.hasOwn(own, text.trim())
			? text.trim()
			: Object.entries(own).find(([name, { label }]) =>
					[name, label, variableLabel(label)].map(plain).includes(plain(text)),
				)?.[0];
	const whole = find(variables, column);
	if (whole !== undefined && variables[whole]?.type !== "list") return whole;
	const [, list = "", number = "", field = ""] = /^(.+)\.(\d+)\.(.+)$/.exec(column.trim()) ?? [];
	const name = find(variables, list);
	const own = name === undefined ? undefined : find(variables[name]?.fields ?? {}, field);
	return own === undefined ? undefined : `${name}.${number}.${own}`;
}

/** The table with the names of variables as headers, without columns that fill nothing. */
export function withNames({ columns, rows }: Table, variables: Variables): Table {
	const used = columns.flatMap((column) => {
		const name = variableOf(column, variables);
		return name === undefined ? [] : [[column, name] as const];
	});
	return {
		columns: used.map(([, name]) => name),
		rows: rows.map((row) =>
			Object.fromEntries(used.map(([column, name]) => [name, row[column] ?? ""])),
		),
	};
}

/** The form's values for what the table does not fill. */
export function valuesBeside(
	columns: readonly string[],
	values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const filled = new Set(columns.map((column) => column.split(".")[0]));
	return Object.fromEntries(Object.entries(values).filter(([name]) => !filled.has(name)));
}

/** Values of a row as the service takes them: lists from their columns, without empty cells. */
export function rowValues(row: Readonly<Record<string, string>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""));
}
