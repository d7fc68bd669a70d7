import {
	BufferFlag,
	Direction,
	Feature,
	GlyphFlag,
	Buffer as HbBuffer,
	shape as hbShape,
} from "harfbuzzjs";
import type { FontFeatures } from "../fonts/font-features.js";
import type { LoadedFont } from "../fonts/library.js";

export interface Glyph {
	readonly id: number;
	/** UTF-16 offset of the first character of this glyph. */
	readonly cluster: number;
	/** Pixels from the pen position, y down. */
	readonly x: number;
	readonly y: number;
	/** Pixels by which the pen moves to the right. */
	readonly advance: number;
	/** True if the text cannot be divided before this cluster without shaping again. */
	readonly unsafeToBreak: boolean;
}

/**
 * Glyph for a mark that the font of its base lacks, because the .notdef glyph of some fonts says
 * "NO GLYPH".
 */
export const NOTDEF = 0;

let buffer: HbBuffer | undefined;
/** Cached features by their options; see featuresOf. */
const features = new Map<string, Feature[]>();

/** Characters of context on each side; HarfBuzz uses at most five. */
const CONTEXT_LENGTH = 8;

export interface ShapeOptions {
	/** ISO 15924 code; "": the script of the text's first letter. */
	readonly script?: string;
	/** BCP 47 tag, for which a font may have special forms; "": none. */
	readonly language?: string;
	/** Removes the blank half of full-width punctuation, if the font supports it. */
	readonly halfWidth?: boolean;
	/** Marks whose base is drawn by another font, so no dotted circle is inserted. */
	readonly loneMarks?: boolean;
	/** Letters have spacing, so there are no optional ligatures. */
	readonly spaced?: boolean;
	/** All digits have the same width. */
	readonly tabularNumbers?: boolean;
	/** OpenType features that are turned on, off, or to an alternative. */
	readonly features?: FontFeatures;
}

/** The OpenType features that are turned on or off. */
function featuresOf({ halfWidth, spaced, tabularNumbers, features: own }: ShapeOptions): Feature[] {
	const key = `${halfWidth ? "h" : ""}${spaced ? "s" : ""}${tabularNumbers ? "t" : ""}`;
	let list = features.get(key);
	if (list === undefined) {
		list = [];
		if (halfWidth) list.push(new Feature("halt", 1));
		// Like Blink with letter-spacing (CSS Text 3, 8.2.1).
		if (spaced) list.push(new Feature("liga", 0), new Feature("clig", 0));
		if (tabularNumbers) list.push(new Feature("tnum", 1));
		features.set(key, list);
	}
	if (own === undefined) return list;
	// The last setting of a feature counts.
	return [...list, ...Object.entries(own).map(([tag, value]) => new Feature(tag, value))];
}

/**
 * Shapes text[start, end) with the rest of the text as its context, kerning and ligatures on.
 * Glyphs are returned in visual order, left to right.
 * @param fontSize pixels per em
 */
export function shape(
	font: LoadedFont,
	text: string,
	start: number,
	end: number,
	rtl: boolean,
	fontSize: number,
	options: ShapeOptions = {},
): Glyph[] {
	const { script = "", language = "", loneMarks = false } = options;
	buffer ??= new HbBuffer();
	buffer.reset();
	const contextStart = Math.max(0, start - CONTEXT_LENGTH);
	const context = text.slice(contextStart, end + CONTEXT_LENGTH);
	buffer.addText(context, start - contextStart, end - start);
	buffer.setDirection(rtl ? Direction.RTL : Direction.LTR);
	if (script !== "") buffer.setScript(script);
	if (language !== "") buffer.setLanguage(language);
	if (loneMarks) buffer.setFlags(BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE);
	buffer.guessSegmentProperties();
	hbShape(font.hb, buffer, featuresOf(options));
	const scale = fontSize / font.metrics.unitsPerEm;
	const positions = buffer.getGlyphPositions();
	return buffer.getGlyphInfos().map((info, index) => {
		const position = positions[index]!;
		return {
			id: info.codepoint,
			cluster: contextStart + info.cluster,
			x: position.xOffset * scale,
			y: -position.yOffset * scale,
			advance: position.xAdvance * scale,
			unsafeToBreak: (info.flags & GlyphFlag.UNSAFE_TO_BREAK) !== 0,
		};
	});
}
