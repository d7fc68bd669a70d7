import { Type } from "@sinclair/typebox";
import { ENUMS, type ShapeKind } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum, tolerantObject } from "../schema.js";
import { cornerRadius, shadow, shadows } from "./box.js";
import { effects } from "./effects.js";
import { boxFields, flowFields, name, opacity, placementFields, rotation } from "./layer-fields.js";
import { PaintOf } from "./paint.js";
import { CssColor, DashPattern, Length } from "./values.js";

export const StrokeSchema = tolerantObject(
	{
		color: Type.Optional(CssColor("Colour of the line.", { default: "#FFFFFF" })),
		width: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxStrokeWidth,
				default: 2,
				description: "Width of the line. Preview pixels.",
			}),
		),
		paint: Type.Optional(
			PaintOf("Paints the line instead of color. It spans the box of the shape."),
		),
		position: Type.Optional(
			StringEnum(ENUMS.strokePosition, {
				default: "center",
				description: "Where the line lies on a closed outline.",
			}),
		),
		dash: Type.Optional(DashPattern("Lengths of a dash and of the gap after it.")),
		cap: Type.Optional(
			StringEnum(ENUMS.strokeCap, { default: "butt", description: "How open lines end." }),
		),
		join: Type.Optional(
			StringEnum(ENUMS.strokeJoin, { default: "miter", description: "How corners are drawn." }),
		),
	},
	{ title: "Stroke", description: "A line along an outline.", additionalProperties: false },
);

const degrees = (description: string, value: number) =>
	Type.Number({
		minimum: -360,
		maximum: 360,
		default: value,
		description: `${description} Degrees clockwise.`,
	});

/** Fields that only some shapes have, and which shapes these are. */
export const SHAPE_FIELDS: Readonly<Record<string, readonly ShapeKind[]>> = {
	borderRadius: ["rectangle", "series"],
	sides: ["polygon"],
	points: ["star"],
	innerRadius: ["star"],
	from: ["arc"],
	sweep: ["arc"],
	thickness: ["arc"],
	path: ["path"],
	viewBox: ["path"],
	values: ["series"],
	domain: ["series"],
	draw: ["series"],
	at: ["series"],
	spacing: ["series"],
	smooth: ["series"],
};

export const ShapeLayerSchema = tolerantObject(
	{
		type: Type.Literal("shape"),
		shape: StringEnum(ENUMS.shape, {
			description:
				"The shape. line and arrow run from the middle of the left side to the middle of the right side, or from top to bottom if the box is taller than wide; triangle, polygon and star point up. series draws numbers as a line, an area, columns or dots.",
		}),
		...boxFields,
		...placementFields,
		...flowFields,
		rotation,
		opacity,
		name,
		fill: Type.Optional(PaintOf("Fills the shape. Default: #FFFFFF; no fill for line and arrow.")),
		stroke: Type.Optional(StrokeSchema),
		flip: Type.Optional(
			StringEnum(ENUMS.flip, {
				description: "Mirrors the shape in its box, with gradients and pictures in it.",
			}),
		),
		borderRadius: cornerRadius,
		shadow,
		shadows,
		...effects,
		sides: Type.Optional(
			Type.Integer({
				minimum: 3,
				maximum: LIMITS.maxPolygonSides,
				default: 6,
				description: "Sides of a polygon.",
			}),
		),
		points: Type.Optional(
			Type.Integer({
				minimum: 3,
				maximum: LIMITS.maxStarPoints,
				default: 5,
				description: "Points of a star.",
			}),
		),
		innerRadius: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 100,
				default: 40,
				description: "Inner radius of a star, relative to the outer radius. Percent.",
			}),
		),
		from: Type.Optional(degrees("Start angle of an arc, from the top.", 0)),
		sweep: Type.Optional(degrees("Angle that an arc covers.", 360)),
		thickness: Type.Optional(
			Length("Width of the ring of an arc. Without it, the arc is a pie slice."),
		),
		path: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: LIMITS.maxPathLength,
				examples: ["M0 0 L100 0 L50 100 Z"],
				description: `SVG path data, at most ${LIMITS.maxPathSegments} segments.`,
			}),
		),
		viewBox: Type.Optional(
			Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
				description:
					"[x, y, width, height] of the path's coordinates, stretched to the box; a path needs it.",
				examples: [[0, 0, 100, 100]],
			}),
		),
		values: Type.Optional(
			Type.Array(Type.Union([Type.Number(), Type.Null()]), {
				maxItems: LIMITS.maxListItems,
				examples: [[3, 5, null, 8]],
				description:
					'Numbers of a series, from left to right; null is a gap. In a document with variables also one placeholder that gives a list, such as "{{sales.map(s, s.amount)}}".',
			}),
		),
		domain: Type.Optional(
			Type.Tuple([Type.Number(), Type.Number()], {
				examples: [[0, 100]],
				description:
					"[low, high]: the values at the bottom and at the top of the box; values outside are drawn at its edge. Default: the range of the values, and 0 for areas and columns.",
			}),
		),
		draw: Type.Optional(
			StringEnum(ENUMS.seriesDraw, {
				default: "line",
				description:
					"How a series is drawn. Columns and areas start at 0, or at the nearest end of the domain.",
			}),
		),
		at: Type.Optional(
			StringEnum(ENUMS.seriesAt, {
				description:
					"Where the points of a series are: edges spreads them from side to side, centers puts each in the middle of an equal slot. Default: edges for lines and areas; columns and dots are always in slots.",
			}),
		),
		spacing: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 95,
				default: 20,
				description: "Free space in the slot of a column or dot. Percent.",
			}),
		),
		smooth: Type.Optional(
			Type.Boolean({
				default: false,
				description:
					"Curves instead of straight lines, which never leave the range of two neighbours.",
			}),
		),
	},
	{
		title: "ShapeLayer",
		description: "A geometric shape.",
		additionalProperties: false,
	},
);
