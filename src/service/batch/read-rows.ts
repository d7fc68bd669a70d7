import type { BatchRequest } from "../../contract/batch.js";
import { LIMITS } from "../../contract/limits.js";
import { invalid } from "../../errors/invalid.js";
import { type DataRow, readTable, TableError } from "../variables/csv-rows.js";
import { listed } from "../variables/placeholders.js";
import { Template, type Values } from "../variables/template.js";
import { nameIssues, valuesOf } from "../variables/values.js";

/** A batch that can be drawn: the document taken apart once, and its rows. */
export interface Batch {
	readonly template: Template;
	/** Variables of the document, which a row may leave out. */
	readonly own: Values;
	readonly rows: readonly DataRow[];
}

/**
 * Reads what all rows have in common, and the rows.
 * @throws ServiceError invalid_render_request for variables that are none, for a table that is none,
 *   and for one whose names are not those that the document asks for
 */
export async function readBatch({ document, rows }: BatchRequest): Promise<Batch> {
	const { variables = {} } = document as { variables?: unknown };
	const own = variables === null ? new Map<string, string>() : valuesOf(variables);
	if (own === undefined) throw refused("/document/variables", VARIABLES);
	const tooLong = nameIssues(own, "/document");
	if (tooLong.length > 0) throw invalid("invalid_render_request", tooLong);
	const template = Template.of(document as Record<string, unknown>, "");
	if (!(template instanceof Template)) throw refused(`/document${template.path}`, template.message);
	return { template, own, rows: await rowsOf(rows, template.asked, own) };
}

const VARIABLES = `must be an object of at most ${LIMITS.maxVariables} strings by their names`;

const refused = (path: string, message: string) =>
	invalid("invalid_render_request", [{ path, message }]);

async function rowsOf(
	rows: BatchRequest["rows"],
	asked: ReadonlySet<string>,
	own: Values,
): Promise<readonly DataRow[]> {
	if (typeof rows !== "string") return rows.map((variables) => ({ variables }));
	const table = await readTable(rows).catch((error: unknown) => {
		if (!(error instanceof TableError)) throw error;
		throw invalid("invalid_render_request", [{ path: "/rows", ...error.issue }]);
	});
	const columns = new Set(table.names);
	const issues = [
		...table.names
			.filter((name) => !asked.has(name))
			.map((name) => ({
				path: "/rows",
				message: `has a column "${name}", and no string of the document names that variable`,
				allowed: listed(asked),
			})),
		...[...asked]
			.filter((name) => !columns.has(name) && !own.has(name))
			.map((name) => ({
				path: "/rows",
				message: `has no column "${name.slice(0, LIMITS.maxVariableNameLength)}", a variable that the document names`,
				allowed: listed(table.names),
			})),
	];
	if (issues.length > 0)
		throw invalid("invalid_render_request", issues.slice(0, LIMITS.maxIssuesListed));
	return table.rows;
}
