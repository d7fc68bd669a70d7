/** One slide for each image in docs/pictures.md, 450 x 236.25 preview pixels. */
import type { Layer } from "../../src/contract/document/layers.js";
import type { Slide } from "../../src/contract/render-request.js";

const INK = "#1E293B";
type Picture = Extract<Layer, { type: "image" }>;

/** An image with its fields as the caption. */
const cell = (text: string, fields: Partial<Picture>, src: string): Layer => ({
	type: "stack",
	grow: 1,
	basis: 0,
	align: "center",
	gap: 8,
	children: [
		{ type: "image", src, width: 84, height: 66, borderRadius: 6, ...fields },
		{ type: "text", text, fontSize: 9, weight: 600, textColor: INK },
	],
});

const rows = (...lines: Layer[][]): Slide => ({
	backgroundColor: "#F1F5F9",
	layers: [
		{
			type: "stack",
			x: 12,
			right: 12,
			y: 0,
			height: "100%",
			justify: "space-evenly",
			align: "stretch",
			children: lines.map((children): Layer => ({ type: "stack", direction: "row", children })),
		},
	],
});

/**
 * @param photo URL of a photograph
 * @param cutOut URL of an image with transparency
 */
export const pictureLooks = (photo: string, cutOut: string): Readonly<Record<string, Slide>> => ({
	filter: rows(
		[
			cell("as it is", {}, photo),
			cell("blur: 4", { filter: { blur: 4 } }, photo),
			cell("brightness: 1.4", { filter: { brightness: 1.4 } }, photo),
			cell("contrast: 1.6", { filter: { contrast: 1.6 } }, photo),
		],
		[
			cell("saturate: 2.4", { filter: { saturate: 2.4 } }, photo),
			cell("grayscale: 1", { filter: { grayscale: 1 } }, photo),
			cell("sepia: 0.8", { filter: { sepia: 0.8 } }, photo),
			cell("duotone", { filter: { duotone: ["#14213D", "#FFC600"] } }, photo),
		],
	),
	crop: rows(
		[
			cell("as it is", {}, photo),
			cell("zoom: 2", { zoom: 2 }, photo),
			cell("zoom: 2, cropX: 100", { zoom: 2, cropX: 100 }, photo),
			cell('flip: "horizontal"', { flip: "horizontal" }, photo),
		],
		[
			cell('flip: "vertical"', { flip: "vertical" }, photo),
			cell('focus: "attention"', { zoom: 2, focus: "attention" }, photo),
			cell('focus: "entropy"', { zoom: 2, focus: "entropy" }, photo),
			cell('fit: "contain"', { fit: "contain" }, photo),
		],
	),
	box: rows(
		[
			cell("border", { border: { width: 4, color: "#F97316" } }, photo),
			cell("border.dash: [6, 4]", { border: { width: 3, color: INK, dash: [6, 4] } }, photo),
			cell("borderRadius: 999", { borderRadius: 999 }, photo),
			cell("[30, 0, 30, 0]", { borderRadius: [30, 0, 30, 0] }, photo),
		],
		[
			cell("shadow", { shadow: { y: 5, blur: 12, opacity: 0.4 } }, photo),
			cell("shadow.x: 6, blur: 0", { shadow: { x: 6, y: 6, blur: 0, color: "#2563EB" } }, photo),
			cell("shadow, transparent", { shadow: { y: 6, blur: 8, opacity: 0.5 } }, cutOut),
			cell("filter and shadow", { filter: { sepia: 1 }, shadow: { y: 5, blur: 12 } }, photo),
		],
	),
	blend: {
		...rows(
			(["normal", "multiply", "screen", "overlay"] as const).map((blendMode) =>
				cell(blendMode, { blendMode, borderRadius: 0 }, photo),
			),
			(["difference", "color-burn", "hue", "luminosity"] as const).map((blendMode) =>
				cell(blendMode, { blendMode, borderRadius: 0 }, photo),
			),
		),
		background: {
			type: "linear",
			angle: 90,
			stops: [{ color: "#FDBA74" }, { color: "#F9A8D4" }, { color: "#A5F3FC" }],
		},
	},
});
