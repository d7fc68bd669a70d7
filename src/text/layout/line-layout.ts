/** Lays out one line of a paragraph: its glyphs in visual order, cut from the whole. */

import type { FaceId, LoadedFont } from "../fonts/library.js";
import { visualRuns } from "../unicode/bidi.js";
import type { Item } from "./itemize.js";
import {
	EMOJI_ADVANCE,
	firstIndex,
	HYPHEN,
	itemsWithin,
	MISSING_ADVANCE,
	type Paragraph,
	shapeItem,
} from "./paragraph.js";
import { type Glyph, NOTDEF, shape } from "./shape.js";
import { type FontStyle, faceQuery, type TypesetOptions } from "./typeset-options.js";

interface FragmentBase<S> {
	/** Left edge, pixels from the line's left edge. */
	readonly x: number;
	/** Advance, pixels. */
	readonly width: number;
	readonly style: S;
}
export interface GlyphFragment<S> extends FragmentBase<S> {
	readonly kind: "glyphs";
	readonly font: LoadedFont;
	/** The family has no italic: the glyphs are to be skewed. */
	readonly syntheticItalic: boolean;
	/** ISO 15924 code of its letters; "" where nothing asks for it. */
	readonly script: string;
	/** Positions in pixels from the line's left edge and its baseline, y down. */
	readonly glyphs: readonly Glyph[];
}
export interface EmojiFragment<S> extends FragmentBase<S> {
	readonly kind: "emoji";
	readonly emoji: string;
}
/** A character that no font has: drawn as a box, never dropped. */
export interface MissingFragment<S> extends FragmentBase<S> {
	readonly kind: "missing";
}
export type Fragment<S> = GlyphFragment<S> | EmojiFragment<S> | MissingFragment<S>;

export interface Line<S> {
	/** Width without the white space that hangs at its end, pixels. */
	readonly width: number;
	readonly direction: "ltr" | "rtl";
	/** From left to right. */
	readonly fragments: readonly Fragment<S>[];
	/** UTF-16 offsets of the line in the whole text, its hanging white space included. */
	readonly start: number;
	readonly end: number;
	/** What is drawn, in logical order: with a hyphen or an ellipsis that the text does not have. */
	readonly text: string;
	/** Its end falls inside a word that is longer than the line. */
	readonly broken: boolean;
	/** It ends with an ellipsis in place of all that follows. */
	readonly truncated: boolean;
	/** Characters that a box is drawn for. */
	readonly missing: readonly string[];
}

/** A stretch of a paragraph that makes a line. */
export interface LineSpan {
	readonly start: number;
	readonly end: number;
	/** Advance without the white space that hangs at its end, pixels. */
	readonly width: number;
	/** It ends with a hyphen that only shows there. */
	readonly hyphenated: boolean;
	/** Its last character, a full-width one, loses its blank half. */
	readonly trimmedEnd: boolean;
	/** Its end falls inside a word. */
	readonly broken: boolean;
}

/** White space that takes no room at the end of a line. */
export const isHanging = (char: string) => char === " " || char === "\t" || char === "\u1680";

/** What a tab advances from a position, to the next stop. Pixels. */
export const tabAdvance = (position: number, tabWidth: number) =>
	tabWidth > 0 ? tabWidth - (position % tabWidth) : 0;

/** Positions the glyphs of one line in visual order (UAX #9, L1 and L2). */
export function layOutLine<S extends FontStyle>(
	paragraph: Paragraph<S>,
	{ start, end, hyphenated, trimmedEnd, broken }: Omit<LineSpan, "width">,
	options: TypesetOptions,
): Line<S> {
	const { text } = paragraph;
	const missing: string[] = [];
	let visibleEnd = end;
	while (visibleEnd > start && isHanging(text[visibleEnd - 1]!)) visibleEnd--;
	const fragments: Fragment<S>[] = [];
	let x = 0;
	const paragraphLevel = paragraph.direction === "rtl" ? 1 : 0;
	const addHyphen = () => {
		const style = paragraph.styles[paragraph.styleOf[visibleEnd - 1]!]!;
		const face = options.fonts.faceFor(HYPHEN, faceQuery(style, options));
		if (!face) return;
		const font = options.fonts.load(face, options.fontSize);
		const glyphs = shape(font, HYPHEN, 0, 1, paragraphLevel === 1, options.fontSize).map(
			(glyph) => ({ ...glyph, cluster: visibleEnd - 1 }),
		);
		x = appendGlyphs(fragments, { face, font, script: "" }, glyphs, x, () => style);
	};
	const tabs = tabAdvances(paragraph, start, visibleEnd);
	if (hyphenated && paragraphLevel === 1) addHyphen();
	for (const run of visualRuns(paragraph.levels, text, start, visibleEnd, paragraphLevel)) {
		const items = itemsWithin(paragraph.items, run.start, run.end);
		if (run.rtl) items.reverse();
		for (const item of items) {
			const from = Math.max(item.start, run.start);
			const to = Math.min(item.end, run.end);
			const style = paragraph.styles[paragraph.styleOf[from]!]!;
			if (item.kind === "tab") {
				x += tabs?.get(from) ?? tabAdvance(x, paragraph.tabWidth);
			} else if (item.kind === "emoji") {
				const width = EMOJI_ADVANCE * options.fontSize;
				fragments.push({ kind: "emoji", emoji: item.emoji!, x, width, style });
				x += width;
			} else if (item.kind === "missing") {
				const width = MISSING_ADVANCE * options.fontSize;
				fragments.push({ kind: "missing", x, width, style });
				missing.push(text.slice(from, to));
				x += width;
			} else {
				const lastStyle = paragraph.styles[paragraph.styleOf[to - 1]!]!;
				// The end of a line kerns with the white space that hangs there, as in Blink, which
				// shapes it anew without the space only where a decoration is to end with the text.
				const reach = to === visibleEnd && !lastStyle.decorated ? Math.min(item.end, end) : to;
				const startsFull = from === start && paragraph.punctuation.fullAtLineStart(from);
				const endsTrimmed = trimmedEnd && to === visibleEnd;
				const glyphs =
					startsFull || endsTrimmed
						? shapeItem(text, item, from, to, options.fontSize, endsTrimmed)
						: glyphsOf(paragraph, item, from, reach, options.fontSize).filter(
								({ cluster }) => cluster < to,
							);
				for (const { id, cluster } of glyphs)
					if (id === NOTDEF) missing.push(clusterText(paragraph, cluster));
				x = appendGlyphs(
					fragments,
					{ face: item.face!, font: item.font!, script: item.script },
					glyphs,
					x,
					(cluster) => paragraph.styles[paragraph.styleOf[cluster]!]!,
				);
			}
		}
	}
	if (hyphenated && paragraphLevel === 0) addHyphen();
	return {
		width: x,
		direction: paragraph.direction,
		fragments,
		start: paragraph.offset + start,
		end: paragraph.offset + end,
		text: hyphenated ? text.slice(start, visibleEnd - 1) + HYPHEN : text.slice(start, visibleEnd),
		broken,
		truncated: false,
		missing,
	};
}

/**
 * The tabs of a right-to-left line, by offset: stops count from the right, where
 * the line begins, and the parts between tabs follow each other leftward (UAX #9,
 * L1). undefined in other lines, whose stops count from the left.
 */
function tabAdvances<S extends FontStyle>(
	{ text, direction, advance, tabWidth }: Paragraph<S>,
	start: number,
	end: number,
): Map<number, number> | undefined {
	if (direction === "ltr" || tabWidth === 0) return undefined;
	const tabs = new Map<number, number>();
	let pen = 0;
	for (let at = start; at < end; at++) {
		const own = text[at] === "\t" ? tabAdvance(pen, tabWidth) : advance[at]!;
		if (text[at] === "\t") tabs.set(at, own);
		pen += own;
	}
	return tabs;
}

/** The characters that a cluster of glyphs stands for. */
function clusterText<S extends FontStyle>({ text, clusterStart }: Paragraph<S>, start: number) {
	let end = start + 1;
	while (end < text.length && !clusterStart[end]) end++;
	return text.slice(start, end);
}

/** The glyphs of a part of an item: cut from the whole where that is safe, shaped again where not. */
function glyphsOf<S extends FontStyle>(
	paragraph: Paragraph<S>,
	item: Item,
	from: number,
	to: number,
	fontSize: number,
): readonly Glyph[] {
	if (from === item.start && to === item.end) return item.glyphs;
	const safe = (at: number) =>
		at === item.start || at === item.end || (paragraph.clusterStart[at] && !paragraph.unsafe[at]);
	if (safe(from) && safe(to)) {
		const { glyphs } = item;
		const cluster = (index: number) => glyphs[index]!.cluster;
		// Clusters rise in left-to-right items and fall in right-to-left ones.
		return (item.level & 1) === 0
			? glyphs.slice(
					firstIndex(glyphs.length, (index) => cluster(index) >= from),
					firstIndex(glyphs.length, (index) => cluster(index) >= to),
				)
			: glyphs.slice(
					firstIndex(glyphs.length, (index) => cluster(index) < to),
					firstIndex(glyphs.length, (index) => cluster(index) < from),
				);
	}
	return shapeItem(paragraph.text, item, from, to, fontSize);
}

/** Adds glyphs at x as one fragment for each stretch of one style; returns the new x. */
function appendGlyphs<S>(
	fragments: Fragment<S>[],
	{ face, font, script }: { face: FaceId; font: LoadedFont; script: string },
	glyphs: readonly Glyph[],
	x: number,
	styleAt: (cluster: number) => S,
): number {
	let pen = x;
	for (let i = 0; i < glyphs.length; ) {
		const style = styleAt(glyphs[i]!.cluster);
		const left = pen;
		const placed: Glyph[] = [];
		for (; i < glyphs.length && styleAt(glyphs[i]!.cluster) === style; i++) {
			const glyph = glyphs[i]!;
			placed.push({ ...glyph, x: pen + glyph.x });
			pen += glyph.advance;
		}
		fragments.push({
			kind: "glyphs",
			font,
			syntheticItalic: face.syntheticItalic,
			script,
			glyphs: placed,
			x: left,
			width: pen - left,
			style,
		});
	}
	return pen;
}
