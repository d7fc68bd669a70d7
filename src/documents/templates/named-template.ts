import { ServiceError } from "../../base/errors.js";
import type { Template } from "../../contract/templates.js";
import type { LibraryTemplate, TemplateLibrary } from "./template-library.js";

/** The template of an id. @throws ServiceError not_found */
export function namedTemplate(templates: TemplateLibrary, id: string): LibraryTemplate {
	const found = templates.get(id);
	if (found !== undefined) return found;
	const like = templates.nearest(id);
	throw new ServiceError("not_found", {
		message: `Template not found.${like.length === 0 ? "" : ` Did you mean ${like.join(" or ")}?`} GET /api/templates lists all templates.`,
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
