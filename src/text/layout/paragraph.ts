/**
 * A paragraph made ready for its lines: cut into items of one font, script and
 * level, and shaped once as a whole by HarfBuzz.
 */

import { bidiLevels, paragraphDirection } from "../unicode/bidi.js";
import { graphemes } from "../unicode/graphemes.js";
import { lineBreaks } from "../unicode/line-break.js";
import { type HanPunctuation, hanPunctuation } from "./han-kerning.js";
import { type Item, itemize } from "./itemize.js";
import { type Glyph, shape } from "./shape.js";
import { type FontStyle, faceQuery, type TypesetOptions } from "./typeset-options.js";

/** Advance of an emoji in em: a square of 1 em and a little air at both sides. */
export const EMOJI_ADVANCE = 1.16;
/** Advance of the box that stands for a missing glyph, in em. */
export const MISSING_ADVANCE = 0.62;
/** Tab stops, in advances of a space (the initial value of CSS tab-size). */
const TAB_SIZE = 8;

export const SOFT_HYPHEN = "\u00ad";
export const HYPHEN = "\u2010";

export interface Paragraph<S extends FontStyle> {
	readonly text: string;
	/** Offset of the paragraph in the whole text. */
	readonly offset: number;
	readonly direction: "ltr" | "rtl";
	readonly levels: Uint8Array;
	readonly breaks: Uint8Array;
	/** Style of each UTF-16 unit, by index into `styles`. */
	readonly styleOf: Uint32Array;
	readonly styles: readonly S[];
	readonly items: readonly Item[];
	readonly punctuation: HanPunctuation;
	/** 1 where a grapheme cluster starts that is also a cluster of glyphs. */
	readonly clusterStart: Uint8Array;
	/** Advance of the glyph cluster that starts here, pixels; tabs have 0. */
	readonly advance: Float64Array;
	/** 1 where the text cannot be cut without shaping again. */
	readonly unsafe: Uint8Array;
	readonly tabWidth: number;
	/** By the offset of a soft hyphen: what the hyphen takes when the line ends there, pixels. */
	readonly hyphenWidths: ReadonlyMap<number, number>;
}

/**
 * @param offset of the paragraph in the whole text
 * @param styleOf style of each UTF-16 unit of the paragraph, by index into `styles`
 * @param direction that of its first strong character, unless it is part of another one
 */
export function prepareParagraph<S extends FontStyle>(
	text: string,
	offset: number,
	styleOf: Uint32Array,
	styles: readonly S[],
	options: TypesetOptions,
	direction = paragraphDirection(text),
): Paragraph<S> {
	const levels = bidiLevels(text, direction);
	const punctuation = hanPunctuation(text, options.language.han);
	const items = itemize({ text, styleOf, styles, levels, punctuation }, options);
	const advance = new Float64Array(text.length);
	const unsafe = new Uint8Array(text.length + 1);
	const clusterStart = new Uint8Array(text.length + 1);
	for (const cluster of graphemes(text)) clusterStart[cluster.start] = 1;
	clusterStart[text.length] = 1;

	const inGlyphCluster = new Uint8Array(text.length + 1);
	for (const item of items) {
		if (item.kind === "glyphs") {
			item.glyphs = shapeItem(text, item, item.start, item.end, options.fontSize);
			inGlyphCluster.fill(1, item.start, item.end);
			for (const glyph of item.glyphs) {
				advance[glyph.cluster] = advance[glyph.cluster]! + glyph.advance;
				inGlyphCluster[glyph.cluster] = 0;
				if (glyph.unsafeToBreak) unsafe[glyph.cluster] = 1;
			}
		} else if (item.kind === "emoji") advance[item.start] = EMOJI_ADVANCE * options.fontSize;
		else if (item.kind === "missing") advance[item.start] = MISSING_ADVANCE * options.fontSize;
		if (item.kind !== "glyphs") inGlyphCluster.fill(1, item.start + 1, item.end);
	}
	for (let i = 0; i < text.length; i++) if (inGlyphCluster[i]) clusterStart[i] = 0;

	const widthOf = (char: string, at: number) => {
		const style = styles[styleOf[at]!]!;
		const query = faceQuery(style, options);
		const face = options.fonts.faceFor(char, query);
		if (!face) return 0;
		return sum(
			shape(
				options.fonts.load(face, options.fontSize),
				char,
				0,
				char.length,
				false,
				options.fontSize,
			),
		);
	};
	return {
		text,
		offset,
		direction,
		levels,
		breaks: lineBreaks(text, options.language),
		styleOf,
		styles,
		items,
		punctuation,
		clusterStart,
		advance,
		unsafe,
		tabWidth: text.includes("\t") ? TAB_SIZE * widthOf(" ", 0) : 0,
		hyphenWidths: softHyphens(text, (at) => widthOf(HYPHEN, at)),
	};
}

function softHyphens(text: string, widthAt: (at: number) => number): Map<number, number> {
	const widths = new Map<number, number>();
	for (let at = text.indexOf(SOFT_HYPHEN); at >= 0; at = text.indexOf(SOFT_HYPHEN, at + 1))
		widths.set(at, widthAt(at));
	return widths;
}

/** Advance of glyphs together. Pixels. */
export const sum = (glyphs: readonly Glyph[]) =>
	glyphs.reduce((width, glyph) => width + glyph.advance, 0);

/** Shapes a part of an item, with its context. */
export function shapeItem(
	text: string,
	item: Item,
	start: number,
	end: number,
	fontSize: number,
	halfWidth = item.halfWidth,
) {
	const rtl = (item.level & 1) === 1;
	const { script, language, loneMarks } = item;
	const options = { script, language, halfWidth, loneMarks };
	return shape(item.font!, text, start, end, rtl, fontSize, options);
}

/** The items that overlap [start, end), found by bisection: there may be as many as characters. */
export function itemsWithin(items: readonly Item[], start: number, end: number): Item[] {
	const first = firstIndex(items.length, (index) => items[index]!.end > start);
	const last = firstIndex(items.length, (index) => items[index]!.start >= end);
	return items.slice(first, last);
}

/** Smallest index below length for which a predicate that turns true once is true. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}
