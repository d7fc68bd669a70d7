import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { Nullable, RequestObject, StringEnum, silentNulls, tolerantObject } from "../schema.js";
import { ImageOverlaySchema } from "./image.js";
import { language, placementFields, repeat } from "./layer-fields.js";
import { LayersOf } from "./layers.js";
import { PaintOf } from "./paint.js";
import { ImageOptionsSchema } from "./picture.js";
import { TextBlockSchema } from "./text.js";
import { CssColor } from "./values.js";

export const CounterPositionSchema = RequestObject(
	{
		x: Type.Optional(Type.Number({ description: "Left edge of the stepper. Preview pixels." })),
		y: Type.Optional(Type.Number({ description: "Top edge of the stepper. Preview pixels." })),
	},
	{
		title: "CounterPosition",
		description: "Top left corner of the stepper. A missing x or y keeps its default.",
		additionalProperties: false,
	},
);

export const ScrimSchema = RequestObject(
	{
		color: Type.Optional(CssColor("Colour of the scrim.", { default: "#000000" })),
		opacity: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 1,
				default: 0.45,
				description: "Opacity at its strongest point: 0 is invisible, 1 opaque.",
			}),
		),
		from: Type.Optional(
			StringEnum(ENUMS.scrimFrom, {
				default: "all",
				description:
					"all covers the slide evenly. A side is where the scrim is strongest; it fades out at 70 % of the way to the opposite side.",
			}),
		),
	},
	{
		title: "Scrim",
		description: "A coloured layer over the background that makes text on a photo readable.",
		additionalProperties: false,
	},
);

export const SlideSchema = RequestObject(
	{
		backgroundColor: Type.Optional(
			CssColor("Colour of the slide, which is opaque: transparency is painted over black.", {
				default: "#000000",
			}),
		),
		image: Type.Optional(
			Nullable(Type.String(), {
				examples: ["/api/assets/photos/builtin/aurora-green-portrait.svg"],
				description:
					"http(s) URL of an image, a data:image URL, or a renderUrl of the photo search or its path alone (/api/assets/…). Covers the slide, centred.",
			}),
		),
		scrim: Type.Optional(
			Nullable(ScrimSchema, {
				description: "Over the background image and under the overlays.",
			}),
		),
		textBlocks: Type.Optional(
			Type.Array(TextBlockSchema, {
				maxItems: LIMITS.maxTextBlocksPerSlide,
				default: [],
				description: "Drawn in this order, over the overlays.",
			}),
		),
		imageOverlays: Type.Optional(
			Type.Array(ImageOverlaySchema, {
				maxItems: LIMITS.maxImageOverlaysPerSlide,
				default: [],
				description: "Drawn in this order, over the background.",
			}),
		),
		...silentNulls({
			background: Type.Optional(
				PaintOf(
					"Overrides backgroundColor; image and scrim are painted over it. Transparency is kept: transparent gives PNG, WebP and SVG without a background.",
				),
			),
			imageOptions: Type.Optional(ImageOptionsSchema),
			layers: Type.Optional(
				LayersOf("Painted in this order, above the text blocks and below the stepper."),
			),
			dir: Type.Optional(
				StringEnum(ENUMS.slideDirection, {
					default: "ltr",
					description:
						"rtl mirrors the layers: rows, insets, padding, corners, arrows, start and end. auto is rtl if more than half of the slide's paragraphs are; handles, addresses and paragraphs without letters do not count. textBlocks and imageOverlays are not affected.",
				}),
			),
			lang: language(
				"Language of the slide's texts that name none, a BCP 47 tag. Default: that of the document.",
			),
			repeat,
			showIf: placementFields.showIf,
			hideIf: placementFields.hideIf,
			alt: Type.Optional(
				Type.String({
					maxLength: LIMITS.maxAltLength,
					description:
						"Alternative text: what the image shows. Included in responses, in X-Image-Alt, in SVG and in PDF. Default: the slide's text in the order of the document.",
				}),
			),
		}),
		counterPosition: Type.Optional(
			Nullable(CounterPositionSchema, {
				description:
					"Top left corner of the stepper; without it, the stepper is centred near the bottom.",
			}),
		),
	},
	{
		title: "Slide",
		description: "One image of the post.",
		additionalProperties: false,
	},
);

export const CommonLayersSchema = tolerantObject(
	{
		behind: Type.Optional(
			LayersOf(
				"Painted above each slide's background, image and scrim, and below its own content.",
			),
		),
		across: Type.Optional(
			LayersOf(
				"A panorama: laid out on one canvas as wide as all slides together, of which each slide shows its part. Painted above behind, and below the slide's own content. From right to left, it begins on the right.",
			),
		),
		front: Type.Optional(LayersOf("Painted above each slide's own layers, and below the stepper.")),
	},
	{
		title: "CommonLayers",
		description:
			"Layers on every slide. In their strings, {{slide}} is the number of the slide and {{slides}} the number of slides.",
		additionalProperties: false,
	},
);

export type Slide = Static<typeof SlideSchema>;
export type Scrim = Static<typeof ScrimSchema>;
export type CommonLayers = Static<typeof CommonLayersSchema>;
