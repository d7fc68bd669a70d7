/** The enumerations that the render-schema endpoint lists. */
import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "./enums.js";

const DESCRIPTIONS = {
	mode: "Values of mode.",
	stepperStyle: "Values of stepperStyle.",
	textStyle: "Values of a text block's style.",
	textSize: "Values of a text block's size.",
	textAlign: "Values of a text block's align.",
	verticalAlign: "Values of a text block's verticalAlign.",
	textWeight: "Values of a text block's weight.",
	textFit: "Values of a text block's fit.",
	overlayFit: "Values of an overlay's fit.",
	scrimFrom: "Values of a scrim's from.",
	within: "Values of within.",
	canvasShape: "Values in only.",
	blendMode: "Values of blendMode.",
	layerType: "Values of a layer's type.",
	layerPosition: "Values of a layer's position.",
	stackDirection: "Values of a stack's direction.",
	stackAlign: "Values of a stack's align, and of alignSelf.",
	cellAlign: "Values of justifyItems and justifySelf in a grid.",
	trackJustify: "Values of justify and alignContent of a grid.",
	stackJustify: "Values of a stack's justify.",
	slideDirection: "Values of dir.",
	shape: "Values of a shape's shape.",
	strokeCap: "Values of a stroke's cap.",
	strokePosition: "Values of the position of a shape's stroke.",
	strokeJoin: "Values of a stroke's join.",
	barcodeKind: "Values of a barcode's kind.",
	errorCorrection: "Values of a barcode's errorCorrection.",
	flip: "Values of flip.",
	focus: "Values of focus.",
	textTransform: "Values of textTransform.",
	textWrap: "Values of textWrap.",
	overflowWrap: "Values of overflowWrap.",
	whiteSpace: "Values of whiteSpace.",
	hyphens: "Values of hyphens.",
	textDirection: "Values of textDirection.",
	wordBreak: "Values of wordBreak.",
	seriesDraw: "Values of a series' draw.",
	seriesAt: "Values of a series' at.",
	listMarker: "Values of a list's marker with a meaning; it takes any other characters too.",
	outputFormat: "Values of format.",
	delivery: "Values of delivery.",
} as const satisfies Record<keyof typeof ENUMS, string>;

type Name = keyof typeof DESCRIPTIONS;
type Values = { [N in Name]: (typeof ENUMS)[N][number][] };

const member = (name: Name) => {
	const item = typeof ENUMS[name][0] === "number" ? Type.Integer() : Type.String();
	return Type.Array(item, { description: DESCRIPTIONS[name] });
};

export const PublishedEnumsSchema = Type.Unsafe<Values>(
	Type.Object(
		Object.fromEntries((Object.keys(DESCRIPTIONS) as Name[]).map((name) => [name, member(name)])),
		{ description: "The enumerations.", additionalProperties: false },
	),
);
export type PublishedEnums = Static<typeof PublishedEnumsSchema>;
