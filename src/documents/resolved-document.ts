import type { Brand } from "../contract/brands.js";
import type { Delivery, Mode, OutputFormat, StepperStyle } from "../contract/enums.js";
import type { CanvasId } from "../contract/platforms.js";
import type { CommonLayers, RenderRequest, Slide } from "../contract/render-request.js";
import type { Warning, WarningCode } from "../contract/warning.js";
import type { Made } from "./sent-path.js";

/** Common layers by the index of a slide; undefined if they are the same on all. */
export type Commons = readonly (CommonLayers | undefined)[] | undefined;

/** The canvas of a slide. */
export interface Canvas {
	readonly platform: CanvasId;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Output pixels per export pixel. */
	readonly scale: number;
}

/** One slide to render, on one canvas. */
export interface ResolvedSlide {
	/** Its content; texts of the old lists have the brand's font if they name none. */
	readonly slide: Slide;
	/** The common layers, with its number filled in; null if there are none. */
	readonly common: CommonLayers | null;
	/** Its index in the `slides` of the request, from 0; JSON pointers use it. */
	readonly index: number;
	/** Its position among the slides that are not left out, from 0; people and answers use it. */
	readonly position: number;
	/** The layers across all slides begin on the right. */
	readonly acrossRtl: boolean;
	readonly canvas: Canvas;
}

/**
 * A document that can be rendered: valid, with variables and top-level defaults filled in, and its
 * brand looked up. Only `slides` decides what is rendered: slides that are left out are not in it,
 * and a slide for several canvases is in it several times.
 */
export interface ResolvedDocument {
	/** As it was sent, with its variables filled in; links contain this. */
	readonly source: RenderRequest;
	/** Its canvases: one, unless the document has `platforms`. */
	readonly canvases: readonly Canvas[];
	/** The first canvas. */
	readonly canvas: Canvas;
	readonly mode: Mode;
	readonly format: OutputFormat;
	/** Quality of lossy formats, and of photos in a PDF, 1 to 100. */
	readonly quality: number;
	/** Largest size of a picture in a lossy format, bytes; null for no limit. */
	readonly maxBytes: number | null;
	readonly delivery: Delivery;
	readonly brand: Brand;
	readonly stepperStyle: StepperStyle;
	/** Codes of warnings that are not reported. */
	readonly ignoreWarnings: readonly WarningCode[];
	/** In the order of the answer: all of the first canvas, then those of the next. At least one. */
	readonly slides: readonly ResolvedSlide[];
	/** Number of slides on each canvas. */
	readonly slideCount: number;
	/** Hash of its template; null without one. */
	readonly templateVersion: string | null;
	/** Whether it depends on a template or a brand, which may change. */
	readonly mayChange: boolean;
	/** What its template made it of; undefined without one. */
	readonly made?: Made | undefined;
	/** Steps that its expressions took in the process that serves HTTP. */
	readonly steps: number;
	/** Warnings about fields without effect and values that are not shown, whichever slides are rendered. */
	readonly ignored: readonly Warning[];
	/** Warnings about slides that mode single does not render. */
	readonly warnings: readonly Warning[];
}
