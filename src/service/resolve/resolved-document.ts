import type { Brand } from "../../contract/brands.js";
import type { Delivery, Mode, OutputFormat, StepperStyle } from "../../contract/enums.js";
import type { CanvasId } from "../../contract/platforms.js";
import type { CommonLayers, RenderRequest, Slide } from "../../contract/render-request.js";
import type { Warning, WarningCode } from "../../contract/warning.js";

/** What slides are drawn on. */
export interface Canvas {
	readonly platform: CanvasId;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Output pixels per export pixel. */
	readonly scale: number;
}

/** One slide to draw, on one canvas. */
export interface ResolvedSlide {
	/** Its contents, with the brand's font where a text of the old lists names none. */
	readonly slide: Slide;
	/** Its position in the `slides` of the request, from 0: JSON pointers name it by that. */
	readonly index: number;
	/** Its position among the slides that are not left out, from 0: people and answers count by that. */
	readonly position: number;
	readonly canvas: Canvas;
}

/**
 * A document that can be drawn: valid, its variables put in, every default of its top level filled
 * in, its brand looked up. What is drawn of it is decided by `slides` alone: a slide that is left
 * out, or drawn on several canvases, is so here.
 */
export interface ResolvedDocument {
	/** As it was written, with its variables put in: what a link signs. */
	readonly source: RenderRequest;
	/** What its slides are drawn on: one, unless the document has platforms. */
	readonly canvases: readonly Canvas[];
	/** The first of them. */
	readonly canvas: Canvas;
	readonly mode: Mode;
	readonly format: OutputFormat;
	/** Of lossy formats and of the photographs in a PDF, 1 to 100. */
	readonly quality: number;
	/** Bytes that a picture of a lossy format may have; null: any number. */
	readonly maxBytes: number | null;
	readonly delivery: Delivery;
	readonly brand: Brand;
	readonly stepperStyle: StepperStyle;
	/** Layers of every slide; null: none. */
	readonly common: CommonLayers | null;
	/** Codes of warnings that are left out of every answer. */
	readonly ignoreWarnings: readonly WarningCode[];
	/** In the order of the answer: all of the first canvas, then those of the next. At least one. */
	readonly slides: readonly ResolvedSlide[];
	/** How many of them are on each canvas. */
	readonly slideCount: number;
	/** Hash of the template that it is made of; null: of none. */
	readonly templateVersion: string | null;
	/** Whether it is made of a template or of the brand's values, which may change. */
	readonly mayChange: boolean;
	/** What there is to say of its fields that have no effect, whichever slides are drawn. */
	readonly ignored: readonly Warning[];
	/** What there is to say of slides that mode single does not draw. */
	readonly warnings: readonly Warning[];
}
