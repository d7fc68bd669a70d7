/**
 * The union of layers. A stack contains layers, so the schemas are in a TypeBox module, whose
 * definitions can refer to each other.
 */
import { type Static, Type } from "@sinclair/typebox";
import { ENUMS, type LayerType } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum, tolerantObject } from "../schema.js";
import { BarcodeLayerSchema } from "./barcode.js";
import { background, border, cornerRadius, padding, shadow, shadows } from "./box.js";
import { effects } from "./effects.js";
import { ImageLayerSchema } from "./image.js";
import {
	boxFields,
	flowFields,
	insideFields,
	name,
	opacity,
	placementFields,
	rotation,
} from "./layer-fields.js";
import { ShapeLayerSchema } from "./shape.js";
import { TextLayerSchema } from "./text.js";
import { Length } from "./values.js";

const gapFields = {
	gap: Type.Optional(Length("Space between children, and between lines.", { default: 0 })),
	columnGap: Type.Optional(Length("Horizontal space between children, instead of gap.")),
	rowGap: Type.Optional(Length("Vertical space between children, instead of gap.")),
};

/** Makes the content as large as its box allows. */
const fitFields = {
	fit: Type.Optional(
		StringEnum(ENUMS.textFit, {
			default: "none",
			description:
				"shrink makes the content smaller until it fits, fill also larger: paddings, gaps, tracks, texts and everything else inside by one common factor, in steps of 1/64. Both need a limited width and height; with maxHeight alone, the box is as high as its content.",
		}),
	),
	minScale: Type.Optional(
		Type.Number({
			minimum: LIMITS.minContentScale,
			maximum: 1,
			default: 0.5,
			description: "Smallest factor that fit may use.",
		}),
	),
	maxScale: Type.Optional(
		Type.Number({
			minimum: 1,
			maximum: LIMITS.maxContentScale,
			default: 2,
			description: "Largest factor that fit fill may use.",
		}),
	),
	fitGroup: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: LIMITS.maxFitGroupLength,
			examples: ["cards"],
			description:
				"Stacks and grids with fit and the same group all take the smallest factor that one of them needs, on all slides.",
		}),
	),
};

const StackLayerSchema = tolerantObject(
	{
		type: Type.Literal("stack"),
		children: Type.Optional(
			Type.Array(Type.Ref("Layer"), {
				maxItems: LIMITS.maxLayersOfAllShapes,
				default: [],
				description: "Layers that the stack lays out, in order.",
			}),
		),
		direction: Type.Optional(
			StringEnum(ENUMS.stackDirection, {
				default: "column",
				description: "Direction in which the children are placed.",
			}),
		),
		...gapFields,
		align: Type.Optional(
			StringEnum(ENUMS.stackAlign, {
				default: "start",
				description: "Alignment of the children across the direction.",
			}),
		),
		justify: Type.Optional(
			StringEnum(ENUMS.stackJustify, {
				default: "start",
				description: "Distribution of the children along the direction.",
			}),
		),
		wrap: Type.Optional(
			Type.Boolean({ default: false, description: "Children that do not fit start a new line." }),
		),
		clip: Type.Optional(
			Type.Boolean({
				default: false,
				description: "Clips the children to the box and its rounded corners.",
			}),
		),
		...fitFields,
		...insideFields,
		...boxFields,
		...placementFields,
		...flowFields,
		background,
		padding,
		border,
		borderRadius: cornerRadius,
		shadow,
		shadows,
		...effects,
		rotation,
		opacity,
		name,
	},
	{
		title: "StackLayer",
		description:
			"A box that lays out its children like CSS flexbox. Without width and height it is as large as its content.",
		additionalProperties: false,
	},
);

const BREADTH = "auto|min-content|max-content|\\d{1,7}(\\.\\d{1,6})?%";
const FRACTION = "\\d{1,4}(\\.\\d{1,6})?fr";

const TrackSchema = Type.Union(
	[
		Type.Number({ minimum: 0 }),
		Type.String({ pattern: `^(${BREADTH}|${FRACTION})$` }),
		Type.Object(
			{
				min: Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: `^(${BREADTH})$` })]),
				max: Type.Union([
					Type.Number({ minimum: 0 }),
					Type.String({ pattern: `^(${BREADTH}|${FRACTION})$` }),
				]),
			},
			{ additionalProperties: false },
		),
	],
	{
		title: "Track",
		description:
			'Size of a column or row: preview pixels, a percentage, "auto", "min-content", "max-content", a share such as "2fr", or { min, max } of these; a min is not a share.',
		examples: ["1fr"],
	},
);
const trackCount = Type.Integer({ minimum: 1, maximum: LIMITS.maxGridTracks });
const tracks = Type.Array(Type.Ref("Track"), { minItems: 1, maxItems: LIMITS.maxGridTracks });

const GridLayerSchema = tolerantObject(
	{
		type: Type.Literal("grid"),
		children: Type.Optional(
			Type.Array(Type.Ref("Layer"), {
				maxItems: LIMITS.maxLayersOfAllShapes,
				default: [],
				description: "Layers in the cells, row by row.",
			}),
		),
		columns: Type.Optional(
			Type.Union([tracks, trackCount, Type.Literal("subgrid")], {
				description:
					"Sizes of the columns, or their number: n columns of equal width, whatever they hold. subgrid uses the columns of the grid around it. Default: one automatic column.",
				examples: [3],
			}),
		),
		rows: Type.Optional(
			Type.Union([tracks, trackCount], {
				description: "Sizes of the rows, or their number. Rows beyond them are automatic.",
			}),
		),
		...gapFields,
		align: Type.Optional(
			StringEnum(ENUMS.stackAlign, {
				default: "stretch",
				description: "Vertical alignment of the children in their cells.",
			}),
		),
		justifyItems: Type.Optional(
			StringEnum(ENUMS.cellAlign, {
				default: "stretch",
				description: "Horizontal alignment of the children in their cells.",
			}),
		),
		justify: Type.Optional(
			StringEnum(ENUMS.trackJustify, {
				default: "stretch",
				description: "Distribution of the columns in the grid.",
			}),
		),
		alignContent: Type.Optional(
			StringEnum(ENUMS.trackJustify, {
				default: "stretch",
				description: "Distribution of the rows in the grid.",
			}),
		),
		clip: StackLayerSchema.properties.clip,
		...fitFields,
		...insideFields,
		...boxFields,
		...placementFields,
		...flowFields,
		background,
		padding,
		border,
		borderRadius: cornerRadius,
		shadow,
		shadows,
		...effects,
		rotation,
		opacity,
		name,
	},
	{
		title: "GridLayer",
		description:
			"A box that places its children in columns and rows like CSS grid. Without width and height it is as large as its content.",
		additionalProperties: false,
	},
);

/** The definitions by the names with which they refer to each other: their titles. */
export const LayerModule = Type.Module({
	TextLayer: TextLayerSchema,
	ImageLayer: ImageLayerSchema,
	ShapeLayer: ShapeLayerSchema,
	StackLayer: StackLayerSchema,
	Track: TrackSchema,
	GridLayer: GridLayerSchema,
	BarcodeLayer: BarcodeLayerSchema,
	Layer: Type.Union(
		[
			Type.Ref("TextLayer"),
			Type.Ref("ImageLayer"),
			Type.Ref("ShapeLayer"),
			Type.Ref("StackLayer"),
			Type.Ref("GridLayer"),
			Type.Ref("BarcodeLayer"),
		],
		{ title: "Layer", description: "A layer; type selects its kind." },
	),
});

/** Name of the definition for each type of layer. */
export const LAYER_DEFINITIONS: Readonly<Record<LayerType, string>> = {
	text: "TextLayer",
	image: "ImageLayer",
	shape: "ShapeLayer",
	stack: "StackLayer",
	grid: "GridLayer",
	barcode: "BarcodeLayer",
};

/** Named interfaces keep the types of schemas that contain layers short. */
export interface TextLayer extends Static<typeof TextLayerSchema> {}
export interface ImageLayer extends Static<typeof ImageLayerSchema> {}
export interface ShapeLayer extends Static<typeof ShapeLayerSchema> {}
export interface BarcodeLayer extends Static<typeof BarcodeLayerSchema> {}
export interface StackLayer extends Omit<Static<typeof StackLayerSchema>, "children"> {
	children?: Layer[];
}

type Breadth = number | string;
export type TrackSpec = Breadth | { min: Breadth; max: Breadth };
export interface GridLayer
	extends Omit<Static<typeof GridLayerSchema>, "children" | "columns" | "rows"> {
	children?: Layer[];
	columns?: TrackSpec[] | number | "subgrid";
	rows?: TrackSpec[] | number;
}

/** A layer as the client sent it: absent fields are absent. */
export type Layer = TextLayer | ImageLayer | ShapeLayer | StackLayer | GridLayer | BarcodeLayer;

export const LayerSchema = Type.Unsafe<Layer>(LayerModule.Import("Layer"));

/** A list of layers, painted in order. */
export const LayersOf = (description: string) =>
	Type.Array(LayerSchema, { maxItems: LIMITS.maxLayersOfAllShapes, default: [], description });
