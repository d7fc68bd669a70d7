import type { Template } from "../../src/contract/templates.js";
import { isRequired } from "../../src/documents/templates/read-variables.js";
import { bundledTemplates } from "../../src/documents/templates/template-library.js";

/** The bundled templates as a Markdown table. */
export function templateTable(): string {
	return [
		"| Id | What it is for | Platforms | Variables |",
		"| --- | --- | --- | --- |",
		...bundledTemplates().map(({ template: { id, description, platforms, variables } }) => {
			const names = Object.entries(variables).map(([name, variable]) => named(name, variable));
			const canvases = platforms.map((platform) => `\`${platform}\``).join(", ");
			return `| \`${id}\` | ${description.replaceAll("|", "\\|")} | ${canvases} | ${names.join(", ")} |`;
		}),
	].join("\n");
}

/** A variable, with a question mark if it is optional, and its type unless it is text. */
function named(name: string, variable: Template["variables"][string]): string {
	const { type, fields } = variable;
	const optional = isRequired(variable) ? "" : "?";
	const kind = fields === undefined ? type : `list of ${Object.keys(fields).join(", ")}`;
	return `\`${name}\`${optional}${kind === "text" ? "" : ` (${kind})`}`;
}

/** The variables of each bundled template, as a heading and a table for each. */
export function templateVariables(): string {
	return bundledTemplates()
		.map(({ template: { id, variables } }) =>
			[
				`### ${id}`,
				"",
				"| Variable | Meaning | Value | Sample |",
				"| --- | --- | --- | --- |",
				...Object.entries(variables).flatMap(([name, variable]) => variableRows(name, variable)),
			].join("\n"),
		)
		.join("\n\n");
}

/** The row of a variable, and one for each field of a list. */
function variableRows(name: string, variable: Template["variables"][string]): string[] {
	const { label, type, fields = {}, sample, default: preset } = variable;
	const shown = type === "list" ? "" : cell(String(sample ?? preset ?? ""));
	const optional = isRequired(variable) ? "" : "?";
	return [
		`| \`${name}\`${optional} | ${cell(label)} | ${takenBy(variable)} | ${shown} |`,
		...Object.entries(fields).flatMap(([field, one]) =>
			variableRows(`${name}.1.${field}`, one as Template["variables"][string]).map((row) =>
				type === "list" ? withSample(row, sample, field) : row,
			),
		),
	];
}

/** Shows a list field's value in the first item of the sample. */
function withSample(row: string, sample: unknown, field: string): string {
	const [first] = Array.isArray(sample) ? (sample as Record<string, unknown>[]) : [];
	return row.replace(/\| [^|]*\|$/, () => `| ${cell(String(first?.[field] ?? ""))} |`);
}

/** The type and constraints of a variable as text. */
function takenBy({
	type,
	maxLength,
	maxItems,
	options,
	default: preset,
}: Template["variables"][string]): string {
	const limits = [
		maxLength === undefined ? "" : `up to ${maxLength} characters`,
		maxItems === undefined ? "" : `up to ${maxItems} items`,
		options === undefined ? "" : options.map((option) => `\`${option}\``).join(", "),
		preset === undefined ? "" : `default \`${String(preset)}\``,
	].filter(Boolean);
	return [type, ...limits].join("; ").replaceAll("|", "\\|");
}

/** Text for a table cell: without line breaks, with pipes escaped. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
