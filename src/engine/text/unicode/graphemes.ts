/** A user-perceived character: UTF-16 offsets, end exclusive. */
export interface Grapheme {
	readonly start: number;
	readonly end: number;
}

/**
 * Text in which every UTF-16 unit is a grapheme cluster: letters, digits and signs of the usual
 * scripts without marks, jamo, surrogate pairs or CR.
 */
const SIMPLE =
	/^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u05d0-\u05ea\u060c\u061b\u061f-\u064a\u0660-\u066f\u0671-\u06d3\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;

/** Whether every UTF-16 unit is a grapheme cluster; then they are found at once. */
export const isOneUnitEach = (text: string): boolean => SIMPLE.test(text);

let segmenter: Intl.Segmenter | undefined;

/** The extended grapheme clusters of a text (UAX #29). */
export function graphemes(text: string): Grapheme[] {
	if (isOneUnitEach(text)) {
		return Array.from({ length: text.length }, (_, start) => ({ start, end: start + 1 }));
	}
	segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
	const clusters: Grapheme[] = [];
	for (const { index, segment } of segmenter.segment(text))
		clusters.push({ start: index, end: index + segment.length });
	return clusters;
}
