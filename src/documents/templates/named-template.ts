import { ServiceError } from "../../base/errors.js";
import { nearest } from "../../base/nearest.js";
import type { Template } from "../../contract/templates.js";
import type { LibraryTemplate, TemplateLibrary } from "./template-library.js";

/** The template of an id. @throws ServiceError not_found */
export function namedTemplate(templates: TemplateLibrary, id: string): LibraryTemplate {
	const found = templates.get(id);
	if (found !== undefined) return found;
	const like = nearest(id, templates.ids, 3);
	throw new ServiceError("not_found", {
		message: "Template not found. GET /api/templates lists all templates.",
		...(like.length > 0 && { details: { nearest: like } }),
	});
}

/** The sample values of a template: each variable's sample, otherwise its default. */
export const samplesOf = ({ variables }: Pick<Template, "variables">): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(variables).flatMap(([name, { sample }]) =>
			sample === undefined ? [] : [[name, structuredClone(sample)]],
		),
	);
