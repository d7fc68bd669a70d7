/** A user-perceived character: UTF-16 offsets, end exclusive. */
export interface Grapheme {
	readonly start: number;
	readonly end: number;
}

/** Text in which every UTF-16 unit is a grapheme cluster: no marks, no surrogate pairs, no CR. */
const SIMPLE = /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The extended grapheme clusters of a text (UAX #29). */
export function graphemes(text: string): Grapheme[] {
	if (SIMPLE.test(text)) {
		return Array.from({ length: text.length }, (_, start) => ({ start, end: start + 1 }));
	}
	segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
	const clusters: Grapheme[] = [];
	for (const { index, segment } of segmenter.segment(text))
		clusters.push({ start: index, end: index + segment.length });
	return clusters;
}
