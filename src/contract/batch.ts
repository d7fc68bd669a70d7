import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";
import { RenderedImageSchema } from "./render-response.js";
import { RequestObject, StringEnum } from "./schema.js";
import { TEMPLATE_VERSION, VariablesOf } from "./templates.js";
import { WarningsSchema } from "./warning-schema.js";

export const NDJSON_TYPE = "application/x-ndjson";

const CSV =
	"CSV (RFC 4180), in UTF-8: commas, or semicolons or tabs; the first row names the variables.";

const DocumentTemplateSchema = Type.Object(
	{
		slides: Type.Optional(
			Type.Array(Type.Unknown(), {
				minItems: LIMITS.minCarouselSlides,
				maxItems: LIMITS.maxCarouselSlides,
				description: "As in a RenderRequest.",
			}),
		),
		template: Type.Optional(
			Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
				description: "Id of a template instead of slides, or a template itself.",
				examples: ["sale-price"],
			}),
		),
	},
	{
		title: "DocumentTemplate",
		description:
			"A RenderRequest with {{name}} in its strings. It is validated as a RenderRequest after the values of a row are filled in. Its own variables are defaults for columns that a row leaves out.",
		additionalProperties: true,
	},
);

export const BatchRequestSchema = RequestObject(
	{
		document: DocumentTemplateSchema,
		rows: Type.Union(
			[
				Type.Array(VariablesOf(), {
					minItems: 1,
					maxItems: LIMITS.maxBatchRows,
				}),
				Type.String(),
			],
			{
				description: `1 to ${LIMITS.maxBatchRows} rows: objects with a value for each variable, or ${CSV}`,
				examples: [[{ city: "Lisbon", price: "€ 49" }]],
			},
		),
	},
	{
		title: "BatchRequest",
		description: "A document, and the rows of data to render it with.",
		additionalProperties: false,
	},
);
export type BatchRequest = Static<typeof BatchRequestSchema>;

/** The same as a form; its parts are texts or files. */
export const BatchFormSchema = Type.Object(
	{
		document: Type.String({ description: "The document, as JSON." }),
		rows: Type.String({ description: CSV }),
	},
	{ title: "BatchForm", additionalProperties: false },
);

export const BATCH_OUTPUTS = ["ndjson", "zip"] as const;

export const BatchQuerySchema = Type.Object(
	{
		output: Type.Optional(
			StringEnum(BATCH_OUTPUTS, {
				default: "ndjson",
				deprecated: true,
				description:
					"zip returns the same as POST /api/batch.zip, which works better with generated clients.",
			}),
		),
	},
	{ additionalProperties: false },
);
export type BatchQuery = Static<typeof BatchQuerySchema>;

const Row = Type.Integer({ minimum: 1, description: "Number of the row, counted from 1." });

/** A line of the NDJSON. */
export const BatchLineSchema = Type.Union(
	[
		Type.Object({
			row: Row,
			templateVersion: Type.Optional(Type.String({ description: TEMPLATE_VERSION })),
			images: Type.Array(RenderedImageSchema, { description: "The slides of this row." }),
			...WarningsSchema.properties,
		}),
		Type.Object({
			row: Row,
			error: Type.Object(
				{
					code: Type.String({ description: "The same as in every error of the service." }),
					message: Type.String(),
					details: Type.Record(Type.String(), Type.Unknown()),
				},
				{ description: "Why this row was not rendered. Other rows are not affected." },
			),
		}),
	],
	{ title: "BatchLine", description: "The result of one row: its images, or an error." },
);
export type BatchLine = Static<typeof BatchLineSchema>;
