/** Top-level fields of a document that have no effect at the endpoint to which it was sent. */
import { DOCUMENT_DEFAULTS } from "../contract/defaults.js";
import { isLossy } from "../contract/formats.js";
import type { RenderRequest } from "../contract/render-request.js";
import { asWarning, type Warning } from "../contract/warning.js";
import type { SlideFormat } from "../engine/job.js";

/** What the document is rendered to, if the endpoint decides that. */
export type DocumentUse = SlideFormat | "zip" | "measure";

type Field = "quality" | "maxBytes" | "format" | "delivery" | "stepperStyle" | "scale";

/**
 * One info warning per field without effect. docs/platforms.md has the same list as a table.
 * @param request valid
 * @param use what the document is rendered to; without it, the images that the document asks for
 */
export function ignoredFields(request: RenderRequest, use?: DocumentUse): Warning[] {
	const found: Warning[] = [];
	const ignore = (field: Field, reason: string) => {
		if (request[field] === undefined) return;
		found.push(
			asWarning({
				code: "field_ignored",
				path: `/${field}`,
				message: `The field has no effect: ${reason}.`,
				reason,
			}),
		);
	};
	const { format = DOCUMENT_DEFAULTS.format, mode = DOCUMENT_DEFAULTS.mode } = request;
	if (use === "measure") {
		for (const field of ["quality", "maxBytes", "format", "delivery"] as const)
			ignore(field, "measure renders no image");
		ignore("scale", "measure always uses preview pixels");
	} else {
		const made = use === undefined || use === "zip" ? format : use;
		const lossy = made !== "pdf" && isLossy(made);
		if (!lossy && made !== "pdf") ignore("quality", `${made.toUpperCase()} has no quality setting`);
		if (!lossy) ignore("maxBytes", `${made.toUpperCase()} cannot be made smaller`);
		if (use !== undefined) {
			if (made !== format) ignore("format", `the output here is ${made.toUpperCase()}`);
			ignore("delivery", "the output here is a file");
		}
	}
	if (mode === "single" && request.stepperStyle !== "none")
		ignore("stepperStyle", "mode single shows no stepper");
	return found;
}
