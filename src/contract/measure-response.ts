import { type TSchema, Type } from "@sinclair/typebox";
import { ENUMS, type LayerType } from "./enums.js";
import { LIMITS } from "./limits.js";
import { CANVAS_IDS, type CanvasId } from "./platforms.js";
import { PICTURE_PLATFORM } from "./render-response.js";
import { Nullable, StringEnum } from "./schema.js";
import { TEMPLATE_VERSION } from "./templates.js";
import type { Warnings } from "./warning.js";
import { WARNING_MEMBERS } from "./warning-schema.js";

const px = (description: string) =>
	Type.Number({ description: `${description} Preview pixels.`, examples: [30] });

const RECTANGLE = {
	x: px("Left edge."),
	y: px("Top edge."),
	width: px("Width."),
	height: px("Height."),
};

const PlacedBoxSchema = Type.Object(
	{
		...RECTANGLE,
		rotation: Type.Number({ description: "Clockwise around the centre of the box. Degrees." }),
		skewX: Type.Optional(Type.Number({ description: "Horizontal slant, if not 0. Degrees." })),
		skewY: Type.Optional(Type.Number({ description: "Vertical slant, if not 0. Degrees." })),
	},
	{
		title: "PlacedBox",
		description: "A box before its rotation.",
		additionalProperties: false,
	},
);

const InkSchema = Type.Object(RECTANGLE, {
	title: "Ink",
	description:
		"The bounding box, after rotation, of letters, emoji, lines, outlines and backgrounds, including parts outside the slide. It includes the blur of a filter and ends at the box of a mask. Soft shadows are not included.",
	additionalProperties: false,
});

const MeasuredLineSchema = Type.Object(
	{
		text: Type.String({
			description:
				"Text of the line in logical order, with hyphens, bullets, numbers and an ellipsis, without white space at its end.",
		}),
		x: px("Left edge of the line, before the rotation."),
		y: px("Top of the line box, before the rotation."),
		width: px("Advance of the line."),
		height: px("Line height."),
		direction: StringEnum(["ltr", "rtl"], { description: "Direction of its paragraph." }),
		broken: Type.Boolean({ description: "The line ends inside a word." }),
	},
	{ title: "MeasuredLine", description: "A line of a text.", additionalProperties: false },
);

const contrast = Nullable(Type.Number({ minimum: 1, maximum: 21, examples: [4.56] }), {
	description:
		"Contrast ratio (WCAG 2.2) of its letters and what is behind them, 1 to 21; null if only a render can determine it (over images), and if there are no letters.",
});

const SHRUNK_FROM = "the fontSize of the document, if the text had to be smaller.";

const MeasuredTextSchema = Type.Object(
	{
		box: PlacedBoxSchema,
		ink: Nullable(InkSchema, { description: "null when nothing is drawn." }),
		fontSize: px("Font size used; with fit shrink, the size that fits."),
		shrunkFrom: Type.Optional(px(`With fit shrink: ${SHRUNK_FROM}`)),
		lines: Type.Array(MeasuredLineSchema, { description: "From top to bottom." }),
		truncated: Type.Boolean({ description: "Whether maxLines cut off the end." }),
		contrast,
	},
	{ title: "MeasuredText", description: "A text block laid out.", additionalProperties: false },
);

const Boxed = (title: string, description: string): TSchema =>
	Type.Object({ box: PlacedBoxSchema }, { title, description, additionalProperties: false });

/**
 * A layer contains layers, so the schemas are in a module, whose definitions can refer to each
 * other.
 */
const MeasuredLayers = Type.Module({
	MeasuredLayer: Type.Object(
		{
			type: StringEnum(ENUMS.layerType, { description: "Type of the layer." }),
			name: Type.Optional(Type.String({ description: "Its name in the document." })),
			path: Type.String({
				description: "Where it is in the document: JSON pointer.",
				examples: ["/slides/0/layers/0/children/2"],
			}),
			href: Type.Optional(Type.String({ description: "Its link." })),
			box: PlacedBoxSchema,
			ink: Nullable(InkSchema, { description: "null when nothing is drawn." }),
			children: Type.Optional(
				Type.Array(Type.Ref("MeasuredLayer"), {
					description: "For a stack: its layers, except those that are left out.",
				}),
			),
			contentScale: Type.Optional(
				Type.Number({
					description: "For a stack or grid with fit: the factor by which its content is scaled.",
				}),
			),
			fontSize: Type.Optional(px("For a text: the font size used.")),
			shrunkFrom: Type.Optional(px(`For a text with fit shrink: ${SHRUNK_FROM}`)),
			lines: Type.Optional(
				Type.Array(MeasuredLineSchema, {
					description: "For a text: its lines from top to bottom.",
				}),
			),
			truncated: Type.Optional(
				Type.Boolean({ description: "For a text: whether maxLines cut off the end." }),
			),
			contrast: Type.Optional(contrast),
		},
		{
			title: "MeasuredLayer",
			description:
				"A layer laid out, in coordinates of the slide. box is without the rotation of the layer and of the stacks around it; ink is with them.",
			additionalProperties: false,
		},
	),
});

export const MeasuredSlideSchema = Type.Object(
	{
		platform: PICTURE_PLATFORM,
		slide: Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxCarouselSlides,
			description: "Number of the slide, counted from 1.",
		}),
		textBlocks: Type.Array(MeasuredTextSchema, {
			description: "The text blocks of the slide, one for each, in their order.",
		}),
		imageOverlays: Type.Array(
			Boxed("MeasuredOverlay", "An overlay: the requested box. No image is fetched."),
			{ description: "The overlays of the slide, one for each, in their order." },
		),
		layers: Type.Array(MeasuredLayers.Import("MeasuredLayer"), {
			description:
				"The layers in painting order: common layers behind, layers of the slide, common layers in front. Layers that are left out are missing.",
		}),
		safeArea: Type.Object(RECTANGLE, {
			title: "SafeArea",
			description: "The area that the platform's app does not cover.",
			additionalProperties: false,
		}),
		alt: Type.String({ description: "Alternative text: slide.alt, or the text of the slide." }),
		stepper: Nullable(Boxed("MeasuredStepper", "The progress mark."), {
			description: "null if there is none: in mode single and with stepperStyle none.",
		}),
	},
	{ title: "MeasuredSlide", description: "A slide laid out.", additionalProperties: false },
);

export const MeasureResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		platform: StringEnum(CANVAS_IDS, {
			description: "Platform that was laid out for: the first, where the document has platforms.",
		}),
		previewWidth: px("Width of a slide, on the first platform."),
		previewHeight: px("Height of a slide, on the first platform."),
		templateVersion: Type.Optional(Type.String({ description: TEMPLATE_VERSION })),
		slides: Type.Array(MeasuredSlideSchema, {
			description: "All slides, in either mode; those of the first platform first.",
		}),
		...WARNING_MEMBERS,
	},
	{
		title: "MeasureResponse",
		description:
			"The position of everything, and the warnings of a render, except those that need the images (image_enlarged, image_replaced, low_contrast over images).",
		additionalProperties: false,
	},
);

/** Answer of /api/measure. */
export interface MeasureResponse extends Warnings {
	readonly ok: true;
	readonly platform: CanvasId;
	readonly previewWidth: number;
	readonly previewHeight: number;
	readonly slides: readonly MeasuredSlide[];
}

/** A rectangle, preview pixels. */
export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}
export interface PlacedBox extends Rectangle {
	readonly rotation: number;
	readonly skewX?: number;
	readonly skewY?: number;
}
export interface MeasuredLine extends Rectangle {
	readonly text: string;
	readonly direction: "ltr" | "rtl";
	readonly broken: boolean;
}
export interface MeasuredText {
	readonly box: PlacedBox;
	readonly ink: Rectangle | null;
	readonly fontSize: number;
	readonly shrunkFrom?: number;
	readonly lines: readonly MeasuredLine[];
	readonly truncated: boolean;
	readonly contrast: number | null;
}
export interface MeasuredLayer {
	readonly type: LayerType;
	readonly name?: string;
	readonly path: string;
	readonly box: PlacedBox;
	readonly ink: Rectangle | null;
	readonly children?: readonly MeasuredLayer[];
	readonly contentScale?: number;
	readonly fontSize?: number;
	readonly shrunkFrom?: number;
	readonly lines?: readonly MeasuredLine[];
	readonly truncated?: boolean;
	readonly contrast?: number | null;
}
export interface MeasuredSlide {
	/** Present when the document has several platforms. */
	readonly platform?: CanvasId;
	readonly slide: number;
	readonly textBlocks: readonly MeasuredText[];
	readonly imageOverlays: readonly { readonly box: PlacedBox }[];
	readonly layers: readonly MeasuredLayer[];
	readonly safeArea: Rectangle;
	readonly alt: string;
	readonly stepper: { readonly box: PlacedBox } | null;
}
