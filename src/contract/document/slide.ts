import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { Nullable, RequestObject, StringEnum, silentNulls, tolerantObject } from "../schema.js";
import { ImageOverlaySchema } from "./image.js";
import { placementFields } from "./layer-fields.js";
import { LayersOf } from "./layers.js";
import { PaintOf } from "./paint.js";
import { ImageOptionsSchema } from "./picture.js";
import { TextBlockSchema } from "./text.js";
import { hexColor } from "./values.js";

export const CounterPositionSchema = RequestObject(
	{
		x: Type.Optional(Type.Number({ description: "Left edge of the stepper. Preview pixels." })),
		y: Type.Optional(Type.Number({ description: "Top edge of the stepper. Preview pixels." })),
	},
	{
		title: "CounterPosition",
		description: "Top left corner of the stepper; a missing x or y keeps its default place.",
		additionalProperties: false,
	},
);

export const ScrimSchema = RequestObject(
	{
		color: Type.Optional(hexColor("Colour of the scrim.", "#000000")),
		opacity: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 1,
				default: 0.45,
				description: "At its strongest: 0 is invisible, 1 opaque.",
			}),
		),
		from: Type.Optional(
			StringEnum(ENUMS.scrimFrom, {
				default: "all",
				description:
					"all covers the slide evenly; a side is where it is strongest, and it fades to nothing at 70 % of the way to the opposite one.",
			}),
		),
	},
	{
		title: "Scrim",
		description:
			"A colour between the background and what stands on it, so that text reads on a photo.",
		additionalProperties: false,
	},
);

export const SlideSchema = RequestObject(
	{
		backgroundColor: Type.Optional(hexColor("Colour of the slide.", "#000000")),
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
					"Takes the place of backgroundColor; image and scrim are painted over it. Its transparency is kept: transparent gives PNG, WebP and SVG without a background.",
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
						"rtl mirrors the layers: rows, insets, padding, corners, arrows, start and end. auto is rtl when more than half of the slide's paragraphs are; handles, addresses and paragraphs without letters do not count. The old lists are not affected.",
				}),
			),
			showIf: placementFields.showIf,
			hideIf: placementFields.hideIf,
			alt: Type.Optional(
				Type.String({
					maxLength: LIMITS.maxAltLength,
					description:
						"What the image shows, for people who do not see it; in answers, in X-Image-Alt, in SVG and PDF. Default: the slide's text in the order of the document.",
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
			LayersOf("Above each slide's background, image and scrim, and below its own lists."),
		),
		front: Type.Optional(LayersOf("Above each slide's own layers, and below the stepper.")),
	},
	{
		title: "CommonLayers",
		description:
			"Layers that are drawn on every slide. In their strings {{slide}} is the number of the slide, {{slides}} how many there are.",
		additionalProperties: false,
	},
);

export type Slide = Static<typeof SlideSchema>;
export type Scrim = Static<typeof ScrimSchema>;
export type CounterPosition = Static<typeof CounterPositionSchema>;
export type CommonLayers = Static<typeof CommonLayersSchema>;
