import { type Static, Type } from "@sinclair/typebox";
import { BRAND_IDS } from "./brands.js";
import { DOCUMENT_DEFAULTS } from "./defaults.js";
import { ignoredWarnings, language } from "./document/layer-fields.js";
import { CommonLayersSchema, SlideSchema } from "./document/slide.js";
import { ENUMS } from "./enums.js";
import { LIMITS } from "./limits.js";
import { CANVAS_IDS, meantPlatform, PLATFORMS } from "./platforms.js";
import {
	MEANT,
	Nullable,
	OpenStringEnum,
	RequestObject,
	StringEnum,
	silentNulls,
	WHEN_MISSING,
	WHEN_WRONG,
} from "./schema.js";
import { VariablesOf } from "./templates.js";

export { type ImageOverlay, ImageOverlaySchema } from "./document/image.js";
export {
	type CommonLayers,
	CounterPositionSchema,
	type Scrim,
	ScrimSchema,
	type Slide,
	SlideSchema,
} from "./document/slide.js";
export { type TextBlock, TextBlockSchema } from "./document/text.js";
export { Nullable, StringEnum };

const PLATFORM_SIZES = Object.entries(PLATFORMS)
	.map(([id, { width, height }]) => `${id} ${width} x ${height}`)
	.join(", ");

const side = (name: string) =>
	Type.Integer({
		minimum: LIMITS.minCanvasSide,
		maximum: LIMITS.maxCanvasSide,
		description: `${name} of the images. Export pixels.`,
	});

export const CanvasSizeSchema = Type.Object(
	{ width: side("Width"), height: side("Height") },
	{
		title: "CanvasSize",
		description: "Size of a custom canvas: required with platform custom, refused without it.",
		additionalProperties: false,
		examples: [{ width: 1200, height: 400 }],
	},
);

export const RenderRequestSchema = RequestObject(
	{
		platform: Type.Optional(
			StringEnum(CANVAS_IDS, {
				[MEANT]: meantPlatform,
				default: DOCUMENT_DEFAULTS.platform,
				description: `Sets the size of the images. Export pixels: ${PLATFORM_SIZES}; custom takes size.`,
			}),
		),
		mode: Type.Optional(
			StringEnum(ENUMS.mode, {
				default: DOCUMENT_DEFAULTS.mode,
				description: "single renders only the first slide.",
			}),
		),
		format: Type.Optional(
			StringEnum(ENUMS.outputFormat, {
				default: DOCUMENT_DEFAULTS.format,
				description:
					"Format of the images. jpg is read as jpeg. JPEG has full chroma (4:4:4), WebP is lossy. Has no effect on endpoints with a format in their path.",
			}),
		),
		quality: Type.Optional(
			Type.Integer({
				minimum: LIMITS.minQuality,
				maximum: LIMITS.maxQuality,
				default: DOCUMENT_DEFAULTS.quality,
				description:
					"Quality of JPEG, of WebP and of photos in a PDF. Has no effect on other formats.",
			}),
		),
		maxBytes: Type.Optional(
			Type.Integer({
				minimum: LIMITS.minMaxBytes,
				examples: [300_000],
				description: `Maximum size of a JPEG or WebP image. Lowers quality as far as needed, to ${LIMITS.minFittedQuality} at least; if that is not enough, returns 422 image_too_large. Has no effect on other formats. Bytes.`,
			}),
		),
		delivery: Type.Optional(
			StringEnum(ENUMS.delivery, {
				default: DOCUMENT_DEFAULTS.delivery,
				description:
					"Inline base64 data URLs, temporary hosted URLs, or both. Has no effect on endpoints that return a file.",
			}),
		),
		brand: Type.Optional(
			OpenStringEnum("brand", BRAND_IDS, {
				default: DOCUMENT_DEFAULTS.brand,
				description:
					"Sets the active colour of the stepper, and the default font if the brand has one. Operators can add brands.",
			}),
		),
		stepperStyle: Type.Optional(
			StringEnum(ENUMS.stepperStyle, {
				default: DOCUMENT_DEFAULTS.stepperStyle,
				description: "Progress mark on each slide. Only in mode carousel.",
			}),
		),
		variables: Type.Optional(
			VariablesOf({
				maxProperties: LIMITS.maxVariables,
				examples: [{ city: "Lisbon", price: "€ 49" }],
				description: `Values for {{name}} in any string of the document; {{{{ stands for two braces. Fields that take numbers may also be the string "{{name}}": it becomes the number, and an empty value removes the field. {{brand.color}}, {{brand.background}}, {{brand.text}}, {{brand.font}}, {{brand.headlineFont}}, {{brand.logo}}, {{brand.name}} and {{brand.handle}} are the brand's, and {{x.on}} is black or white, whichever contrasts more with the colour {{x}}. Missing variables and unused variables are refused. At most ${LIMITS.maxVariables} variables, names of at most ${LIMITS.maxVariableNameLength} characters.`,
			}),
		),
		...silentNulls({
			platforms: Type.Optional(
				Type.Array(StringEnum(CANVAS_IDS, { [MEANT]: meantPlatform }), {
					minItems: LIMITS.minPlatforms,
					[WHEN_WRONG]: `must have at least ${LIMITS.minPlatforms} items; for one, write platform`,
					maxItems: LIMITS.maxPlatforms,
					uniqueItems: true,
					examples: [["photo-feed-square", "photo-feed-story"]],
					description: `Draws every slide for each of these platforms, instead of platform. At most ${LIMITS.maxPlatformPictures} pictures, slides times platforms; each counts as a render.`,
				}),
			),
			size: Type.Optional(CanvasSizeSchema),
			scale: Type.Optional(
				Type.Number({
					minimum: LIMITS.minScale,
					maximum: LIMITS.maxScale,
					examples: [2],
					description: `Output pixels per export pixel, 1 without it. Images and text are rendered at the final size. At most ${LIMITS.maxOutputSide} pixels per side and ${LIMITS.maxOutputPixels} in all.`,
				}),
			),
			common: Type.Optional(CommonLayersSchema),
			lang: language(
				"Language of texts that name none, on all slides: a BCP 47 tag. Chooses the forms of letters, line breaks, and the formats of numbers and dates in placeholders.",
			),
			ignoreWarnings: ignoredWarnings("Codes of warnings to leave out of every response."),
		}),
		slides: Type.Array(SlideSchema, {
			minItems: LIMITS.minCarouselSlides,
			maxItems: LIMITS.maxCarouselSlides,
			description: "The images of the post, in order. All are validated, also in mode single.",
			[WHEN_MISSING]: "is required, unless template names a template: see GET /api/templates",
		}),
	},
	{
		title: "RenderRequest",
		description:
			"A design document: what to render, and how to return it. An optional field that is null counts as absent.",
		additionalProperties: false,
	},
);

/** A render request as the client sent it: absent fields are absent. */
export type RenderRequest = Static<typeof RenderRequestSchema>;
