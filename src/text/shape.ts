import { Direction, Feature, GlyphFlag, Buffer as HbBuffer, shape as hbShape } from "harfbuzzjs";
import type { LoadedFont } from "./fonts/library.js";

export interface Glyph {
	readonly id: number;
	/** UTF-16 offset of the first character that this glyph stands for. */
	readonly cluster: number;
	/** Pixels from the pen position, y down. */
	readonly x: number;
	readonly y: number;
	/** Pixels that the pen moves right. */
	readonly advance: number;
	/** True when the text cannot be cut before this cluster without shaping again. */
	readonly unsafeToBreak: boolean;
}

let buffer: HbBuffer | undefined;
let halfWidthAlternates: Feature[] | undefined;

/** Characters of context at each side; HarfBuzz looks at five at the most. */
const CONTEXT_LENGTH = 8;

/**
 * Shapes text[start, end) with the rest of the text as its context, kerning and
 * ligatures on. Glyphs come in visual order, left to right.
 * @param fontSize pixels per em
 * @param script ISO 15924 code; "": that of the text's first letter
 * @param halfWidth without the blank half of full-width punctuation, where the font can
 */
export function shape(
	font: LoadedFont,
	text: string,
	start: number,
	end: number,
	rtl: boolean,
	fontSize: number,
	script = "",
	halfWidth = false,
): Glyph[] {
	buffer ??= new HbBuffer();
	buffer.reset();
	const contextStart = Math.max(0, start - CONTEXT_LENGTH);
	const context = text.slice(contextStart, end + CONTEXT_LENGTH);
	buffer.addText(context, start - contextStart, end - start);
	buffer.setDirection(rtl ? Direction.RTL : Direction.LTR);
	if (script !== "") buffer.setScript(script);
	buffer.guessSegmentProperties();
	halfWidthAlternates ??= [new Feature("halt", 1)];
	hbShape(font.hb, buffer, halfWidth ? halfWidthAlternates : []);
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
