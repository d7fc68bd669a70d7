import { isLossy } from "../contract/formats.js";
import type { SlideFormat, SlideOutput } from "../engine/job.js";
import type { ResolvedDocument } from "./resolved-document.js";

/** How the slides of a document are encoded, without options that the format does not use. */
export function slideOutput(
	{ quality, maxBytes }: Pick<ResolvedDocument, "quality" | "maxBytes">,
	format: SlideFormat,
): SlideOutput {
	if (format === "pdf") return { format, quality };
	if (!isLossy(format)) return { format };
	return { format, quality, ...(maxBytes !== null && { maxBytes }) };
}
