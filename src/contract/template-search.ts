/** Schemas of GET /api/templates and the paths below it. */
import { type Static, Type } from "@sinclair/typebox";
import { BRAND_IDS } from "./brands.js";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS } from "./platforms.js";
import { OpenStringEnum, StringEnum } from "./schema.js";
import { TEMPLATE_ID, TEMPLATE_VERSION, TemplateSchema } from "./templates.js";

export const TemplateSearchQuerySchema = Type.Object(
	{
		query: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxQueryLength,
				description: "Words to search for in names, descriptions and tags. Default: all templates.",
			}),
		),
		platform: Type.Optional(
			StringEnum(PLATFORM_IDS, { description: "Only templates designed for this platform." }),
		),
		tag: Type.Optional(
			Type.String({ maxLength: 40, description: "Only templates with this tag." }),
		),
		page: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxPhotoPage,
				default: 1,
				description: "Page of the results, counted from 1.",
			}),
		),
		per_page: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxTemplatesPerPage,
				default: LIMITS.maxTemplatesPerPage,
				description: "Results on a page.",
			}),
		),
	},
	{ additionalProperties: false },
);
export type TemplateSearchQuery = Static<typeof TemplateSearchQuerySchema>;

const { id, name, description, tags, platforms, variables } = TemplateSchema.properties;
const imageUrl = Type.String({
	description: "Path of a preview image with sample values.",
	examples: ["/api/templates/sale-price.png"],
});

export const TemplateSummarySchema = Type.Object(
	{ id, name, description, tags, platforms, variables, imageUrl },
	{
		title: "TemplateSummary",
		description: "A template without its document and examples.",
		additionalProperties: false,
	},
);
export type TemplateSummary = Static<typeof TemplateSummarySchema>;

export const TemplateSearchResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		page: Type.Integer({ description: "This page, counted from 1." }),
		perPage: Type.Integer({ description: "Results on a page." }),
		total: Type.Integer({ description: "Results on all pages." }),
		totalPages: Type.Integer({ description: "Number of pages." }),
		results: Type.Array(TemplateSummarySchema, {
			description: "The templates of this page, in the order of their ids.",
		}),
	},
	{
		title: "TemplateSearchResponse",
		description: "Templates that match a search.",
		additionalProperties: false,
	},
);
export type TemplateSearchResponse = Static<typeof TemplateSearchResponseSchema>;

export const TemplateResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		templateVersion: Type.String({ description: TEMPLATE_VERSION }),
		template: TemplateSchema,
	},
	{ title: "TemplateResponse", description: "A template.", additionalProperties: false },
);
export type TemplateResponse = Static<typeof TemplateResponseSchema>;

export const TemplateParamsSchema = Type.Object({
	id: Type.String({
		pattern: TEMPLATE_ID,
		description: "Id of the template.",
		examples: ["sale-price"],
	}),
});

export const TemplateImageQuerySchema = Type.Object(
	{
		platform: Type.Optional(
			StringEnum(PLATFORM_IDS, {
				description: "One of the template's platforms. Default: the first of them.",
			}),
		),
		slide: Type.Optional(
			Type.Integer({
				minimum: 1,
				default: 1,
				description: "Number of the slide, counted from 1.",
			}),
		),
		brand: Type.Optional(
			OpenStringEnum("brand", BRAND_IDS, {
				description: "Brand to use. Default: the template's, otherwise brand-a.",
			}),
		),
	},
	{ additionalProperties: false },
);
export type TemplateImageQuery = Static<typeof TemplateImageQuerySchema>;

/** The file is checked by its own rules, so that every mistake is in the answer. */
export const TemplateCheckSchema = Type.Object(
	{},
	{
		title: "TemplateCheck",
		description: "A template as in a template file, see InlineTemplate.",
		additionalProperties: true,
	},
);

export const TemplateCheckResponseSchema = Type.Object(
	{
		ok: Type.Boolean({ description: "Whether the template can be used." }),
		issues: Type.Array(
			Type.Object(
				{
					path: Type.String({ description: "Where: JSON pointer into the template." }),
					line: Type.Integer({ minimum: 1, description: "Line of the field in the body." }),
					column: Type.Integer({ minimum: 1, description: "Column of the field in that line." }),
					message: Type.String({ description: "What is wrong." }),
				},
				{ additionalProperties: false },
			),
			{ description: "Everything that is wrong, at most as many as a 400 lists." },
		),
	},
	{
		title: "TemplateCheckResponse",
		description: "Mistakes of a template.",
		additionalProperties: false,
	},
);
export type TemplateCheckResponse = Static<typeof TemplateCheckResponseSchema>;
