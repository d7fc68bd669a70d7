import { bundledTemplates } from "../../src/documents/templates/template-library.js";

/** A gallery of the bundled templates as a Markdown table. */
export function templateTable(): string {
	return [
		"| | Id | What it is for |",
		"| --- | --- | --- |",
		...bundledTemplates().map(({ template: { id, name, description } }) => {
			const picture = `<img src="templates/${id}.webp" width="200" alt="${name}">`;
			return `| ${picture} | \`${id}\` | ${description.replaceAll("|", "\\|")} |`;
		}),
	].join("\n");
}
