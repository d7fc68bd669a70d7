/** Fills for slides, boxes, shapes and letters. */
import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../limits.js";
import { tolerantObject } from "../schema.js";
import { fallback } from "./picture.js";
import { CssColor } from "./values.js";

const percent = (description: string, options: Record<string, unknown> = {}) =>
	Type.Number({ minimum: 0, maximum: 100, description: `${description} Percent.`, ...options });

export const GradientStopSchema = tolerantObject(
	{
		color: CssColor("Colour at this stop."),
		at: Type.Optional(
			percent(
				"Position of the stop, not less than that of the previous stop. Stops without it are spaced evenly.",
			),
		),
	},
	{ title: "GradientStop", description: "A colour of a gradient.", additionalProperties: false },
);

const repeating = Type.Optional(
	Type.Boolean({
		default: false,
		description: "Repeats the part from the first to the last stop.",
	}),
);

const stops = Type.Array(GradientStopSchema, {
	minItems: LIMITS.minGradientStops,
	maxItems: LIMITS.maxGradientStops,
	description: "Colours along the gradient, in order.",
});

export const LinearGradientSchema = tolerantObject(
	{
		type: Type.Literal("linear"),
		angle: Type.Optional(
			Type.Number({
				minimum: -360,
				maximum: 360,
				default: 180,
				description: "Direction as in CSS: 0 goes up, 90 to the right, 180 down. Degrees.",
			}),
		),
		stops,
		repeating,
	},
	{
		title: "LinearGradient",
		description: "A gradient along a line, as CSS linear-gradient().",
		additionalProperties: false,
	},
);

export const RadialGradientSchema = tolerantObject(
	{
		type: Type.Literal("radial"),
		cx: Type.Optional(percent("Centre, from the left edge of the box.", { default: 50 })),
		cy: Type.Optional(percent("Centre, from the top edge of the box.", { default: 50 })),
		stops,
		repeating,
	},
	{
		title: "RadialGradient",
		description:
			"A gradient from a centre to the farthest corner, as CSS radial-gradient(farthest-corner).",
		additionalProperties: false,
	},
);

export const ConicGradientSchema = tolerantObject(
	{
		type: Type.Literal("conic"),
		from: Type.Optional(
			Type.Number({
				minimum: -360,
				maximum: 360,
				default: 0,
				description: "Where the gradient starts, clockwise from the top. Degrees.",
			}),
		),
		cx: Type.Optional(percent("Centre, from the left edge of the box.", { default: 50 })),
		cy: Type.Optional(percent("Centre, from the top edge of the box.", { default: 50 })),
		stops,
		repeating,
	},
	{
		title: "ConicGradient",
		description: "A gradient around a centre, clockwise, as CSS conic-gradient().",
		additionalProperties: false,
	},
);

const imageSource = (description: string) =>
	Type.String({
		examples: ["/api/assets/photos/builtin/aurora-green-portrait.svg"],
		description: `${description} Takes the same values as src of an image.`,
	});

export const PatternPaintSchema = tolerantObject(
	{
		type: Type.Literal("pattern"),
		src: imageSource("The image that is repeated."),
		fallback,
		width: Type.Optional(
			Type.Number({
				minimum: LIMITS.minPatternWidth,
				maximum: LIMITS.maxPatternWidth,
				default: 80,
				description: "Width of a tile; its height follows from the image. Preview pixels.",
			}),
		),
		gap: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxPatternGap,
				default: 0,
				description: "Space between tiles. Preview pixels.",
			}),
		),
		rotation: Type.Optional(
			Type.Number({
				minimum: -360,
				maximum: 360,
				default: 0,
				description: "Clockwise rotation of the pattern around the centre of the box. Degrees.",
			}),
		),
	},
	{
		title: "PatternPaint",
		description:
			"An image that is repeated in rows and columns from the top left corner of the box.",
		additionalProperties: false,
	},
);

export const GrainPaintSchema = tolerantObject(
	{
		type: Type.Literal("grain"),
		amount: Type.Number({
			minimum: 0,
			maximum: 1,
			description: "Opacity of the strongest grains.",
		}),
		size: Type.Optional(
			Type.Number({
				minimum: LIMITS.minGrainSize,
				maximum: LIMITS.maxGrainSize,
				default: 1,
				description: "Size of a grain. Preview pixels.",
			}),
		),
		color: Type.Optional(
			CssColor("Colour of the grains. Default: black and white ones.", { examples: ["#FFFFFF"] }),
		),
	},
	{
		title: "GrainPaint",
		description: "Noise on a transparent ground; always the same, at every scale.",
		additionalProperties: false,
	},
);

export const ImagePaintSchema = tolerantObject(
	{
		type: Type.Literal("image"),
		src: imageSource("The image that covers the box."),
		fallback,
		cropX: Type.Optional(percent("Horizontal focal point of the image.", { default: 50 })),
		cropY: Type.Optional(percent("Vertical focal point of the image.", { default: 50 })),
		zoom: Type.Optional(
			Type.Number({
				minimum: 1,
				maximum: LIMITS.maxZoom,
				default: 1,
				description: "Enlarges the image around its focal point.",
			}),
		),
	},
	{
		title: "ImagePaint",
		description: "An image as a fill: a photo in the shape of a star, or in letters.",
		additionalProperties: false,
	},
);

const singlePaints = [
	CssColor("A colour."),
	LinearGradientSchema,
	RadialGradientSchema,
	ConicGradientSchema,
	ImagePaintSchema,
	PatternPaintSchema,
	GrainPaintSchema,
] as const;

export const LayeredPaintSchema = tolerantObject(
	{
		type: Type.Literal("layers"),
		paints: Type.Array(
			Type.Union([...singlePaints], { title: "SinglePaint", description: "Any other paint." }),
			{
				minItems: LIMITS.minPaintLayers,
				maxItems: LIMITS.maxPaintLayers,
				description: "Paints over each other; the first is on top.",
			},
		),
	},
	{
		title: "LayeredPaint",
		description: "Several paints over each other, as the layers of a CSS background.",
		additionalProperties: false,
	},
);

const PAINT_DESCRIPTION =
	"A CSS colour, a gradient, an image, a pattern, grain, or layers of these.";

export const PaintSchema = Type.Union([...singlePaints, LayeredPaintSchema], {
	title: "Paint",
	description: PAINT_DESCRIPTION,
	examples: [
		"#0C513F",
		{ type: "linear", angle: 135, stops: [{ color: "#FF6B35" }, { color: "#E74C3C" }] },
	],
});

/**
 * A field for a paint.
 * @param about what the paint is for; the schema of a paint has its own description
 */
export const PaintOf = (about: string) =>
	Type.Union(PaintSchema.anyOf as typeof PaintSchema.anyOf, {
		title: "Paint",
		description: PAINT_DESCRIPTION,
		about,
	});

export type Paint = Static<typeof PaintSchema>;
export type LayeredPaint = Static<typeof LayeredPaintSchema>;
export type SinglePaint = Exclude<Paint, LayeredPaint>;
