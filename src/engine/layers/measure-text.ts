/** The size of a text at a given width, for the layout. */
import type { TextMeasure, TextSize } from "../layout/index.js";
import type { SceneText } from "../scene/scene.js";
import { layOutText } from "../svg/text/layout.js";
import { longestWord } from "../svg/text/longest-word.js";
import type { FontLibrary } from "../text/fonts/library.js";

/** A measured text: its size, and the width at which its lines were broken. */
export interface MeasuredSize extends TextSize {
	/** Infinity: only at the line breaks of the text. */
	readonly wrapWidth: number;
}

/** @param text in its own font size; the layout determines its box */
export function textMeasure(text: SceneText, fonts: FontLibrary): TextMeasure<MeasuredSize> {
	return {
		measure: (width) => {
			const layout = layOutText(atWidth(text, width), fonts);
			if (layout === undefined) return { width: 0, height: 0, baseline: 0, wrapWidth: width };
			const { box, lines } = layout;
			const baseline = (lines[0]?.baseline ?? box.y) - box.y;
			return { width: box.width, height: box.height, baseline, wrapWidth: width };
		},
		minContent: () => longestWord(text, fonts),
		fitShrink: text.minFontSize !== null,
	};
}

const atWidth = (text: SceneText, wrapWidth: number): SceneText => ({
	...text,
	x: 0,
	y: 0,
	width: null,
	alignWidth: null,
	height: 0,
	wrapWidth,
});
