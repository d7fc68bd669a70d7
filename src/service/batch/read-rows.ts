import { setImmediate as nextTurn } from "node:timers/promises";
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
import type { BatchRequest } from "../../contract/batch.js";
import type { Contract } from "../../contract/contract.js";
import { LIMITS } from "../../contract/limits.js";
import { brandNamed, templateOf } from "../../documents/expand-document.js";
import { type DataRow, type RowVariables, readTable } from "../../documents/rows/csv-rows.js";
import { TableError } from "../../documents/rows/table-error.js";
import { unknownNames } from "../../documents/templates/read-variables.js";
import type {
	LibraryTemplate,
	TemplateLibrary,
} from "../../documents/templates/template-library.js";
import { brandValues, isBrandName } from "../../documents/variables/brand-values.js";
import { DocumentStrings, type Values } from "../../documents/variables/document-strings.js";
import { listed } from "../../documents/variables/placeholders.js";
import type { Members } from "../../documents/variables/places.js";
import { isObject, nameIssues, valuesOf } from "../../documents/variables/values.js";

/** A batch that can be rendered. */
export interface Batch {
	/**
	 * The document with the variables of a row, which override its own; it must still be resolved.
	 * @throws ServiceError invalid_render_request
	 */
	readonly documentWith: (variables: RowVariables) => unknown;
	readonly rows: readonly DataRow[];
}

/** What reading rows needs. */
export interface ReadOptions {
	readonly contract: Contract;
	readonly templates: TemplateLibrary;
	/** Maximum number of characters of all strings of a document after variables were filled in. */
	readonly maxLength: number;
}

/** What all rows of a batch have in common. */
export interface BatchDocument {
	/** See Batch. */
	readonly documentWith: Batch["documentWith"];
	/** Checks the column names of a table. */
	readonly columnIssues: (names: readonly string[]) => readonly Issue[];
}

/**
 * Reads what all rows have in common, and the rows.
 * @param turn waits until the next part of a table may be read
 * @throws ServiceError invalid_render_request for invalid variables, for an invalid table, and for
 * a table with wrong column names
 */
export async function readBatch(
	{ document, rows }: BatchRequest,
	options: ReadOptions,
	turn: () => Promise<void> = nextTurn,
): Promise<Batch> {
	const { documentWith, columnIssues } = batchDocument(document, options);
	return { documentWith, rows: await rowsOf({ rows, turn }, columnIssues) };
}

/**
 * What all rows of a document or template have in common.
 * @throws ServiceError invalid_render_request for invalid variables or an unknown template
 */
export function batchDocument(document: Members, options: ReadOptions): BatchDocument {
	const named = templateOf(document, options.templates, "/document");
	return named === undefined ? documentBatch(document, options) : templateBatch(named, document);
}

/** The rows as they were sent; yields to other work between parts of a long table. */
interface Rows {
	readonly rows: BatchRequest["rows"];
	readonly turn: () => Promise<void>;
}

/** Rows of a template: each is a separate request. */
function templateBatch({ template }: LibraryTemplate, document: Members): BatchDocument {
	const { variables } = document;
	const own = variables ?? {};
	if (!isObject(own))
		throw refused("/document/variables", "must be an object with a value for each variable");
	const columnIssues = (names: readonly string[]) =>
		unknownNames(template, names).map((issue) => ({ ...issue, path: "/rows" }));
	const documentWith = (row: RowVariables) => {
		const values: Members = { ...own };
		// A row that gives items of a list replaces the whole list.
		for (const name of Object.keys(row)) delete values[name.split(".", 1)[0]!];
		return { ...document, variables: Object.assign(values, row) };
	};
	return { documentWith, columnIssues };
}

/** Rows of a document, which is parsed once. */
function documentBatch(document: Members, { contract, maxLength }: ReadOptions): BatchDocument {
	const { variables = {} } = document;
	const own = variables === null ? new Map<string, string>() : valuesOf(variables);
	if (own === undefined) throw refused("/document/variables", VARIABLES);
	const tooLong = nameIssues(own, "/document");
	if (tooLong.length > 0) throw invalid("invalid_render_request", tooLong);
	const template = DocumentStrings.of(document, "");
	if (!(template instanceof DocumentStrings))
		throw refused(`/document${template.path}`, template.message);
	const brand = brandValues(brandNamed(contract, document.brand));
	const columnIssues = (names: readonly string[]) => namesAndColumns(template.asked, own, names);
	const documentWith = (row: RowVariables) => {
		const values = valuesOf({ ...Object.fromEntries(own), ...row });
		if (values === undefined) throw refused("/variables", ROW_VARIABLES);
		const issues = nameIssues(values, "");
		if (issues.length > 0) throw invalid("invalid_render_request", issues);
		const filling = template.fill(values, maxLength, brand);
		if ("issues" in filling) throw invalid("invalid_render_request", filling.issues);
		return template.filled(filling.values);
	};
	return { documentWith, columnIssues };
}

const VARIABLES = `must be an object with at most ${LIMITS.maxVariables} variables: strings, numbers and booleans`;
const ROW_VARIABLES = `must have at most ${LIMITS.maxVariables} variables together with those of the row`;

const refused = (path: string, message: string) =>
	invalid("invalid_render_request", [{ path, message }]);

/** @param check returns what is wrong with the column names of a table */
async function rowsOf(
	{ rows, turn }: Rows,
	check: (names: readonly string[]) => readonly Issue[],
): Promise<readonly DataRow[]> {
	if (typeof rows !== "string") return rows.map((variables) => ({ variables }));
	const table = await readTable(rows, turn).catch((error: unknown) => {
		if (!(error instanceof TableError)) throw error;
		throw invalid("invalid_render_request", [{ path: "/rows", ...error.issue }]);
	});
	const issues = check(table.names);
	if (issues.length > 0)
		throw invalid("invalid_render_request", issues.slice(0, LIMITS.maxIssuesListed));
	return table.rows;
}

/** Reports columns that the document does not use, and names that it uses but no column has. */
function namesAndColumns(
	asked: ReadonlySet<string>,
	own: Values,
	names: readonly string[],
): readonly Issue[] {
	const columns = new Set(names);
	const isGiven = (name: string) => columns.has(name) || own.has(name);
	return [
		...names
			.filter((name) => !asked.has(name) && !asked.has(`${name}.on`))
			.map((name) => ({
				path: "/rows",
				message: `has a column "${name}", but no string of the document uses {{${name}}}`,
				allowed: listed(asked),
			})),
		...[...asked]
			.filter((name) => !isGiven(name) && !isBrandName(name) && !isGiven(name.replace(/\.on$/, "")))
			.map((name) => ({
				path: "/rows",
				message: `has no column "${name.slice(0, LIMITS.maxVariableNameLength)}", a variable that the document uses`,
				allowed: listed(names),
			})),
	];
}
