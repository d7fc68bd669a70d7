/**
 * A paragraph made ready for its lines: cut into items of one font, script and
 * level, and shaped once as a whole by HarfBuzz.
 */

import { emojiKey, emojiKeyOfAny, splitEmoji } from "../emoji/emoji.js";
import type {
	FaceId,
	FaceQuery,
	FontLibrary,
	FontWeight,
	HanForm,
	LoadedFont,
} from "../fonts/library.js";
import type { Language } from "../language/language.js";
import { bidiLevels, paragraphDirection } from "../unicode/bidi.js";
import { graphemes } from "../unicode/graphemes.js";
import { lineBreaks } from "../unicode/line-break.js";
import { resolveScripts } from "../unicode/scripts.js";
import { type HanPunctuation, hanPunctuation } from "./han-kerning.js";
import { type Glyph, shape } from "./shape.js";

/** What typesetting needs to know of a run; the caller's own run types extend it. */
export interface FontStyle {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** A line is drawn under or through the text. */
	readonly decorated?: boolean;
}

export interface TypesetOptions {
	readonly fonts: FontLibrary;
	/** Pixels. */
	readonly fontSize: number;
	/** Pixels; Infinity never wraps. */
	readonly wrapWidth: number;
	readonly language: Language;
	/** Family that comes before the built-in ones; undefined or null: these alone. */
	readonly font?: string | null;
	/** Lines that are laid out; the last of them ends with an ellipsis when there are more. Default: all. */
	readonly maxLines?: number;
}

/** Advance of an emoji in em: a square of 1 em and a little air at both sides. */
export const EMOJI_ADVANCE = 1.16;
/** Advance of the box that stands for a missing glyph, in em. */
export const MISSING_ADVANCE = 0.62;
/** Tab stops, in advances of a space (the initial value of CSS tab-size). */
const TAB_SIZE = 8;

export const SOFT_HYPHEN = "\u00ad";
export const HYPHEN = "\u2010";

/** A stretch of a paragraph drawn in one way: one font, script and level, or one emoji. */
export interface Item {
	readonly kind: "glyphs" | "emoji" | "missing" | "tab";
	readonly start: number;
	end: number;
	readonly level: number;
	/** ISO 15924 code, see resolveScripts. */
	readonly script: string;
	/** BCP 47 tag, "" for none. */
	readonly language: string;
	/** Full-width punctuation without its blank half. */
	readonly halfWidth: boolean;
	/** Marks apart from their base, which another font draws. */
	readonly loneMarks: boolean;
	readonly face?: FaceId;
	readonly font?: LoadedFont;
	readonly emoji?: string;
	glyphs: readonly Glyph[];
}

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
	const items = itemize(text, styleOf, styles, levels, punctuation, options);
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

type ItemPart = Omit<
	Item,
	"glyphs" | "script" | "language" | "halfWidth" | "font" | "loneMarks"
> & { readonly loneMarks?: boolean };

/** The language of each form of Han characters, BCP 47. */
const HAN_TAGS: Readonly<Record<HanForm, string>> = {
	sc: "zh-Hans",
	tc: "zh-Hant",
	jp: "ja",
	kr: "ko",
};

/** What chooses the face of a character that stands alone. */
export const faceQuery = (
	{ weight, italic }: FontStyle,
	{ language: { han, prefer }, font }: Pick<TypesetOptions, "language" | "font">,
): FaceQuery => ({ weight, italic, han, prefer, font });

/** Cuts a paragraph where the font, the script or the level changes. */
function itemize<S extends FontStyle>(
	text: string,
	styleOf: Uint32Array,
	styles: readonly S[],
	levels: Uint8Array,
	{ shared, trimmed, isBracket }: HanPunctuation,
	options: TypesetOptions,
): Item[] {
	const items: Item[] = [];
	const scripts = resolveScripts(text);
	const standsAlone = (at: number) => trimmed[at] === 1 || isBracket(at);
	const { language, font } = options;
	const { tag } = language;
	const add = (part: ItemPart) => {
		const { start, face } = part;
		// A dash of Han text is as wide as two characters only in the language of its font.
		const ownTag = tag === "" && shared[start] === 1 ? HAN_TAGS[language.han] : tag;
		const last = items[items.length - 1];
		if (
			last?.kind === "glyphs" &&
			part.kind === "glyphs" &&
			last.face === face &&
			last.level === part.level &&
			last.script === scripts[start] &&
			last.language === ownTag &&
			!part.loneMarks &&
			!last.loneMarks &&
			!standsAlone(last.start) &&
			!standsAlone(start)
		)
			last.end = part.end;
		else
			items.push({
				...part,
				...(face && { font: options.fonts.load(face, options.fontSize) }),
				script: scripts[start]!,
				language: ownTag,
				halfWidth: trimmed[start] === 1,
				loneMarks: part.loneMarks ?? false,
				glyphs: [],
			});
	};
	const addText = (start: number, end: number) => {
		const style = styles[styleOf[start]!]!;
		const level = levels[start]!;
		if (text[start] === "\t") {
			add({ kind: "tab", start, end, level });
			return;
		}
		const cluster = text.slice(start, end);
		const { weight, italic } = style;
		const prefer = shared[start] === 1 ? "han" : language.prefer;
		const parts = options.fonts.partsFor(cluster, {
			weight,
			italic,
			han: language.han,
			prefer,
			font,
		});
		const picture = parts[0]!.face ? undefined : emojiKeyOfAny(cluster);
		if (picture !== undefined) {
			add({ kind: "emoji", start, end, level, emoji: picture });
			return;
		}
		let at = start;
		for (const { text: part, face } of parts) {
			const partEnd = at + part.length;
			const loneMarks = at > start;
			if (face) add({ kind: "glyphs", start: at, end: partEnd, level, face, loneMarks });
			else add({ kind: "missing", start: at, end: partEnd, level });
			at = partEnd;
		}
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
