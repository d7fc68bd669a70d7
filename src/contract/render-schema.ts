import { type Static, Type } from "@sinclair/typebox";
import type { Brand } from "./brands.js";
import type { Contract } from "./contract.js";
import { ENUMS } from "./enums.js";
import { EXAMPLE_NAME, EXAMPLES } from "./examples.js";
import { withPlaceholders } from "./placeholder-schema.js";
import { plainSchema } from "./plain-schema.js";
import { PLATFORMS, PREVIEW_SCALE } from "./platforms.js";
import { type PublishedEnums, PublishedEnumsSchema } from "./published-enums.js";
import { PublishedLimitsSchema, publishedLimits } from "./published-limits.js";
import { RenderRequestSchema } from "./render-request.js";
import { PlatformAreasSchema, platformAreas } from "./safe-areas-schema.js";

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const strings = (description: string) => Type.Array(Type.String(), { description });

export const RenderSchemaSchema = Type.Object(
	{
		name: text("Name of the service."),
		description: text("What the service does."),
		deliveryNote: text("How images are returned."),
		imageNote: text("Which image sources are accepted."),
		directPngEndpoint: text("Path of the endpoint that returns one slide as a PNG file."),
		directEndpoints: Type.Record(Type.String(), Type.String(), {
			description: "Paths of the endpoints that return files, by format.",
		}),
		limits: PublishedLimitsSchema,
		coordinateSystem: Type.Object(
			{
				units: text("Unit of all lengths in a document."),
				note: text("How the units become pixels of the image."),
				previewScale: Type.Number({ description: "Preview pixels in one export pixel." }),
			},
			{ description: "Coordinates of a document.", additionalProperties: false },
		),
		platforms: Type.Record(
			Type.String(),
			Type.Object(
				{
					name: text("Name for people."),
					width: integer("Width of the images. Export pixels."),
					height: integer("Height of the images. Export pixels."),
					ratio: text("Width to height."),
					usedFor: strings("What networks call pictures of this size."),
				},
				{ additionalProperties: false },
			),
			{ description: "The platforms, by the value of the field platform." },
		),
		safeAreas: Type.Record(Type.String(), PlatformAreasSchema, {
			description: "What each platform's app covers, by platform.",
		}),
		brands: Type.Record(
			Type.String(),
			Type.Object(
				{
					textColors: strings("Palette for texts."),
					highlightColors: strings("Palette for highlights."),
					name: Type.Optional(text("Name for people, of an operator's brand.")),
					activeColor: Type.Optional(
						text("Colour of the stepper's active part, of an operator's brand."),
					),
					font: Type.Optional(text("Default font family of the brand, if it has one.")),
				},
				{ additionalProperties: false },
			),
			{ description: "The brands, by the value of the field brand." },
		),
		fonts: Type.Array(
			Type.Object(
				{
					family: text("Name of the family."),
					weights: Type.Array(Type.Integer(), {
						description: "Available CSS weights; for a variable font, in steps of 100.",
					}),
					italic: Type.Boolean({
						description: "Whether the family has italics. Otherwise letters are slanted.",
					}),
					variable: Type.Boolean({
						description: "Whether the family is a variable font, which takes any weight.",
					}),
				},
				{ additionalProperties: false },
			),
			{ description: "The font families available to texts." },
		),
		enums: PublishedEnumsSchema,
		templates: Type.Object(
			{
				note: text("How to use a template."),
				list: text("Path that lists and searches the templates."),
				get: text("Path of one template with its variables, examples and document."),
				picture: text("Path of a template's preview image with sample values."),
				example: Type.Object(
					{},
					{
						description: "A document with a template. You can post it unchanged.",
						additionalProperties: true,
					},
				),
			},
			{
				description: "How to list and use templates.",
				additionalProperties: false,
			},
		),
		requestBody: Type.Object(
			{},
			{ description: "JSON Schema of the render request.", additionalProperties: true },
		),
		templateDocument: Type.Object(
			{},
			{
				description:
					"JSON Schema of a document with variables before its placeholders are filled in: every scalar may also be a string with {{.",
				additionalProperties: true,
			},
		),
		examples: Type.Record(Type.String(), RenderRequestSchema, {
			description: "Example documents. You can post them unchanged.",
		}),
		example: RenderRequestSchema,
	},
	{ title: "RenderSchema", description: "The render contract.", additionalProperties: false },
);
export type RenderSchema = Static<typeof RenderSchemaSchema>;

/**
 * The answer of the render-schema endpoint.
 * @param contract with the operator's additions
 * @param maxBodyBytes the limit of a JSON body of this instance. Bytes
 */
export function renderSchema(contract: Contract, maxBodyBytes: number): RenderSchema {
	const palettes = Object.entries(contract.brands).map(([id, brand]) => [id, paletteOf(brand)]);
	return {
		name: "Post Image Render Service",
		description:
			"Renders social post and carousel images from one JSON document, as PNG, JPEG, WebP or SVG. The same document always produces identical bytes.",
		deliveryNote:
			"dataUrl returns images as base64 data URLs, url as temporary URLs that expire after 15 minutes by default, both returns both.",
		imageNote:
			"slide.image and imageOverlays[].src take http(s) URLs of PNG, JPEG, WebP, AVIF, GIF (first frame) and SVG images, data:image URLs, and the renderUrl of a photo or icon search. Remote images are fetched while rendering and not kept.",
		directPngEndpoint: "/api/render.png",
		directEndpoints: Object.fromEntries(
			[...ENUMS.outputFormat, "pdf", "zip"].map((format) => [format, `/api/render.${format}`]),
		),
		limits: publishedLimits(maxBodyBytes),
		coordinateSystem: {
			units: "preview pixels",
			note: "x and y are the top left corner of a box. Export pixels are preview pixels divided by previewScale: a slide that is 1080 wide is 405 preview pixels wide, one of 1200 is 450.",
			previewScale: PREVIEW_SCALE,
		},
		platforms: Object.fromEntries(
			Object.entries(PLATFORMS).map(([id, platform]) => [
				id,
				{ ...platform, usedFor: [...platform.usedFor] },
			]),
		),
		safeAreas: platformAreas(),
		brands: Object.fromEntries(palettes) as RenderSchema["brands"],
		fonts: contract.fonts.map(({ weights, ...font }) => ({ ...font, weights: [...weights] })),
		enums: structuredClone(ENUMS) as unknown as PublishedEnums,
		templates: {
			note: "A template is a finished design with variables. Send { template, variables, platform? or platforms?, brand? } wherever a document is accepted. All other document fields except slides and common are allowed too and override the template's.",
			list: "/api/templates",
			get: "/api/templates/{id}",
			picture: "/api/templates/{id}.png",
			example: { template: "bold-quote", variables: { quote: "Start small" } },
		},
		requestBody: plainSchema(contract.renderRequest) as RenderSchema["requestBody"],
		templateDocument: withPlaceholders(
			plainSchema(contract.renderRequest),
		) as RenderSchema["templateDocument"],
		examples: EXAMPLES,
		example: EXAMPLES[EXAMPLE_NAME],
	};
}

/** What the answer contains about a brand; for the built-in ones only the palettes. */
function paletteOf({ textColors, highlightColors, name, stepperColor, font }: Brand) {
	const palettes = { textColors, highlightColors };
	if (name === undefined) return palettes;
	return { ...palettes, name, activeColor: stepperColor, ...(font !== undefined && { font }) };
}
