import { LIMITS } from "../../contract/limits.js";
import type {
	TemplateSearchQuery,
	TemplateSearchResponse,
	TemplateSummary,
} from "../../contract/template-search.js";
import type { Template } from "../../contract/templates.js";
import type { TemplateLibrary } from "../../documents/templates/template-library.js";
import { rankTemplates } from "./rank-templates.js";

/** Path of the templates. */
export const TEMPLATES_PATH = "/api/templates";

/** The answer of GET /api/templates; templates that match the query best come first. */
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
	const fitting = templates.all
		.map(({ template }) => template)
		.filter(
			({ platforms, tags }) =>
				(platform === undefined || platforms.includes(platform)) &&
				(tag === undefined || tags.includes(tag)),
		);
	const { found } = rankTemplates(fitting, query);
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
