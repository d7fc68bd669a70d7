/**
 * Typesetting: runs of text become lines of positioned glyphs, as a browser
 * lays out `white-space: pre-wrap; overflow-wrap: break-word`.
 *
 * A paragraph is shaped once as a whole by HarfBuzz; lines are then chosen
 * greedily from the advances (CSS Text 3, section 5), and only a piece whose
 * end is not safe to cut is shaped again with its context, as Blink does.
 */
import { bidiLevels, paragraphDirection, visualRuns } from "./bidi.js";
import { emojiKey, splitEmoji } from "./emoji.js";
import type { FaceId, FontLibrary, HanForm, LoadedFont } from "./fonts/library.js";
import { graphemes } from "./graphemes.js";
import {
	fullAtLineStart,
	isWideBracket,
	trimmedPunctuation,
	trimsAtLineEnd,
} from "./han-kerning.js";
import { lineBreaks } from "./line-break.js";
import { resolveScripts } from "./scripts.js";
import { type Glyph, shape } from "./shape.js";

/** What typesetting needs to know of a run; the caller's own run types extend it. */
export interface FontStyle {
	readonly weight: 600 | 800 | 900;
	readonly italic: boolean;
	/** A line is drawn under or through the text. */
	readonly decorated?: boolean;
}

export interface TextRun<S extends FontStyle> {
	readonly text: string;
	readonly style: S;
}

export interface TypesetOptions {
	readonly fonts: FontLibrary;
	/** Pixels. */
	readonly fontSize: number;
	/** Pixels; Infinity never wraps. */
	readonly wrapWidth: number;
	readonly han: HanForm;
}

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
}

/** Advance of an emoji in em: a square of 1 em and a little air at both sides. */
export const EMOJI_ADVANCE = 1.16;
/** Advance of the box that stands for a missing glyph, in em. */
export const MISSING_ADVANCE = 0.62;
/** Tab stops, in advances of a space (the initial value of CSS tab-size). */
const TAB_SIZE = 8;
/** Widths are compared with this tolerance, one step of Blink's layout unit. */
const FIT_TOLERANCE = 1 / 64;

const SOFT_HYPHEN = "\u00ad";
const isHanging = (char: string) => char === " " || char === "\t" || char === "\u1680";

/** A stretch of a paragraph drawn in one way: one font, script and level, or one emoji. */
interface Item {
	readonly kind: "glyphs" | "emoji" | "missing" | "tab";
	readonly start: number;
	end: number;
	readonly level: number;
	/** ISO 15924 code, see resolveScripts. */
	readonly script: string;
	/** Full-width punctuation without its blank half. */
	readonly halfWidth: boolean;
	readonly face?: FaceId;
	readonly font?: LoadedFont;
	readonly emoji?: string;
	glyphs: readonly Glyph[];
}

interface Paragraph<S extends FontStyle> {
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
	/** 1 where a grapheme cluster starts that is also a cluster of glyphs. */
	readonly clusterStart: Uint8Array;
	/** Advance of the glyph cluster that starts here, pixels; tabs have 0. */
	readonly advance: Float64Array;
	/** 1 where the text cannot be cut without shaping again. */
	readonly unsafe: Uint8Array;
	readonly tabWidth: number;
	readonly hyphenWidth: number;
}

/**
 * Lays out runs of text. "\n" starts a new paragraph; each paragraph has the
 * direction of its first strong character.
 */
export function typeset<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
): Line<S>[] {
	const text = runs.map((run) => run.text).join("");
	const styleOf = new Uint32Array(text.length);
	const styles: S[] = [];
	let at = 0;
	for (const run of runs) {
		styleOf.fill(styles.length, at, at + run.text.length);
		styles.push(run.style);
		at += run.text.length;
	}
	const lines: Line<S>[] = [];
	let start = 0;
	for (const part of text.split("\n")) {
		const paragraph = prepareParagraph(
			part,
			start,
			styleOf.subarray(start, start + part.length),
			styles,
			options,
		);
		breakIntoLines(paragraph, options, lines);
		start += part.length + 1;
	}
	return lines;
}

function prepareParagraph<S extends FontStyle>(
	text: string,
	offset: number,
	styleOf: Uint32Array,
	styles: readonly S[],
	options: TypesetOptions,
): Paragraph<S> {
	const direction = paragraphDirection(text);
	const levels = bidiLevels(text, direction);
	const items = itemize(text, styleOf, styles, levels, options);
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

	const widthOf = (char: string) => {
		const query = { ...pickFontStyle(styles[0]!), han: options.han };
		const face = options.fonts.faceFor(char, query);
		if (!face) return 0;
		return sum(shape(options.fonts.load(face), char, 0, char.length, false, options.fontSize));
	};
	return {
		text,
		offset,
		direction,
		levels,
		breaks: lineBreaks(text),
		styleOf,
		styles,
		items,
		clusterStart,
		advance,
		unsafe,
		tabWidth: text.includes("\t") ? TAB_SIZE * widthOf(" ") : 0,
		hyphenWidth: text.includes(SOFT_HYPHEN) ? widthOf(HYPHEN) : 0,
	};
}

const HYPHEN = "\u2010";

const sum = (glyphs: readonly Glyph[]) => glyphs.reduce((width, glyph) => width + glyph.advance, 0);

function shapeItem(
	text: string,
	item: Item,
	start: number,
	end: number,
	fontSize: number,
	halfWidth = item.halfWidth,
) {
	const rtl = (item.level & 1) === 1;
	return shape(item.font!, text, start, end, rtl, fontSize, item.script, halfWidth);
}

/** Cuts a paragraph where the font, the script or the level changes. */
function itemize<S extends FontStyle>(
	text: string,
	styleOf: Uint32Array,
	styles: readonly S[],
	levels: Uint8Array,
	options: TypesetOptions,
): Item[] {
	const items: Item[] = [];
	const scripts = resolveScripts(text);
	const trimmed = trimmedPunctuation(text);
	const standsAlone = (at: number) => trimmed[at] === 1 || isWideBracket(text[at]!);
	const add = (part: Omit<Item, "glyphs" | "script" | "halfWidth">) => {
		const { start } = part;
		const item = { ...part, script: scripts[start]!, halfWidth: trimmed[start] === 1 };
		const last = items[items.length - 1];
		if (
			last?.kind === "glyphs" &&
			item.kind === "glyphs" &&
			last.face === item.face &&
			last.level === item.level &&
			last.script === item.script &&
			!standsAlone(last.start) &&
			!standsAlone(start)
		)
			last.end = item.end;
		else items.push({ ...item, glyphs: [] });
	};
	const addText = (start: number, end: number) => {
		const style = styles[styleOf[start]!]!;
		const level = levels[start]!;
		if (text[start] === "\t") {
			add({ kind: "tab", start, end, level });
			return;
		}
		const face = options.fonts.faceFor(text.slice(start, end), {
			weight: style.weight,
			italic: style.italic,
			han: options.han,
		});
		if (face) add({ kind: "glyphs", start, end, level, face, font: options.fonts.load(face) });
		else add({ kind: "missing", start, end, level });
	};
	for (const { start, end } of graphemes(text)) {
		const cluster = text.slice(start, end);
		const key = emojiKey(cluster);
		if (key !== undefined) {
			add({ kind: "emoji", start, end, level: levels[start]!, emoji: key });
			continue;
		}
		const parts = splitEmoji(cluster);
		if (parts.length < 2) {
			addText(start, end);
			continue;
		}
		// A ZWJ sequence that nobody has drawn falls apart into emoji that someone has.
		let at = start;
		for (const [index, part] of parts.entries()) {
			const partKey = emojiKey(part);
			// A part reaches to the next one: the joiners between them draw nothing.
			const next = parts[index + 1];
			const partEnd = next === undefined ? end : text.indexOf(next, at + part.length);
			if (partKey === undefined) addText(at, partEnd);
			else add({ kind: "emoji", start: at, end: partEnd, level: levels[at]!, emoji: partKey });
			at = partEnd;
		}
	}
	return items;
}

/** Chooses the lines of a paragraph greedily and lays each out. */
function breakIntoLines<S extends FontStyle>(
	paragraph: Paragraph<S>,
	options: TypesetOptions,
	lines: Line<S>[],
): void {
	const { text, breaks, clusterStart, advance } = paragraph;
	const limit = options.wrapWidth + FIT_TOLERANCE;
	let lineStart = 0;
	let width = 0;
	let hanging = 0;
	let lastBreak = -1;
	const emit = (end: number, atOpportunity: boolean, trimmedEnd = false) => {
		const hyphenated = atOpportunity && text[end - 1] === SOFT_HYPHEN;
		lines.push(layOutLine(paragraph, lineStart, end, hyphenated, trimmedEnd, options));
		lineStart = end;
		width = 0;
		hanging = 0;
		lastBreak = -1;
	};
	let at = 0;
	while (at < text.length) {
		let next = at + 1;
		while (next < text.length && !clusterStart[next]) next++;
		const char = text[at]!;
		if (at > lineStart && breaks[at] !== 0) {
			const hyphen = text[at - 1] === SOFT_HYPHEN ? paragraph.hyphenWidth : 0;
			if (width + hyphen <= limit) lastBreak = at;
		}
		if (isHanging(char)) {
			const position = width + hanging;
			hanging += char === "\t" ? tabAdvance(position, paragraph.tabWidth) : advance[at]!;
			at = next;
			continue;
		}
		let own = 0;
		for (let i = at; i < next; i++) own += advance[i]!;
		if (at === lineStart && fullAtLineStart(char))
			own = bracketAdvance(paragraph, at, false, options);
		const reached = width + hanging + own;
		if (reached > limit && own > 0 && at > lineStart) {
			const canEnd = next === text.length || breaks[next] !== 0;
			if (canEnd && trimsAtLineEnd(char)) {
				const trimmed = width + hanging + bracketAdvance(paragraph, at, true, options);
				if (trimmed <= limit) {
					at = next;
					while (at < text.length && isHanging(text[at]!)) at++;
					emit(at, true, true);
					if (at === text.length) return;
					continue;
				}
			}
			if (lastBreak > lineStart) {
				at = lastBreak;
				emit(lastBreak, true);
			} else emit(at, false);
			continue;
		}
		width = reached;
		hanging = 0;
		at = next;
	}
	emit(text.length, false);
}

/** Advance of a full-width bracket with or without its blank half. */
function bracketAdvance<S extends FontStyle>(
	{ text, items }: Paragraph<S>,
	at: number,
	halfWidth: boolean,
	{ fontSize }: TypesetOptions,
): number {
	const [item] = itemsWithin(items, at, at + 1);
	if (item?.kind !== "glyphs") return MISSING_ADVANCE * fontSize;
	return sum(shapeItem(text, item, at, at + 1, fontSize, halfWidth));
}

const tabAdvance = (position: number, tabWidth: number) =>
	tabWidth > 0 ? tabWidth - (position % tabWidth) : 0;

/** Positions the glyphs of one line in visual order (UAX #9, L1 and L2). */
function layOutLine<S extends FontStyle>(
	paragraph: Paragraph<S>,
	start: number,
	end: number,
	hyphenated: boolean,
	trimmedEnd: boolean,
	options: TypesetOptions,
): Line<S> {
	const { text } = paragraph;
	let visibleEnd = end;
	while (visibleEnd > start && isHanging(text[visibleEnd - 1]!)) visibleEnd--;
	const fragments: Fragment<S>[] = [];
	let x = 0;
	const paragraphLevel = paragraph.direction === "rtl" ? 1 : 0;
	const addHyphen = () => {
		const style = paragraph.styles[paragraph.styleOf[visibleEnd - 1]!]!;
		const face = options.fonts.faceFor(HYPHEN, { ...pickFontStyle(style), han: options.han });
		if (!face) return;
		const font = options.fonts.load(face);
		const glyphs = shape(font, HYPHEN, 0, 1, paragraphLevel === 1, options.fontSize).map(
			(glyph) => ({ ...glyph, cluster: visibleEnd - 1 }),
		);
		x = appendGlyphs(fragments, face, font, glyphs, x, () => style);
	};
	if (hyphenated && paragraphLevel === 1) addHyphen();
	for (const run of visualRuns(paragraph.levels, text, start, visibleEnd, paragraphLevel)) {
		const items = itemsWithin(paragraph.items, run.start, run.end);
		if (run.rtl) items.reverse();
		for (const item of items) {
			const from = Math.max(item.start, run.start);
			const to = Math.min(item.end, run.end);
			const style = paragraph.styles[paragraph.styleOf[from]!]!;
			if (item.kind === "tab") {
				x += tabAdvance(x, paragraph.tabWidth);
			} else if (item.kind === "emoji") {
				const width = EMOJI_ADVANCE * options.fontSize;
				fragments.push({ kind: "emoji", emoji: item.emoji!, x, width, style });
				x += width;
			} else if (item.kind === "missing") {
				const width = MISSING_ADVANCE * options.fontSize;
				fragments.push({ kind: "missing", x, width, style });
				x += width;
			} else {
				const lastStyle = paragraph.styles[paragraph.styleOf[to - 1]!]!;
				// The end of a line kerns with the white space that hangs there, as in Blink, which
				// shapes it anew without the space only where a decoration is to end with the text.
				const reach = to === visibleEnd && !lastStyle.decorated ? Math.min(item.end, end) : to;
				const startsFull = from === start && fullAtLineStart(text[from]!);
				const endsTrimmed = trimmedEnd && to === visibleEnd;
				const glyphs =
					startsFull || endsTrimmed
						? shapeItem(text, item, from, to, options.fontSize, endsTrimmed)
						: glyphsOf(paragraph, item, from, reach, options.fontSize).filter(
								({ cluster }) => cluster < to,
							);
				x = appendGlyphs(
					fragments,
					item.face!,
					item.font!,
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
	};
}

/** The items that overlap [start, end), found by bisection: there may be as many as characters. */
function itemsWithin(items: readonly Item[], start: number, end: number): Item[] {
	const first = firstIndex(items.length, (index) => items[index]!.end > start);
	const last = firstIndex(items.length, (index) => items[index]!.start >= end);
	return items.slice(first, last);
}

/** Smallest index below length for which a predicate that turns true once is true. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}

const pickFontStyle = ({ weight, italic }: FontStyle): FontStyle => ({ weight, italic });

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
	face: FaceId,
	font: LoadedFont,
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
			glyphs: placed,
			x: left,
			width: pen - left,
			style,
		});
	}
	return pen;
}
