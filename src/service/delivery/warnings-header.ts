import type { Warnings } from "../../contract/warning.js";

/** Header of binary answers with the warnings. */
export const WARNINGS_HEADER = "x-render-warnings";

/** Longest value of the header. Bytes. */
const MAX_LENGTH = 1_024;

/**
 * The number of warnings, and as many of them as fit: `2; low_contrast@/slides/0/textBlocks/1,
 * off_slide@/slides/0/imageOverlays/0/src`. If the file has pictures for several platforms, each of
 * their warnings names its platform: `low_contrast@/slides/0/textBlocks/1;platform=pin`.
 */
export function warningsHeader({ warnings, warningCount }: Warnings): string {
	let value = String(warningCount);
	for (const [index, { code, path, platform }] of warnings.entries()) {
		const where = platform === undefined ? path : `${path};platform=${platform}`;
		const next = `${value}${index === 0 ? ";" : ","} ${code}@${where}`;
		if (next.length > MAX_LENGTH) break;
		value = next;
	}
	return value;
}
