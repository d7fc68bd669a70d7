/** Enumerations of the request, as the render-schema endpoint returns them under `enums`. */
export const ENUMS = Object.freeze({
	mode: ["single", "carousel"],
	stepperStyle: ["none", "numeric", "dots", "dots-outline", "bars", "pills", "line", "minimal"],
	textStyle: ["bold", "shadow", "outline", "highlight"],
	textSize: ["S", "M", "L", "XL"],
	textAlign: ["start", "center", "end", "left", "right"],
	verticalAlign: ["top", "middle", "bottom"],
	textWeight: [400, 500, 600, 700, 800, 900],
	textFit: ["none", "shrink"],
	overlayFit: ["cover", "contain"],
	scrimFrom: ["all", "top", "bottom", "left", "right"],
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
export type OverlayFit = (typeof ENUMS.overlayFit)[number];
export type ScrimFrom = (typeof ENUMS.scrimFrom)[number];
export type OutputFormat = (typeof ENUMS.outputFormat)[number];
export type Delivery = (typeof ENUMS.delivery)[number];

/** Font size in preview pixels of each text size, used when fontSize is absent. */
export const TEXT_SIZE_PX: Readonly<Record<TextSize, number>> = { S: 20, M: 28, L: 36, XL: 52 };
