import type { Warnings } from "../../contract/warning.js";

/** Header of binary answers that tells of warnings. */
export const WARNINGS_HEADER = "x-render-warnings";

/** Longest value of the header. Bytes. */
const MAX_LENGTH = 1_024;

/**
 * How many warnings there are, and as many of them as there is room for:
 * `2; low_contrast@/slides/0/textBlocks/1, off_slide@/slides/0/imageOverlays/0/src`.
 */
export function warningsHeader({ warnings, warningCount }: Warnings): string {
	let value = String(warningCount);
	for (const [index, { code, path }] of warnings.entries()) {
		const next = `${value}${index === 0 ? ";" : ","} ${code}@${path}`;
		if (next.length > MAX_LENGTH) break;
		value = next;
	}
	return value;
}
