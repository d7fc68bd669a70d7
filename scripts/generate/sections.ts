import { configTable } from "../../src/app/config/config.js";
import { errorTable } from "../../src/base/errors.js";
import { canvasTable } from "./canvas-table.js";
import { templateTable } from "./template-table.js";

/** The tables that are generated from code, and the pages that contain them. */
export const SECTIONS = [
	{ file: "README.md", name: "canvases", content: canvasTable },
	{ file: "docs/errors.md", name: "errors", content: errorTable },
	{ file: "docs/configuration.md", name: "configuration", content: configTable },
	{ file: "docs/templates.md", name: "templates", content: templateTable },
] as const;

/**
 * Replaces the part between `<!-- name:start -->` and `<!-- name:end -->`.
 * @throws Error if the markers are missing
 */
export function withSection(text: string, name: string, content: string): string {
	const start = `<!-- ${name}:start -->`;
	const end = `<!-- ${name}:end -->`;
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`there is no section ${name}`);
	return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
