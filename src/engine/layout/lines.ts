/** Breaks the children of a wrapping stack into lines (CSS Flexbox §9.3). */

/** Sums of sizes differ in their last digits; Chromium counts in 64ths of a pixel. */
const SLACK = 1 / 64;

export interface LineRange {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
}

/**
 * @param sizes of the children on the main axis.
 * @param available size of a line; Infinity: one line.
 * @returns the lines; none if there are no children.
 */
export function breakLines(sizes: readonly number[], gap: number, available: number): LineRange[] {
	const lines: LineRange[] = [];
	let from = 0;
	let used = 0;
	for (const [index, size] of sizes.entries()) {
		if (index > from && used + gap + size > available + SLACK) {
			lines.push({ from, to: index });
			from = index;
			used = 0;
		}
		used += size + (index > from ? gap : 0);
	}
	if (sizes.length > 0) lines.push({ from, to: sizes.length });
	return lines;
}
