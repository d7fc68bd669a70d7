/**
 * The union of layers. A stack contains layers, so the schemas are in a TypeBox module, whose
 * definitions can refer to each other.
 */
import { type Static, Type } from "@sinclair/typebox";
import { ENUMS, type LayerType } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum, tolerantObject } from "../schema.js";
import { BarcodeLayerSchema } from "./barcode.js";
import { background, border, cornerRadius, padding, shadow } from "./box.js";
import { ImageLayerSchema } from "./image.js";
import { boxFields, flowFields, name, opacity, placementFields, rotation } from "./layer-fields.js";
import { ShapeLayerSchema } from "./shape.js";
import { TextLayerSchema } from "./text.js";
import { Length } from "./values.js";

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
		gap: Type.Optional(Length("Space between children, and between lines.", { default: 0 })),
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
		...boxFields,
		...placementFields,
		...flowFields,
		background,
		padding,
		border,
		borderRadius: cornerRadius,
		shadow,
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

/** The definitions by the names with which they refer to each other: their titles. */
export const LayerModule = Type.Module({
	TextLayer: TextLayerSchema,
	ImageLayer: ImageLayerSchema,
	ShapeLayer: ShapeLayerSchema,
	StackLayer: StackLayerSchema,
	BarcodeLayer: BarcodeLayerSchema,
	Layer: Type.Union(
		[
			Type.Ref("TextLayer"),
			Type.Ref("ImageLayer"),
			Type.Ref("ShapeLayer"),
			Type.Ref("StackLayer"),
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

/** A layer as the client sent it: absent fields are absent. */
export type Layer = TextLayer | ImageLayer | ShapeLayer | StackLayer | BarcodeLayer;

export const LayerSchema = Type.Unsafe<Layer>(LayerModule.Import("Layer"));

/** A list of layers, painted in order. */
export const LayersOf = (description: string) =>
	Type.Array(LayerSchema, { maxItems: LIMITS.maxLayersOfAllShapes, default: [], description });
