/** Enumerations of the request, as the render-schema endpoint returns them under `enums`. */
export const ENUMS = Object.freeze({
	mode: ["single", "carousel"],
	stepperStyle: ["none", "numeric", "dots", "dots-outline", "bars", "pills", "line", "minimal"],
	textStyle: ["bold", "shadow", "outline", "highlight"],
	textSize: ["S", "M", "L", "XL"],
	outputFormat: ["png", "svg"],
	delivery: ["dataUrl", "url", "both"],
} as const);

export type Mode = (typeof ENUMS.mode)[number];
export type StepperStyle = (typeof ENUMS.stepperStyle)[number];
export type TextStyle = (typeof ENUMS.textStyle)[number];
export type TextSize = (typeof ENUMS.textSize)[number];
export type OutputFormat = (typeof ENUMS.outputFormat)[number];
export type Delivery = (typeof ENUMS.delivery)[number];

/** Font size in preview pixels of each text size, used when fontSize is absent. */
export const TEXT_SIZE_PX: Readonly<Record<TextSize, number>> = { S: 20, M: 28, L: 36, XL: 52 };
