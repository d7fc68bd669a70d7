import type { SlideOutput } from "../engine/job.js";
import type { SpooledSlides } from "../service/delivery/spool.js";
import { drawDocument } from "../service/draw/draw-document.js";
import { StepTimes } from "../service/render/step-times.js";
import { rendersBesides } from "../service/resolve/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../service/resolve/resolved-document.js";
import type { Service } from "../service/service.js";
import type { ToolCall } from "./tool-service.js";

/** What a tool has drawn. */
export interface DrawnForTool {
	/** Whoever gets them releases them. */
	readonly slides: SpooledSlides;
	readonly onStep: StepTimes["add"];
}

/**
 * Draws slides for a tool; the line of its call tells what, and how long it took.
 * @param words what the line says besides platform and mode
 * @throws ServiceError as `drawDocument`
 */
export async function drawForTool(
	service: Service,
	document: ResolvedDocument,
	slides: readonly ResolvedSlide[],
	output: SlideOutput,
	{ caller, count, note }: ToolCall,
	words: Readonly<Record<string, string>>,
): Promise<DrawnForTool> {
	const stepMs = new StepTimes(service.metrics.step);
	const { mode, canvas, canvases } = document;
	const platforms = canvases.length > 1 ? { platforms: canvases.length } : {};
	note({ platform: canvas.platform, ...platforms, mode, ...words, slides: slides.length, stepMs });
	await count(rendersBesides(document, slides));
	const onStep = stepMs.add;
	const drawn = await drawDocument(service, { document, slides, output }, { ...caller, onStep });
	return { slides: drawn, onStep };
}
