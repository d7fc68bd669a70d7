/** Fills for slides, boxes, shapes and letters. */
import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../limits.js";
import { tolerantObject } from "../schema.js";
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
	},
	{
		title: "RadialGradient",
		description:
			"A gradient from a centre to the farthest corner, as CSS radial-gradient(farthest-corner).",
		additionalProperties: false,
	},
);

export const ImagePaintSchema = tolerantObject(
	{
		type: Type.Literal("image"),
		src: Type.String({
			examples: ["/api/assets/photos/builtin/aurora-green-portrait.svg"],
			description: "The image that covers the box. Takes the same values as src of an image.",
		}),
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

const PAINT_DESCRIPTION = "A CSS colour, a gradient or an image.";

export const PaintSchema = Type.Union(
	[CssColor("A colour."), LinearGradientSchema, RadialGradientSchema, ImagePaintSchema],
	{
		title: "Paint",
		description: PAINT_DESCRIPTION,
		examples: [
			"#0C513F",
			{ type: "linear", angle: 135, stops: [{ color: "#FF6B35" }, { color: "#E74C3C" }] },
		],
	},
);

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
