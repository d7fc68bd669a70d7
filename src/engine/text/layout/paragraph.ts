/**
 * A paragraph that is ready to be broken into lines: divided into items of one font, script and
 * level, and shaped once by HarfBuzz.
 */

import { bidiLevels, paragraphDirection } from "../unicode/bidi.js";
import { graphemes } from "../unicode/graphemes.js";
import { breakOpportunities } from "./break-opportunities.js";
import { type HanPunctuation, hanPunctuation } from "./han-kerning.js";
import { type Item, itemize } from "./itemize.js";
import { hasMarks, placeMarks, roomAround } from "./mark-placement.js";
import { type Glyph, shape } from "./shape.js";
import {
	type FontStyle,
	faceQuery,
	type LineIndent,
	type ShapingOptions,
	sizeOf,
} from "./typeset-options.js";

/** Advance of an emoji in em: a square of 1 em with a little space on both sides. */
export const EMOJI_ADVANCE = 1.16;
/** Advance of the box for a missing glyph, in em. */
export const MISSING_ADVANCE = 0.62;
/** Tab stops, in advances of a space. */
const TAB_SIZE = 4;

export const SOFT_HYPHEN = "\u00ad";
export const HYPHEN = "\u2010";

/** Tab stops, pixels. */
export interface TabStops {
	/** Distance between two. */
	readonly width: number;
	/** A nearer stop is skipped: half of a space, as in Blink. */
	readonly least: number;
}

export interface Paragraph<S extends FontStyle> {
	readonly text: string;
	/** Offset of the paragraph in the whole text. */
	readonly offset: number;
	readonly direction: "ltr" | "rtl";
	readonly levels: Uint8Array;
	/** See BreakOpportunities. */
	readonly breaks: Uint8Array;
	/** Style of each UTF-16 unit, by index into `styles`. */
	readonly styleOf: Uint32Array;
	readonly styles: readonly S[];
	readonly items: readonly Item[];
	readonly punctuation: HanPunctuation;
	/** 1 at the start of a grapheme cluster that is also a cluster of glyphs. */
	readonly clusterStart: Uint8Array;
	/** Advance of the glyph cluster that starts here, pixels; 0 for tabs. */
	readonly advance: Float64Array;
	/** 1 where the text cannot be divided without shaping again. */
	readonly unsafe: Uint8Array;
	/** undefined if it has no tabs. */
	readonly tabs: TabStops | undefined;
	/** Width of the hyphen, pixels, for each offset before which a line may end with a hyphen. */
	readonly hyphenWidths: ReadonlyMap<number, number>;
	/** Largest font size of its runs, pixels. */
	readonly largest: number;
	/** Indent of all its lines as an item of a list, pixels. */
	readonly listIndent: number;
	/** Indents of its first line and of its other lines, that of the list included, pixels. */
	readonly indent: LineIndent;
	/** Words that are longer than a line leave it. */
	readonly keepsWords: boolean;
}

/**
 * @param offset of the paragraph in the whole text
 * @param styleOf style of each UTF-16 unit of the paragraph, by index into `styles`
 * @param direction default: that of its first strong character
 */
export function prepareParagraph<S extends FontStyle>(
	text: string,
	offset: number,
	styleOf: Uint32Array,
	styles: readonly S[],
	options: ShapingOptions,
	direction = directionOf(text, options),
	listIndent = 0,
): Paragraph<S> {
	const levels = levelsOf(text, direction, options);
	const punctuation = hanPunctuation(text, options.language.han);
	const clusters = graphemes(text);
	const items = itemize({ text, clusters, styleOf, styles, levels, punctuation }, options);
	const advance = new Float64Array(text.length);
	const unsafe = new Uint8Array(text.length + 1);
	const clusterStart = new Uint8Array(text.length + 1);
	for (const cluster of clusters) clusterStart[cluster.start] = 1;
	clusterStart[text.length] = 1;

	const inGlyphCluster = new Uint8Array(text.length + 1);
	for (const item of items) {
		if (item.kind === "glyphs") {
			item.glyphs = shapeItem(text, item, item.start, item.end);
			inGlyphCluster.fill(1, item.start, item.end);
			for (const glyph of item.glyphs) {
				advance[glyph.cluster] = advance[glyph.cluster]! + glyph.advance;
				inGlyphCluster[glyph.cluster] = 0;
				if (glyph.unsafeToBreak) unsafe[glyph.cluster] = 1;
			}
		} else advance[item.start] = plainAdvance(item);
		if (item.kind !== "glyphs") inGlyphCluster.fill(1, item.start + 1, item.end);
	}
	for (let i = 0; i < text.length; i++) if (inGlyphCluster[i]) clusterStart[i] = 0;
	for (const item of items) if (item.loneMarks) makeRoom(text, item, clusterStart, advance);

	const widthOf = (char: string, at: number) => {
		const style = styles[styleOf[at]!]!;
		const face = options.fonts.faceFor(char, faceQuery(style, options));
		if (!face) return 0;
		const size = sizeOf(style, options);
		const glyphs = shape(options.fonts.load(face, size), char, 0, char.length, false, size);
		return sum(glyphs) + (style.spacing ?? 0) * options.fontSize;
	};
	const space = text.includes("\t") ? widthOf(" ", 0) : 0;
	const spacing = (styles[styleOf[0]!]?.spacing ?? 0) * options.fontSize;
	const tabStops =
		space > 0
			? { width: (options.tabSize ?? TAB_SIZE) * space, least: (space - spacing) / 2 }
			: undefined;
	const { breaks, hyphens } = breakOpportunities(text, options);
	return {
		text,
		offset,
		direction,
		levels,
		breaks,
		styleOf,
		styles,
		items,
		punctuation,
		clusterStart,
		advance,
		unsafe,
		tabs: tabStops,
		hyphenWidths: hyphenWidths(hyphens, styleOf, (at) => widthOf(HYPHEN, at)),
		largest: items.reduce((most, { size }) => Math.max(most, size), options.fontSize),
		listIndent,
		indent: {
			first: listIndent + (options.indent?.first ?? 0) * options.fontSize,
			rest: listIndent + (options.indent?.rest ?? 0) * options.fontSize,
		},
		keepsWords: options.overflowWrap === "normal",
	};
}

/** Indent of the line that starts at an offset of a paragraph. Pixels. */
export const indentAt = (
	{ indent }: Pick<Paragraph<FontStyle>, "indent">,
	start: number,
): number => (start === 0 ? indent.first : indent.rest);

/** Marks have no width, but enclosing marks may need more space than their base has. */
function makeRoom(
	text: string,
	{ start, end, level, glyphs, font, size }: Item,
	clusterStart: Uint8Array,
	advance: Float64Array,
): void {
	if ((level & 1) === 1) return;
	let base = start;
	while (base > 0 && !clusterStart[base]) base--;
	if (base === start) return;
	advance.fill(0, start, end);
	let width = 0;
	for (let at = base; at < start; at++) width += advance[at]!;
	advance[base]! += roomAround(text, glyphs, width, { font: font!, size });
}

function directionOf(text: string, { direction = "auto" }: ShapingOptions): "ltr" | "rtl" {
	if (direction === "auto") return paragraphDirection(text);
	return direction === "auto-rtl" ? paragraphDirection(text, "rtl") : direction;
}

/** Without a strong character, the text is from left to right, embedded in its paragraph. */
function levelsOf(
	text: string,
	direction: "ltr" | "rtl",
	{ direction: asked }: ShapingOptions,
): Uint8Array {
	const isEmbedded =
		asked === "auto-rtl" && direction === "rtl" && paragraphDirection(text) === "ltr";
	return isEmbedded
		? bidiLevels(text, "ltr").map((level) => level + 2)
		: bidiLevels(text, direction);
}

/** Cached by style, because a long text has thousands of possible hyphens and few styles. */
function hyphenWidths(
	points: readonly number[],
	styleOf: Uint32Array,
	widthAt: (at: number) => number,
): Map<number, number> {
	const byStyle = new Map<number, number>();
	const widths = new Map<number, number>();
	for (const point of points) {
		const style = styleOf[point - 1]!;
		let width = byStyle.get(style);
		if (width === undefined) {
			width = widthAt(point - 1);
			byStyle.set(style, width);
		}
		widths.set(point, width);
	}
	return widths;
}

/** Advance of a character without a font, pixels; 0 for tabs. */
export function plainAdvance({ kind, size, spacing }: Item): number {
	if (kind === "tab") return 0;
	return (kind === "emoji" ? EMOJI_ADVANCE : MISSING_ADVANCE) * size + spacing;
}

/** Total advance of glyphs. Pixels. */
export const sum = (glyphs: readonly Glyph[]) =>
	glyphs.reduce((width, glyph) => width + glyph.advance, 0);

/** Shapes a part of an item, with its context. */
export function shapeItem(
	text: string,
	item: Item,
	start: number,
	end: number,
	halfWidth = item.halfWidth,
): readonly Glyph[] {
	const rtl = (item.level & 1) === 1;
	const { script, language, loneMarks, size, spacing, raise, tabularNumbers } = item;
	const features = item.features && { features: item.features };
	const spaced = spacing !== 0;
	const options = { script, language, halfWidth, loneMarks, spaced, tabularNumbers, ...features };
	const shaped = shape(item.font!, text, start, end, rtl, size, options);
	const marked = !rtl && !loneMarks && hasMarks(text.slice(start, end));
	const glyphs = marked ? placeMarks(text, shaped, { font: item.font!, size }) : shaped;
	if (!spaced && raise === 0) return glyphs;
	return glyphs.map((glyph, index) => {
		const isLast = glyphs[index + 1]?.cluster !== glyph.cluster;
		const room = isLast && takesRoom(text[glyph.cluster]!, script) ? spacing : 0;
		return { ...glyph, advance: glyph.advance + room, y: glyph.y - raise };
	});
}

/**
 * Letters of these scripts are joined, so space between them would break words apart (Blink:
 * IsCursiveScript).
 */
const CURSIVE: ReadonlySet<string> = new Set("Arab Rohg Mand Mong Nkoo Phag Syrc Adlm".split(" "));

/** Whether the letters of a script are joined. @param script ISO 15924 code */
export const isJoined = (script: string): boolean => CURSIVE.has(script);

/** Whether letter spacing applies after a character; in joined scripts only after spaces. */
const takesRoom = (char: string, script: string) =>
	CURSIVE.has(script) ? char === " " || char === "\u00a0" : !isZeroWidth(char);

/** Characters without letter spacing (Blink: TreatAsZeroWidthSpace). */
const isZeroWidth = (char: string) =>
	char < " " || /^[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]$/.test(char);

/**
 * The items that overlap [start, end), found by bisection because there may be as many items as
 * characters.
 */
export function itemsWithin(items: readonly Item[], start: number, end: number): Item[] {
	const first = firstIndex(items.length, (index) => items[index]!.end > start);
	const last = firstIndex(items.length, (index) => items[index]!.start >= end);
	return items.slice(first, last);
}

/** Smallest index below `length` for which a monotonic predicate is true. */
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
