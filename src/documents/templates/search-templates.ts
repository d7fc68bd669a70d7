import { ServiceError } from "../../base/errors.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import type {
	TemplateSearchQuery,
	TemplateSearchResponse,
	TemplateSummary,
} from "../../contract/template-search.js";
import type { Template } from "../../contract/templates.js";
import type { LibraryTemplate, TemplateLibrary } from "./template-library.js";

/** Path of the templates. */
export const TEMPLATES_PATH = "/api/templates";

/**
 * The answer of GET /api/templates: every word of the query must occur in the description of a
 * template.
 */
export function searchTemplates(
	templates: TemplateLibrary,
	{
		query = "",
		platform,
		tag,
		page = 1,
		per_page: perPage = LIMITS.maxTemplatesPerPage,
	}: TemplateSearchQuery,
): TemplateSearchResponse {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const found = templates.all
		.map(({ template }) => template)
		.filter(
			(template) =>
				(platform === undefined || template.platforms.includes(platform)) &&
				(tag === undefined || template.tags.includes(tag)) &&
				words.every((word) => descriptionOf(template).includes(word)),
		);
	return {
		ok: true,
		page,
		perPage,
		total: found.length,
		totalPages: Math.ceil(found.length / perPage),
		results: found.slice((page - 1) * perPage, page * perPage).map(summaryOf),
	};
}

/** All pages of a search at once. */
export const allTemplates = (
	templates: TemplateLibrary,
	search: Pick<TemplateSearchQuery, "query" | "platform" | "tag">,
): TemplateSearchResponse =>
	searchTemplates(templates, { ...search, per_page: Math.max(1, templates.ids.length) });

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

const descriptionOf = ({ id, name, description, tags }: Template): string =>
	[id, name, description, ...tags].join(" ").toLowerCase();

/** A template without its document and examples. */
export const summaryOf = ({
	id,
	name,
	description,
	tags,
	platforms,
	variables,
}: Template): TemplateSummary => ({
	id,
	name,
	description,
	tags,
	platforms,
	variables,
	imageUrl: `${TEMPLATES_PATH}/${id}.png`,
});

/** The sample values of a template: each variable's sample, otherwise its default. */
export const samplesOf = ({ variables }: Pick<Template, "variables">): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(variables).flatMap(([name, { sample }]) =>
			sample === undefined ? [] : [[name, structuredClone(sample)]],
		),
	);
