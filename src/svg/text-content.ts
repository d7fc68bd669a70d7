import type { SceneText } from "../scene/scene.js";
import type { Rgba } from "../text/css-color.js";
import type { HanForm } from "../text/fonts/library.js";
import type { FontStyle } from "../text/paragraph.js";
import { cleanText, parseRichText } from "../text/rich-text.js";
import type { TextRun } from "../text/typeset.js";

export interface RunStyle extends FontStyle {
	readonly color: Rgba;
	/** Colours of the lines; null: none. A line has the colour of the element that asks for it. */
	readonly underline: Rgba | null;
	readonly strike: Rgba | null;
	/** Outermost first: a browser paints them over each other in this order. */
	readonly backgrounds: readonly Rgba[];
}

/** Weight of the text in each style; b and strong are 900 in all of them. */
const STYLE_WEIGHT = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;

/** What a text block says, as runs: its emoji and a space, then richText, else text. */
export function textContent(block: SceneText): TextRun<RunStyle>[] {
	const plain: RunStyle = {
		weight: STYLE_WEIGHT[block.style],
		italic: false,
		color: block.color,
		underline: null,
		strike: null,
		backgrounds: [],
	};
	let runs: TextRun<RunStyle>[] = parseRichText(block.richText).map(({ text, style }) => ({
		text,
		style: {
			weight: style.bold ? 900 : plain.weight,
			italic: style.italic,
			decorated: style.underline || style.strike,
			color: style.color ?? block.color,
			underline: style.underline ? (style.underlineColor ?? block.color) : null,
			strike: style.strike ? (style.strikeColor ?? block.color) : null,
			backgrounds: style.backgrounds.map((color) =>
				color === "highlight" ? block.highlight : color,
			),
		},
	}));
	if (runs.length === 0 && block.text !== "")
		runs = [{ text: cleanText(block.text), style: plain }];
	const emoji = cleanText(block.emoji).trim();
	if (emoji === "") return runs;
	return [{ text: runs.length === 0 ? emoji : `${emoji} `, style: plain }, ...runs];
}

/** Han characters take the form of the language that the text shows. */
export function hanForm(runs: readonly TextRun<RunStyle>[]): HanForm {
	for (const { text } of runs)
		if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
	for (const { text } of runs) if (/\p{Script=Hangul}/u.test(text)) return "kr";
	return "sc";
}
