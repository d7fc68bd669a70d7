/** Enumerations of the request; the render-schema endpoint returns them as `enums`. */
export const ENUMS = Object.freeze({
	mode: ["single", "carousel"],
	stepperStyle: ["none", "numeric", "dots", "dots-outline", "bars", "pills", "line", "minimal"],
	textStyle: ["bold", "shadow", "outline", "highlight"],
	textSize: ["S", "M", "L", "XL"],
	textAlign: ["start", "center", "end", "left", "right", "justify"],
	verticalAlign: ["top", "middle", "bottom"],
	textWeight: [400, 500, 600, 700, 800, 900],
	textFit: ["none", "shrink", "fill"],
	overlayFit: ["cover", "contain"],
	scrimFrom: ["all", "top", "bottom", "left", "right"],
	within: ["safeArea"],
	canvasShape: ["landscape", "square", "portrait", "story", "banner", "wide"],
	blendMode: [
		"normal",
		"multiply",
		"screen",
		"overlay",
		"darken",
		"lighten",
		"color-dodge",
		"color-burn",
		"hard-light",
		"soft-light",
		"difference",
		"exclusion",
		"hue",
		"saturation",
		"color",
		"luminosity",
	],
	layerType: ["text", "image", "shape", "stack", "grid", "barcode"],
	layerPosition: ["absolute"],
	stackDirection: ["column", "row", "column-reverse", "row-reverse"],
	stackAlign: ["start", "center", "end", "stretch", "baseline", "last-baseline"],
	cellAlign: ["start", "center", "end", "stretch"],
	trackJustify: [
		"stretch",
		"start",
		"center",
		"end",
		"space-between",
		"space-around",
		"space-evenly",
	],
	stackJustify: ["start", "center", "end", "space-between", "space-around", "space-evenly"],
	slideDirection: ["ltr", "rtl", "auto"],
	shape: [
		"rectangle",
		"ellipse",
		"line",
		"arrow",
		"triangle",
		"polygon",
		"star",
		"arc",
		"path",
		"series",
	],
	seriesDraw: ["line", "area", "columns", "dots"],
	seriesAt: ["edges", "centers"],
	strokePosition: ["center", "inside", "outside"],
	strokeCap: ["butt", "round", "square"],
	strokeJoin: ["miter", "round", "bevel"],
	barcodeKind: ["qr", "datamatrix", "ean13", "ean8", "upca", "code128"],
	errorCorrection: ["L", "M", "Q", "H"],
	flip: ["horizontal", "vertical", "both"],
	focus: ["attention", "entropy"],
	textTransform: ["none", "uppercase", "lowercase", "capitalize"],
	textWrap: ["normal", "balance", "pretty", "nowrap"],
	overflowWrap: ["break-word", "anywhere", "normal"],
	whiteSpace: ["pre-wrap", "normal"],
	hyphens: ["none", "auto", "long-words"],
	textDirection: ["auto", "ltr", "rtl"],
	wordBreak: ["normal", "keep-all"],
	listMarker: ["disc", "number", "check", "none"],
	outputFormat: ["png", "svg", "jpeg", "webp"],
	delivery: ["dataUrl", "url", "both"],
} as const);

export type Mode = (typeof ENUMS.mode)[number];
export type StepperStyle = (typeof ENUMS.stepperStyle)[number];
export type TextStyle = (typeof ENUMS.textStyle)[number];
export type TextSize = (typeof ENUMS.textSize)[number];
export type TextAlign = (typeof ENUMS.textAlign)[number];
export type VerticalAlign = (typeof ENUMS.verticalAlign)[number];
export type TextWeight = (typeof ENUMS.textWeight)[number];
export type StrokePosition = (typeof ENUMS.strokePosition)[number];
export type OverlayFit = (typeof ENUMS.overlayFit)[number];
export type ScrimFrom = (typeof ENUMS.scrimFrom)[number];
export type CanvasShape = (typeof ENUMS.canvasShape)[number];
export type BlendMode = (typeof ENUMS.blendMode)[number];
/** How a picture or a shape is mirrored. */
export type Flip = (typeof ENUMS.flip)[number];
export type LayerType = (typeof ENUMS.layerType)[number];
export type ShapeKind = (typeof ENUMS.shape)[number];
export type OutputFormat = (typeof ENUMS.outputFormat)[number];
export type Delivery = (typeof ENUMS.delivery)[number];

/** Font size in preview pixels of each `size`, used if fontSize is absent. */
export const TEXT_SIZE_PX: Readonly<Record<TextSize, number>> = { S: 20, M: 28, L: 36, XL: 52 };
