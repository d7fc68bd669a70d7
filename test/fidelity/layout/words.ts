/** A text that both sides measure equally: words of known widths, without spaces between them. */
import type { TextSize } from "../../../src/engine/layout/index.js";

export interface Words {
	readonly widths: readonly number[];
	readonly lineHeight: number;
}

export interface MeasuredWords extends TextSize {
	readonly lines: number;
}

/** Greedy line breaking; the baseline of a line is its middle. */
export function measureWords({ widths, lineHeight }: Words, available: number): MeasuredWords {
	let lines = 1;
	let line = 0;
	let longest = 0;
	for (const width of widths) {
		if (line > 0 && line + width > available + 1 / 64) {
			lines++;
			line = 0;
		}
		line += width;
		longest = Math.max(longest, line);
	}
	return {
		width: longest,
		height: lines * lineHeight,
		baseline: lineHeight / 2,
		lastBaseline: (lines - 0.5) * lineHeight,
		lines,
	};
}
