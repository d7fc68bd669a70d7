import type { SceneText } from "../../scene/scene.js";
import type { TextRun } from "../../text/layout/typeset.js";
import type { FontStyle } from "../../text/layout/typeset-options.js";
import type { Rgba } from "../../text/rich/css-color.js";
import { cleanText, parseRichText, type RichTextNotes } from "../../text/rich/rich-text.js";

export interface RunStyle extends FontStyle {
	readonly color: Rgba;
	/** Colours of the lines; null: none. A line has the colour of the element that asks for it. */
	readonly underline: Rgba | null;
	readonly strike: Rgba | null;
	/** Outermost first: a browser paints them over each other in this order. */
	readonly backgrounds: readonly Rgba[];
}

/**
 * What a text block says, as runs: its emoji and a space, then richText, else text.
 * @param notes told of what of its rich text means nothing here
 */
export function textContent(block: SceneText, notes: RichTextNotes = {}): TextRun<RunStyle>[] {
	const plain: RunStyle = {
		weight: block.weight,
		italic: false,
		color: block.color,
		underline: null,
		strike: null,
		backgrounds: [],
	};
	let runs: TextRun<RunStyle>[] = parseRichText(block.richText, notes).map(({ text, style }) => ({
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
