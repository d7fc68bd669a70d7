import { LIMITS } from "../contract/limits.js";
import type { MeasuredSlide } from "../contract/measure-response.js";
import type { Warnings } from "../contract/warning.js";
import { ServiceError } from "../errors/errors.js";
import { resolveScene, type SceneInput } from "../scene/scene.js";
import { drawStepper } from "../svg/stepper.js";
import { layOutText } from "../svg/text/layout.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { SlideReport } from "./slide-report.js";
import { previewBox } from "./units.js";

/** A slide's layout, and what a render of it would warn of, but for its images. */
export interface MeasuredLayout extends Warnings {
	readonly measured: MeasuredSlide;
}

/**
 * Lays out a slide as drawing does, and draws nothing.
 * @throws ServiceError invalid_render_request when its texts have more lines than a measurement tells
 */
export async function measureSlide(input: SceneInput, fonts: FontLibrary): Promise<MeasuredLayout> {
	const scene = resolveScene(input);
	const report = new SlideReport(scene);
	let lines = 0;
	const textBlocks = scene.texts.map((block) => {
		const layout = layOutText(block, fonts);
		lines += layout?.lines.length ?? 0;
		if (lines > LIMITS.maxMeasuredLines) throw tooManyLines(block.path);
		return report.measure(block, layout);
	});
	const stepper = scene.stepper && (await drawStepper(scene.stepper, scene.width, scene.height));
	return {
		measured: {
			slide: input.slideIndex + 1,
			textBlocks,
			imageOverlays: scene.overlays.map(({ box }) => ({ box: previewBox(box) })),
			stepper: stepper && { box: previewBox({ ...stepper.box, rotation: 0 }) },
		},
		...report.warnings(stepper),
	};
}

/** The block with which the lines of a slide become too many. */
function tooManyLines(path: string): ServiceError {
	const maximum = LIMITS.maxMeasuredLines;
	const message = `makes more than ${maximum} lines with the blocks before it, which are the most on a slide that is measured`;
	return new ServiceError("invalid_render_request", {
		message: `${path} ${message}.`,
		details: { issues: [{ path, message, maximum }] },
	});
}
