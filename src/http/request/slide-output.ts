import type { OutputFormat } from "../../contract/enums.js";
import { isLossy } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import type { SlideOutput } from "../../render/job.js";

/** How the slides of a document are encoded; what a format has no use for is left out. */
export function slideOutput(
	{ quality, maxBytes }: RenderRequest,
	format: OutputFormat,
): SlideOutput {
	if (!isLossy(format)) return { format };
	return {
		format,
		...(quality !== undefined && { quality }),
		...(maxBytes !== undefined && { maxBytes }),
	};
}
