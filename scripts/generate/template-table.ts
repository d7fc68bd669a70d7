import type { Template } from "../../src/contract/templates.js";
import { isRequired } from "../../src/service/templates/read-variables.js";
import { bundledTemplates } from "../../src/service/templates/template-library.js";

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

/** A variable with a question mark if it may be left out, and its type unless that is text. */
function named(name: string, variable: Template["variables"][string]): string {
	const { type, fields } = variable;
	const optional = isRequired(variable) ? "" : "?";
	const kind = fields === undefined ? type : `list of ${Object.keys(fields).join(", ")}`;
	return `\`${name}\`${optional}${kind === "text" ? "" : ` (${kind})`}`;
}
