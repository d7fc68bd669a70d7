/** The size of a text at a given width, for the layout. */
import type { TextMeasure, TextSize } from "../layout/index.js";
import type { SceneText } from "../scene/scene.js";
import { insetOf } from "../svg/text/highlight-inset.js";
import { canBeCut, HEIGHT_TOLERANCE, layOutText, type PlacedLine } from "../svg/text/layout.js";
import { longestWord } from "../svg/text/longest-word.js";
import type { FontLibrary } from "../text/fonts/library.js";

/** A measured text: its size, and the width at which its lines were broken. */
export interface MeasuredSize extends TextSize {
	/** Infinity: only at the line breaks of the text. */
	readonly wrapWidth: number;
}

/** Tolerance for the width of a line, pixels. */
const WIDTH_TOLERANCE = 1 / 8;

const EMPTY: TextSize = { width: 0, height: 0, baseline: 0, lastBaseline: 0 };

/** @param text in its own font size; the layout determines its box */
export function textMeasure(text: SceneText, fonts: FontLibrary): TextMeasure<MeasuredSize> {
	if (text.onPath?.kind === "path") {
		const { width, height } = text.onPath;
		const size = { width, height, baseline: height, lastBaseline: height, wrapWidth: width };
		return { measure: () => size, minContent: () => width };
	}
	return {
		measure: (width, height) => {
			const limited = Number.isFinite(height);
			const layout = layOutText(
				limited ? within(text, width, height) : atWidth(text, width),
				fonts,
			);
			if (layout === undefined) return { ...EMPTY, wrapWidth: width };
			const { box, lines, contentHeight } = layout;
			const room = width - 2 * insetOf(text)[0] + WIDTH_TOLERANCE;
			const whole =
				lines.every(
					({ line }) => !line.broken && !line.truncated && line.indent + line.width <= room,
				) &&
				(!limited || contentHeight <= height - 2 * insetOf(text)[1] + HEIGHT_TOLERANCE);
			const baselineOf = (line: PlacedLine | undefined) => (line?.baseline ?? box.y) - box.y;
			const hugged = limited ? contentHeight + 2 * insetOf(text)[1] : box.height;
			return {
				width: box.width,
				height: hugged,
				baseline: baselineOf(lines[0]),
				lastBaseline: baselineOf(lines.at(-1)),
				whole,
				wrapWidth: width,
			};
		},
		minContent: () => longestWord(text, fonts),
		follows: text.minFontSize !== null ? "letters" : text.cutToHeight ? "lines" : undefined,
		yields: canBeCut(text),
	};
}

const atWidth = (text: SceneText, wrapWidth: number): SceneText => ({
	...text,
	x: 0,
	y: 0,
	width: null,
	alignWidth: null,
	height: 0,
	cutToHeight: false,
	wrapWidth,
});

/** A text that follows a limited height. */
const within = (text: SceneText, width: number, height: number): SceneText => ({
	...atWidth(text, width),
	width: Number.isFinite(width) ? width : null,
	height: Math.max(0, height),
	cutToHeight: text.cutToHeight,
});
