import { PREVIEW_SCALE } from "../../../contract/platforms.js";
import type { SceneText } from "../../scene/scene.js";
import { HangingList } from "../../text/layout/list-marker.js";
import type { TextRun } from "../../text/layout/typeset.js";
import type { FontStyle } from "../../text/layout/typeset-options.js";
import type { Rgba } from "../../text/rich/css-color.js";
import {
	cleanText,
	type RichTextNotes,
	readRichText,
	type TextStyle,
} from "../../text/rich/rich-text.js";
import { transformText } from "../../text/rich/text-transform.js";
import { collapsed } from "../../text/rich/white-space.js";

export interface RunStyle extends FontStyle {
	readonly color: Rgba;
	/** Colours of the lines; null: none. A line has the colour of the element that declares it. */
	readonly underline: Rgba | null;
	readonly strike: Rgba | null;
	/** Font size of the element that declares a line, as a fraction of the block's. */
	readonly lineSize: number;
	/** Outermost first, the order in which browsers paint them. */
	readonly backgrounds: readonly Rgba[];
}

/** The content of a text block. */
export interface TextContent {
	readonly runs: readonly TextRun<RunStyle>[];
	readonly list: HangingList<RunStyle> | undefined;
}

/**
 * The content of a text block as runs: its emoji and a space, then richText or text.
 * @param hasFamily whether a font family exists
 * @param notes receives the parts of the rich text that have no effect
 */
export function textContent(
	block: SceneText,
	hasFamily: (name: string) => boolean = () => false,
	notes: RichTextNotes = {},
): TextContent {
	const { textTransform: transform, language } = block;
	const plain: RunStyle = {
		weight: block.weight,
		italic: false,
		size: 1,
		spacing: block.letterSpacing,
		raise: 0,
		color: block.color,
		underline: null,
		strike: null,
		lineSize: 1,
		backgrounds: [],
	};
	const rich = readRichText(block.richText, notes, {
		fontSize: (block.fontSize * PREVIEW_SCALE) / block.scale,
		hasFamily,
		language: language.tag,
		transform,
		list: block.onPath === null ? block.list : null,
		whiteSpace: block.whiteSpace ?? "normal",
	});
	let runs: TextRun<RunStyle>[] = rich.runs.map(({ text, style }) => ({
		text,
		style: runStyle(style, block),
	}));
	if (runs.length === 0 && block.text !== "") {
		const shown = transformText(cleanText(block.text), transform, "", language.tag);
		const text = block.whiteSpace === "normal" ? collapsed(shown) : shown;
		if (text !== "") runs = [{ text, style: plain }];
	}
	// A text on a path has one line.
	if (block.onPath !== null)
		runs = runs.map((run) => ({ ...run, text: run.text.replaceAll("\n", " ") }));
	const emoji = cleanText(block.emoji).trim();
	if (emoji !== "") runs.unshift({ text: runs.length === 0 ? emoji : `${emoji} `, style: plain });
	const color = block.list?.color ?? block.color;
	const list =
		rich.listed.size > 0
			? new HangingList(rich.listed, { ...plain, color }, block.list?.indent ?? null)
			: undefined;
	return { runs, list };
}

function runStyle(style: TextStyle, block: SceneText): RunStyle {
	const { underline, strike } = style;
	return {
		weight: style.weight ?? (style.bold ? block.boldWeight : block.weight),
		italic: style.italic,
		decorated: underline || strike,
		size: style.size,
		font: style.font,
		spacing: style.spacing ?? block.letterSpacing,
		raise: style.raise,
		color: style.color ?? block.color,
		underline: underline ? (style.underlineColor ?? block.color) : null,
		strike: strike ? (style.strikeColor ?? block.color) : null,
		lineSize: style.lineSize,
		backgrounds: style.backgrounds.map((color) =>
			color === "highlight" ? block.highlight : color,
		),
	};
}
