import { type Static, Type } from "@sinclair/typebox";
import { type RenderRequest, RenderRequestSchema } from "./render-request.js";
import { RequestObject } from "./schema.js";
import { InlineTemplateSchema, VariablesOf } from "./templates.js";

const { slides: _, common: __, variables: ___, ...fields } = RenderRequestSchema.properties;

/** A template and its values instead of slides. */
export const TemplateRequestSchema = RequestObject(
	{
		template: Type.Union([Type.String(), InlineTemplateSchema], {
			description: "Id of a template (see GET /api/templates), or a template itself.",
			examples: ["sale-price"],
		}),
		variables: Type.Optional(
			VariablesOf({
				examples: [{ title: "Autumn sale", price: "€ 49" }],
				description:
					"Values of the template's variables, by name. Values of a list may also have names such as speakers.1.name. brand.color, brand.background, brand.text, brand.font, brand.headlineFont, brand.logo, brand.name and brand.handle override the brand's. Missing, unknown, too long or wrongly typed values are refused, all in one error.",
			}),
		),
		...fields,
	},
	{
		title: "TemplateRequest",
		description:
			"A template, the values of its variables, and fields of a RenderRequest that override the template's. Accepted wherever a RenderRequest is.",
		additionalProperties: false,
	},
);

/** A request with a template as the client sent it. */
export type TemplateRequest = Static<typeof TemplateRequestSchema>;

/** What a render accepts: a document, or a template and its values. */
export const RenderBodySchema = Type.Union([RenderRequestSchema, TemplateRequestSchema], {
	title: "RenderBody",
	description: "A document, or a template and the values of its variables.",
});
export type RenderBody = RenderRequest | TemplateRequest;
