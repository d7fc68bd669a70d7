import { type BrandId, DEFAULT_BRAND } from "./brands.js";
import type { Delivery, Mode, OutputFormat, StepperStyle } from "./enums.js";
import { DEFAULT_QUALITY } from "./formats.js";
import type { CanvasId } from "./platforms.js";

export interface DocumentDefaults {
	readonly platform: CanvasId;
	readonly mode: Mode;
	readonly format: OutputFormat;
	readonly quality: number;
	readonly delivery: Delivery;
	readonly brand: BrandId;
	readonly stepperStyle: StepperStyle;
}

/**
 * The defaults of the top-level fields of a document. The schema publishes them, and
 * documents/fill-in.ts fills them in; no other code knows them.
 */
export const DOCUMENT_DEFAULTS: DocumentDefaults = Object.freeze({
	platform: "short-video-carousel",
	mode: "single",
	format: "png",
	quality: DEFAULT_QUALITY,
	delivery: "dataUrl",
	brand: DEFAULT_BRAND,
	stepperStyle: "numeric",
});
