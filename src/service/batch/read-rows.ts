import { setImmediate as nextTurn } from "node:timers/promises";
import { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
import { TableError } from "../../base/table-error.js";
import type { BatchRequest } from "../../contract/batch.js";
import { LIMITS } from "../../contract/limits.js";
import {
	brandNamed,
	ExpandedDocument,
	type ExpanderOptions,
	expandTemplated,
	templateOf,
} from "../../documents/expand-document.js";
import type { ResolveDocument } from "../../documents/resolve-document.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import { type DataRow, type RowVariables, readTable } from "../../documents/rows/csv-rows.js";
import { unknownNames } from "../../documents/templates/read-variables.js";
import type { UsedTemplate } from "../../documents/templates/template-library.js";
import { brandValues, isBrandName } from "../../documents/variables/brand-values.js";
import { columnOf } from "../../documents/variables/columns.js";
import { fillPlan, platformsIn } from "../../documents/variables/expand.js";
import { listed, REPEAT_NAMES } from "../../documents/variables/placeholders.js";
import type { Members } from "../../documents/variables/places.js";
import { DocumentPlan } from "../../documents/variables/plan.js";
import { isObject, type Values, valuesOf } from "../../documents/variables/values.js";
import { refuseConstant } from "./constant-issues.js";

/** A batch that can be rendered. */
export interface Batch {
	/**
	 * The document with the variables of a row, which override its own; it must still be resolved.
	 * @throws ServiceError invalid_render_request
	 */
	readonly documentWith: (variables: RowVariables) => ExpandedDocument;
	readonly rows: readonly DataRow[];
}

/** What reading rows needs. */
export interface ReadOptions extends ExpanderOptions {
	readonly resolve: ResolveDocument;
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
	const read = await rowsOf({ rows, turn }, columnIssues);
	await turn();
	const [first] = read;
	if (first !== undefined) firstDocument(first, document, documentWith, options);
	return { documentWith, rows: read };
}

/**
 * The document of the first row. @returns undefined if it cannot be rendered
 * @throws ServiceError invalid_render_request if no row can be rendered, because of the document
 */
export function firstDocument(
	row: DataRow,
	document: Members,
	documentWith: Batch["documentWith"],
	{ resolve }: Pick<ReadOptions, "resolve">,
): ResolvedDocument | undefined {
	if (!("variables" in row)) return undefined;
	try {
		return resolve(documentWith(row.variables));
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		refuseConstant(error, document, row.variables as Members);
		return undefined;
	}
}

/**
 * What all rows of a document or template have in common.
 * @throws ServiceError invalid_render_request for invalid variables or an unknown template
 */
export function batchDocument(document: Members, options: ReadOptions): BatchDocument {
	const named = templateOf(document, options.templates, "/document");
	return named === undefined
		? documentBatch(document, options)
		: templateBatch(named, document, options);
}

/** The rows as they were sent; yields to other work between parts of a long table. */
interface Rows {
	readonly rows: BatchRequest["rows"];
	readonly turn: () => Promise<void>;
}

/** Rows of a template: each is a separate request. */
function templateBatch(
	template: UsedTemplate,
	document: Members,
	options: ReadOptions,
): BatchDocument {
	const { variables } = document;
	const own = variables ?? {};
	if (!isObject(own))
		throw refused("/document/variables", "must be an object with a value for each variable");
	const columnIssues = (names: readonly string[]) =>
		unknownNames(template.template, names).map((issue) => ({ ...issue, path: "/rows" }));
	const documentWith = (row: RowVariables) => {
		const values: Members = { ...own };
		// A row that gives items of a list replaces the whole list.
		for (const name of Object.keys(row)) delete values[name.split(".", 1)[0]!];
		const variables = Object.assign(values, row);
		return expandTemplated(template, { ...document, variables }, "", options);
	};
	return { documentWith, columnIssues };
}

/** Rows of a document, which is parsed once. */
function documentBatch(document: Members, { contract, maxLength }: ReadOptions): BatchDocument {
	const { variables } = document;
	const own = valuesOf(variables ?? {}, "/document");
	if (own === undefined) throw refused("/document/variables", VARIABLES);
	if (own.issues.length > 0) throw invalid("invalid_render_request", own.issues);
	const plan = DocumentPlan.of(document, { base: "", isName: (name) => own.values.has(name) });
	if (!(plan instanceof DocumentPlan)) throw refused(`/document${plan.path}`, plan.message);
	const options = {
		platforms: platformsIn(document),
		maxLength,
		brand: brandValues(brandNamed(contract, document.brand)),
	};
	const columnIssues = (names: readonly string[]) => namesAndColumns(plan, own.values, names);
	const documentWith = (row: RowVariables) => {
		const given = valuesOf(row, "");
		if (given === undefined) throw refused("/variables", ROW_VARIABLES);
		if (given.issues.length > 0) throw invalid("invalid_render_request", given.issues);
		const values = new Map([...own.values, ...given.values]);
		if (values.size > LIMITS.maxVariables) throw refused("/variables", ROW_VARIABLES);
		const filled = fillPlan(plan, values, options);
		if ("issues" in filled) throw invalid("invalid_render_request", filled.issues);
		return new ExpandedDocument(filled, { mayChange: plan.usesBrand });
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
	plan: DocumentPlan,
	own: Values,
	names: readonly string[],
): readonly Issue[] {
	const columns = new Set([...names, ...own.keys()]);
	for (const name of names) columns.add(columnOf(name)?.list ?? name);
	const isGiven = (name: string): boolean => {
		const [root = ""] = name.split(".", 1);
		return (
			columns.has(name) ||
			isBrandName(name) ||
			name === "brand" ||
			columns.has(name.replace(/\.on$/, "")) ||
			(root !== name && own.has(root)) ||
			(plan.hasRepeats && REPEAT_NAMES.has(root))
		);
	};
	const needed = new Set(plan.asked);
	for (const [content, roots] of plan.expressions)
		if (!columns.has(content)) for (const root of roots) needed.add(root);
	return [
		...names
			.filter((name) => !plan.uses(name))
			.map((name) => ({
				path: "/rows",
				message: `has a column "${name}", but no string of the document uses {{${name}}}`,
				allowed: listed(plan.names),
			})),
		...[...needed]
			.filter((name) => !isGiven(name))
			.map((name) => ({
				path: "/rows",
				message: `has no column "${name.slice(0, LIMITS.maxVariableNameLength)}", a variable that the document uses`,
				allowed: listed(names),
			})),
	];
}
