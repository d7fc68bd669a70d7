import type { MeasureResponse } from "../contract/measure-response.js";
import type { Warnings } from "../contract/warning.js";
import { rendersBesides } from "../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../documents/resolved-document.js";
import type { SlideOutput } from "../engine/job.js";
import { mergeWarnings } from "../engine/report/warning-list.js";
import type { SpooledSlides } from "../service/delivery/spool.js";
import { measureDocument } from "../service/render/measure-document.js";
import { renderDocument } from "../service/render/render-document.js";
import { StepTimes } from "../service/render/step-times.js";
import type { Service } from "../service/service.js";
import type { ToolCall } from "./tool-runner.js";

/** The rendered slides of a tool. */
export interface RenderedForTool {
	/** The caller must release them. */
	readonly slides: SpooledSlides;
	readonly warnings: Warnings;
	readonly onStep: StepTimes["add"];
}

/**
 * Renders slides for a tool. The log line of the call gets what was rendered and how long it took.
 * @param words fields of the log line besides platform and mode
 * @throws ServiceError like `renderDocument`
 */
export async function renderForTool(
	service: Service,
	document: ResolvedDocument,
	slides: readonly ResolvedSlide[],
	output: SlideOutput,
	{ caller, count, note }: ToolCall,
	words: Readonly<Record<string, string>>,
): Promise<RenderedForTool> {
	const stepMs = new StepTimes(service.metrics.step, caller.onStep);
	const { mode, canvas, canvases } = document;
	const platforms = canvases.length > 1 ? { platforms: canvases.length } : {};
	note({ platform: canvas.platform, ...platforms, mode, ...words, slides: slides.length, stepMs });
	await count(rendersBesides(document, slides));
	const onStep = stepMs.add;
	const drawn = await renderDocument(service, { document, slides, output }, { ...caller, onStep });
	const warnings = mergeWarnings([...document.ignored, ...document.warnings], drawn.all);
	return { slides: drawn, warnings: warnings.toJSON(), onStep };
}

/**
 * Lays out a document for a tool. The log line of the call gets what was measured and how long it
 * took.
 * @throws ServiceError like `measureDocument`
 */
export function measureForTool(
	service: Service,
	document: ResolvedDocument,
	{ caller, note }: ToolCall,
): Promise<MeasureResponse> {
	const { mode, canvas, slides } = document;
	const stepMs = new StepTimes(service.metrics.step, caller.onStep);
	note({ platform: canvas.platform, mode, slides: slides.length, stepMs });
	return measureDocument(service, document, { ...caller, onStep: stepMs.add });
}
