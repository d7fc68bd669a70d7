/**
 * Lays out one line of a paragraph: its glyphs in visual order, taken from the shaped paragraph.
 */

import type { LoadedFont } from "../fonts/library.js";
import { visualRuns } from "../unicode/bidi.js";
import { glyphBounds } from "./glyph-path.js";
import type { Item } from "./itemize.js";
import { type InkBox, placeLoneMarks, roomAround } from "./mark-placement.js";
import {
	firstIndex,
	HYPHEN,
	indentAt,
	itemsWithin,
	type Paragraph,
	plainAdvance,
	SOFT_HYPHEN,
	shapeItem,
	type TabStops,
} from "./paragraph.js";
import { type Glyph, NOTDEF, shape } from "./shape.js";
import {
	type FontStyle,
	faceQuery,
	raiseOf,
	type ShapingOptions,
	sizeOf,
} from "./typeset-options.js";

interface FragmentBase<S> {
	/** Left edge, pixels from the line's left edge. */
	readonly x: number;
	/** Advance, pixels. */
	readonly width: number;
	/** Font size, pixels. */
	readonly size: number;
	/** Distance above the baseline of the line, pixels; the positions of the glyphs include it. */
	readonly raise: number;
	/** Its characters run from right to left. */
	readonly rtl: boolean;
	readonly style: S;
}
export interface GlyphFragment<S> extends FragmentBase<S> {
	readonly kind: "glyphs";
	readonly font: LoadedFont;
	/** The family has no italic, so the glyphs are skewed. */
	readonly syntheticItalic: boolean;
	/** ISO 15924 code of its letters; "" if it is not needed. */
	readonly script: string;
	/** A mark that is painted over an emoji. */
	readonly onEmoji?: true;
	/** Positions in pixels from the line's left edge and its baseline, y down. */
	readonly glyphs: readonly Glyph[];
}
export interface EmojiFragment<S> extends FragmentBase<S> {
	readonly kind: "emoji";
	readonly emoji: string;
	/** Offset of its first character in the text of its paragraph. */
	readonly at: number;
}
/** A character that no font has; it is drawn as a box, never dropped. */
export interface MissingFragment<S> extends FragmentBase<S> {
	readonly kind: "missing";
	/** Offset of its first character in the text of its paragraph. */
	readonly at: number;
}
export type Fragment<S> = GlyphFragment<S> | EmojiFragment<S> | MissingFragment<S>;

/** The characters of a line. */
export interface LineSource {
	/** Text of its paragraph; the clusters of glyphs are offsets in this text. */
	readonly text: string;
	/** Offset of the paragraph in the whole text. */
	readonly offset: number;
	/**
	 * Offsets in the paragraph: the end of the visible text, and of the white space that hangs there.
	 */
	readonly visibleEnd: number;
	readonly end: number;
}

export interface Line<S> {
	/** Width without the white space that hangs at its end, pixels. */
	readonly width: number;
	/** Indent at its start, pixels. */
	readonly indent: number;
	/** Its paragraph belongs to a list. */
	readonly listed: boolean;
	/** The bullet or number in the indent; its positions are relative to the line. */
	readonly marker?: Pick<Line<S>, "width" | "fragments" | "missing" | "source">;
	readonly direction: "ltr" | "rtl";
	/** From left to right. */
	readonly fragments: readonly Fragment<S>[];
	readonly source: LineSource;
	/** UTF-16 offsets of the line in the whole text, its hanging white space included. */
	readonly start: number;
	readonly end: number;
	/**
	 * The drawn text in logical order, including a hyphen or an ellipsis that is not in the source.
	 */
	readonly text: string;
	/** It ends inside a word that is longer than the line. */
	readonly broken: boolean;
	/** It ends with an ellipsis instead of the rest of the text. */
	readonly truncated: boolean;
	/** Characters that are drawn as boxes. */
	readonly missing: readonly string[];
}

/** Everything that a line draws: its marker and its text. */
export const drawnFragments = <S>({ fragments, marker }: Line<S>): readonly Fragment<S>[] =>
	marker === undefined ? fragments : [...marker.fragments, ...fragments];

/** A part of a paragraph that becomes a line. */
export interface LineSpan {
	readonly start: number;
	readonly end: number;
	/** Advance without the white space that hangs at its end, pixels. */
	readonly width: number;
	/** It ends with a hyphen that is only visible at the end of a line. */
	readonly hyphenated: boolean;
	/** Its last character, a full-width one, loses its blank half. */
	readonly trimmedEnd: boolean;
	/** The line ends inside a word. */
	readonly broken: boolean;
}

/** White space that takes no space at the end of a line. */
export const isHanging = (char: string) =>
	char === " " || char === "\t" || (char > "\u1679" && OTHER_SEPARATORS.test(char));

/**
 * Space separators that hang like U+0020 (CSS Text 3, 4.1.3), which are those that allow a break.
 */
const OTHER_SEPARATORS = /^[\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]$/;

/** The advance of a tab from a position to the next tab stop. Pixels. */
export function tabAdvance(position: number, tabs: TabStops | undefined): number {
	if (tabs === undefined) return 0;
	const distance = tabs.width - (position % tabs.width);
	return distance < tabs.least ? distance + tabs.width : distance;
}

/** Positions the glyphs of one line in visual order (UAX #9, L1 and L2). */
export function layOutLine<S extends FontStyle>(
	paragraph: Paragraph<S>,
	{ start, end, hyphenated, trimmedEnd, broken }: Omit<LineSpan, "width">,
	options: ShapingOptions,
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
		const size = sizeOf(style, options);
		const raise = raiseOf(style, options);
		const spacing = (style.spacing ?? 0) * options.fontSize;
		const font = options.fonts.load(face, size);
		const glyphs = shape(font, HYPHEN, 0, 1, paragraphLevel === 1, size).map((glyph) => ({
			...glyph,
			y: glyph.y - raise,
			advance: glyph.advance + spacing,
			cluster: visibleEnd,
		}));
		const { syntheticItalic } = face;
		x = appendGlyphs(
			fragments,
			{ syntheticItalic, font, script: "", size, raise, rtl: paragraphLevel === 1 },
			glyphs,
			x,
			() => style,
		);
	};
	const indent = indentAt(paragraph, start);
	// Tab stops are counted from the edge of the list item, not from the indent of the line.
	const tabStart = indent - paragraph.listIndent;
	const advances = tabAdvances(paragraph, start, visibleEnd, tabStart);
	if (hyphenated && paragraphLevel === 1) addHyphen();
	for (const run of visualRuns(paragraph.levels, text, start, visibleEnd, paragraphLevel)) {
		const items = itemsWithin(paragraph.items, run.start, run.end);
		if (run.rtl) items.reverse();
		for (const item of items) {
			const from = Math.max(item.start, run.start);
			const to = Math.min(item.end, run.end);
			const style = paragraph.styles[paragraph.styleOf[from]!]!;
			if (item.kind === "tab") {
				x += advances?.get(from) ?? tabAdvance(tabStart + x, paragraph.tabs);
			} else if (item.kind !== "glyphs") {
				const { kind, emoji, size, raise } = item;
				const width = plainAdvance(item);
				const plain = { x, width, size, raise, rtl: run.rtl, style, at: from };
				if (kind === "emoji") fragments.push({ kind, emoji: emoji!, ...plain });
				else {
					fragments.push({ kind, ...plain });
					missing.push(text.slice(from, to));
				}
				x += width;
			} else {
				const lastStyle = paragraph.styles[paragraph.styleOf[to - 1]!]!;
				// The end of a line is kerned with the white space that hangs there, as in Blink, which
				// shapes it again without the space only if a decoration ends with the text.
				const reach = to === visibleEnd && !lastStyle.decorated ? Math.min(item.end, end) : to;
				const startsFull = from === start && paragraph.punctuation.fullAtLineStart(from);
				const endsTrimmed = trimmedEnd && to === visibleEnd;
				const shaped =
					startsFull || endsTrimmed
						? shapeItem(text, item, from, to, endsTrimmed)
						: glyphsOf(paragraph, item, from, reach).filter(({ cluster }) => cluster < to);
				const loneMarks = item.loneMarks && !run.rtl && fragments.length > 0;
				if (loneMarks) x += makeRoom(text, fragments, shaped, item);
				const base = loneMarks ? inkBefore(fragments.at(-1), x) : undefined;
				const glyphs = base
					? placeLoneMarks(text, shaped, base, { font: item.font!, size: item.size })
					: shaped;
				const onEmoji = loneMarks && fragments.at(-1)!.kind === "emoji";
				for (const { id, cluster } of glyphs)
					if (id === NOTDEF) missing.push(clusterText(paragraph, cluster));
				const { script, size, raise } = item;
				const { syntheticItalic } = item.face!;
				x = appendGlyphs(
					fragments,
					{
						syntheticItalic,
						font: item.font!,
						script,
						size,
						raise,
						rtl: run.rtl,
						...(onEmoji && { onEmoji }),
					},
					glyphs,
					x,
					(cluster) => paragraph.styles[paragraph.styleOf[cluster]!]!,
				);
			}
		}
	}
	if (hyphenated && paragraphLevel === 0) addHyphen();
	const shown = text.slice(start, visibleEnd);
	return {
		width: x,
		indent,
		listed: paragraph.listIndent > 0,
		direction: paragraph.direction,
		fragments,
		source: { text, offset: paragraph.offset, visibleEnd, end },
		start: paragraph.offset + start,
		end: paragraph.offset + end,
		text: hyphenated ? shown.replace(AT_END, "") + HYPHEN : shown,
		broken,
		truncated: false,
		missing,
	};
}

const AT_END = new RegExp(`${SOFT_HYPHEN}$`);

/**
 * The tabs of a right-to-left line, by offset. Tab stops are counted from the right, where the line
 * begins, and the parts between tabs follow each other to the left (UAX #9, L1). undefined for
 * other lines, whose tab stops are counted from the left.
 */
function tabAdvances<S extends FontStyle>(
	{ text, direction, advance, tabs: stops }: Paragraph<S>,
	start: number,
	end: number,
	tabStart: number,
): Map<number, number> | undefined {
	if (direction === "ltr" || stops === undefined) return undefined;
	const tabs = new Map<number, number>();
	let pen = tabStart;
	for (let at = start; at < end; at++) {
		const own = text[at] === "\t" ? tabAdvance(pen, stops) : advance[at]!;
		if (text[at] === "\t") tabs.set(at, own);
		pen += own;
	}
	return tabs;
}

/** The characters of a cluster of glyphs. */
function clusterText<S extends FontStyle>({ text, clusterStart }: Paragraph<S>, start: number) {
	let end = start + 1;
	while (end < text.length && !clusterStart[end]) end++;
	return text.slice(start, end);
}

/**
 * The glyphs of a part of an item: taken from the shaped item if that is safe, otherwise shaped
 * again.
 */
function glyphsOf<S extends FontStyle>(
	paragraph: Paragraph<S>,
	item: Item,
	from: number,
	to: number,
): readonly Glyph[] {
	if (from === item.start && to === item.end) return item.glyphs;
	const safe = (at: number) =>
		at === item.start || at === item.end || (paragraph.clusterStart[at] && !paragraph.unsafe[at]);
	if (safe(from) && safe(to)) {
		const { glyphs } = item;
		const cluster = (index: number) => glyphs[index]!.cluster;
		// Cluster offsets ascend in left-to-right items and descend in right-to-left ones.
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
	return shapeItem(paragraph.text, item, from, to);
}

/**
 * Centres the last character of a line in the space that marks around it need.
 * @returns the width that this adds to the line, pixels
 */
function makeRoom<S>(
	text: string,
	fragments: Fragment<S>[],
	marks: readonly Glyph[],
	{ font, size }: Item,
): number {
	const last = fragments.at(-1)!;
	const letters = last.kind === "glyphs" ? last.glyphs : [];
	const cluster = letters.at(-1)?.cluster;
	const advance =
		last.kind === "glyphs"
			? letters.reduce((sum, own) => sum + (own.cluster === cluster ? own.advance : 0), 0)
			: last.width;
	const room = roomAround(text, marks, advance, { font: font!, size });
	if (room === 0) return 0;
	if (last.kind !== "glyphs") fragments[fragments.length - 1] = { ...last, x: last.x + room / 2 };
	else {
		const glyphs = letters.map((own) =>
			own.cluster === cluster ? { ...own, x: own.x + room / 2 } : own,
		);
		fragments[fragments.length - 1] = { ...last, glyphs, width: last.width + room };
	}
	return room;
}

/** Ink of the last character of a fragment, from a pen position on. */
function inkBefore<S>(fragment: Fragment<S> | undefined, pen: number): InkBox | undefined {
	if (fragment === undefined || fragment.kind === "missing") return undefined;
	const { size, raise } = fragment;
	if (fragment.kind === "emoji") {
		const left = fragment.x - pen + (fragment.width - size) / 2;
		return { left, right: left + size, top: 0.863 * size + raise, bottom: -0.137 * size + raise };
	}
	const last = fragment.glyphs.at(-1)!;
	const bounds = glyphBounds(fragment.font, last.id);
	if (bounds === undefined) return undefined;
	const scale = size / fragment.font.metrics.unitsPerEm;
	const x = last.x - pen;
	return {
		left: x + bounds.left * scale,
		right: x + bounds.right * scale,
		top: bounds.top * scale - last.y,
		bottom: bounds.bottom * scale - last.y,
	};
}

/** Adds glyphs at x as one fragment per style; returns the new x. */
function appendGlyphs<S>(
	fragments: Fragment<S>[],
	{
		syntheticItalic,
		font,
		script,
		size,
		raise,
		rtl,
		onEmoji,
	}: Pick<
		GlyphFragment<S>,
		"syntheticItalic" | "font" | "script" | "size" | "raise" | "rtl" | "onEmoji"
	>,
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
			syntheticItalic,
			script,
			glyphs: placed,
			x: left,
			width: pen - left,
			size,
			raise,
			rtl,
			...(onEmoji && { onEmoji }),
			style,
		});
	}
	return pen;
}
