import { BREAK_LAST_RESORT } from "./break-opportunities.js";
import { isHanging } from "./line-layout.js";
import type { PreparedText } from "./typeset.js";
import type { FontStyle } from "./typeset-options.js";

/**
 * Width of the widest part between two break opportunities: CSS's min-content. Spaces at its end
 * hang and do not count. With `overflowWrap: anywhere`, every letter is a part. Pixels.
 */
export function widestPart<S extends FontStyle>({
	paragraphs,
	options: { overflowWrap },
}: PreparedText<S>): number {
	let widest = 0;
	for (const { text, breaks, advance, clusterStart, hyphenWidths, indent } of paragraphs) {
		let width = indent.first;
		let hanging = 0;
		for (let at = 0; at < text.length; at++) {
			const mayBreak = breaks[at] !== 0 && breaks[at] !== BREAK_LAST_RESORT;
			if (mayBreak || (overflowWrap === "anywhere" && clusterStart[at])) {
				widest = Math.max(widest, width + (hyphenWidths.get(at) ?? 0));
				width = indent.rest;
				hanging = 0;
			}
			if (isHanging(text[at]!)) hanging += advance[at]!;
			else {
				width += hanging + advance[at]!;
				hanging = 0;
			}
		}
		widest = Math.max(widest, width);
	}
	return widest;
}
