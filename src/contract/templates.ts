/** Templates: designs whose texts, pictures and colours are variables. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS } from "./platforms.js";
import { StringEnum } from "./schema.js";

/** Schema of `templateVersion` in answers. */
export const TEMPLATE_VERSION =
	"Hash of the template's content. Present when the document names a template.";

/** Types of a field in a list, and of a variable. */
export const FIELD_TYPES = [
	"text",
	"richText",
	"image",
	"color",
	"number",
	"boolean",
	"choice",
] as const;
export const VARIABLE_TYPES = [...FIELD_TYPES, "list"] as const;

/**
 * Name of a variable, or of a field of a list. No dots, because these separate a list, its item and
 * a field.
 */
export const VARIABLE_NAME = `^[A-Za-z][A-Za-z0-9_]{0,${LIMITS.maxVariableNameLength - 1}}$`;
/** Id of a template; it is part of URLs and file names. */
export const TEMPLATE_ID = `^[a-z0-9]+(?:-[a-z0-9]+)*$`;

const SCALARS = [Type.String(), Type.Number(), Type.Boolean()];
const scalar = (description: string) => Type.Optional(Type.Union([...SCALARS], { description }));

const fieldProperties = {
	label: Type.String({
		minLength: 1,
		maxLength: 100,
		description: "Label for a form.",
	}),
	maxLength: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxTextLength,
			description: "Characters that a text, richText or image may have.",
		}),
	),
	required: Type.Optional(
		Type.Boolean({
			description: "false: optional. Default: true, unless there is a default.",
		}),
	),
	options: Type.Optional(
		Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
			minItems: 1,
			maxItems: LIMITS.maxTemplateOptions,
			description: "The values of a choice.",
		}),
	),
};

const SAMPLE = "Sample value for previews.";
const DEFAULT = "Default value.";

export const TemplateItemFieldSchema = Type.Object(
	{
		type: StringEnum(FIELD_TYPES, { description: "Kind of value." }),
		...fieldProperties,
		sample: scalar(SAMPLE),
		default: scalar(DEFAULT),
	},
	{
		title: "TemplateItemField",
		description: "One value of a list within the items of a list.",
		additionalProperties: false,
	},
);

const scalarOrItems = (description: string) =>
	Type.Optional(
		Type.Union(
			[
				...SCALARS,
				Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: LIMITS.maxListItems }),
			],
			{ description },
		),
	);

/** Properties of a variable or field that may be a list. @param field schema of the items' fields */
const listProperties = <T extends TSchema>(field: T) => ({
	type: StringEnum(VARIABLE_TYPES, { description: "Kind of value." }),
	...fieldProperties,
	sample: scalarOrItems(SAMPLE),
	default: scalarOrItems(DEFAULT),
	fields: Type.Optional(
		Type.Record(Type.String({ pattern: VARIABLE_NAME }), field, {
			minProperties: 1,
			maxProperties: LIMITS.maxTemplateFields,
			additionalProperties: false,
			description: "The values of each item of a list, by name.",
		}),
	),
	maxItems: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxListItems,
			description: `Items that a list may have. Default: ${LIMITS.defaultTemplateItems}.`,
		}),
	),
});

export const TemplateFieldSchema = Type.Object(listProperties(TemplateItemFieldSchema), {
	title: "TemplateField",
	description: "One value of a list's items: a value, or a list of items with values.",
	additionalProperties: false,
});

export const TemplateVariableSchema = Type.Object(listProperties(TemplateFieldSchema), {
	title: "TemplateVariable",
	description: "A variable of a template.",
	additionalProperties: false,
});

/** Values from a client, by name. */
export const VariablesOf = (options: Record<string, unknown> = {}) =>
	Type.Record(Type.String(), Type.Unknown(), options);

const templateProperties = {
	id: Type.String({
		pattern: TEMPLATE_ID,
		maxLength: 64,
		description: "Names the template. The file has the same name.",
		examples: ["sale-price"],
	}),
	name: Type.String({ minLength: 1, maxLength: 100, description: "Display name." }),
	description: Type.String({
		minLength: 1,
		maxLength: 1_000,
		description: "What it is for, in a sentence or two.",
	}),
	tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
		maxItems: 20,
		description: "Search words.",
	}),
	platforms: Type.Array(StringEnum(PLATFORM_IDS), {
		minItems: 1,
		maxItems: PLATFORM_IDS.length,
		description: "The platforms it is designed for. The first is the default.",
	}),
	variables: Type.Record(Type.String({ pattern: VARIABLE_NAME }), TemplateVariableSchema, {
		maxProperties: LIMITS.maxVariables,
		additionalProperties: false,
		description: "Its variables, by name.",
	}),
	examples: Type.Array(
		Type.Object(
			{
				name: Type.String({ minLength: 1, maxLength: 100, description: "What it shows." }),
				variables: VariablesOf({ description: "Values as a client sends them." }),
			},
			{ additionalProperties: false },
		),
		{
			maxItems: LIMITS.maxTemplateExamples,
			description: "Example values.",
		},
	),
	document: Type.Object(
		{},
		{
			description:
				"A design document with placeholders: {{name}} in any string, repeat on layers and slides.",
			additionalProperties: true,
		},
	),
};

export const TemplateSchema = Type.Object(templateProperties, {
	title: "Template",
	description: "A design whose texts, pictures and colours are variables.",
	additionalProperties: false,
});

const { variables, description, document, ...optional } = templateProperties;

/** A template within a request: what describes it in a list may be left out. */
export const InlineTemplateSchema = Type.Object(
	{ description, variables, document, ...Type.Partial(Type.Object(optional)).properties },
	{
		title: "InlineTemplate",
		description:
			"A template as in a template file. id, name, tags, examples and platforms are optional.",
		additionalProperties: false,
	},
);

/** A template of a library. */
export type Template = Static<typeof TemplateSchema>;
/** A template of a library or within a request. */
export type InlineTemplate = Static<typeof InlineTemplateSchema>;
export type TemplateVariable = Static<typeof TemplateVariableSchema>;
export type TemplateField = Static<typeof TemplateFieldSchema> &
	Partial<Pick<TemplateVariable, "fields" | "maxItems">>;
