/**
 * Widens lines to the width of their box: CSS `text-align: justify`, as in Blink. Spaces grow, and so
 * do the gaps around ideographs, kana and symbols. Joined scripts only grow at their spaces.
 */
import type { Fragment, GlyphFragment, Line } from "./line-layout.js";

/**
 * Ideographs, kana, CJK punctuation and symbols (Blink: Character::IsCJKIdeographOrSymbol), as far as
 * they are not emoji.
 */
const IDEOGRAPH =
	/^[\u2e80-\u2fdf\u2ff0-\u302d\u3031-\u312f\u3190-\u4dbf\u4dc0-\u9fff\uf900-\ufaff\ufe10-\ufe12\ufe19\ufe30-\ufe6f\uff00-\uff0c\uff0e-\uff1a\uff1d\uff1f-\uff9f\uffdd-\uffef\u2460-\u2492\u249c-\u24ff\u2160-\u216b\u2170-\u217b\u2600-\u2603\u2605\u2606\u2660-\u266f\u2020\u2021\u2030\u203b\u203c\u2103\u2116\u2121\u25a0\u25a1\u25b2\u25b3\u25bc\u25bd\u25c6\u25c7\u25cb\u25ce-\u25d3\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{2ffff}]/u;

const isSpace = (char: string | undefined) => char === " " || char === "\u00a0";

/** The space that a cluster gets on both of its sides, in shares of the whole. */
interface Growth {
	before: number;
	after: number;
}

/**
 * @param width of the line without its indent, pixels
 * @returns the line itself if it is the last of its paragraph, wider, or nothing in it can grow
 */
export function justifyLine<S>(line: Line<S>, width: number): Line<S> {
	const { text, end } = line.source;
	const spare = width - line.width;
	if (end >= text.length || line.truncated || !(spare > 0)) return line;
	const { growths, count } = growthsOf(line);
	if (count === 0) return line;
	const share = spare / count;
	let moved = 0;
	const fragments = line.fragments.map((fragment): Fragment<S> => {
		const x = fragment.x + moved;
		if (fragment.kind !== "glyphs") {
			const { before = 0, after = 0 } = growths.get(fragment.at) ?? {};
			moved += (before + after) * share;
			const own = { ...fragment, x: x + before * share };
			return own;
		}
		const start = moved;
		const glyphs = fragment.glyphs.map((glyph, index) => {
			const growth = growths.get(glyph.cluster);
			if (growth === undefined) return moved === 0 ? glyph : { ...glyph, x: glyph.x + moved };
			const first = fragment.glyphs[index - 1]?.cluster !== glyph.cluster;
			const last = fragment.glyphs[index + 1]?.cluster !== glyph.cluster;
			const before = first ? growth.before * share : 0;
			const after = last ? growth.after * share : 0;
			const grown = {
				...glyph,
				x: glyph.x + moved + before,
				advance: glyph.advance + before + after,
			};
			moved += before + after;
			return grown;
		});
		return { ...fragment, x, glyphs, width: fragment.width + moved - start };
	});
	return { ...line, fragments, width };
}

/** Where a line can grow, by the offsets of its clusters, and in how many places. */
function growthsOf<S>(line: Line<S>): { growths: Map<number, Growth>; count: number } {
	const { text, visibleEnd } = line.source;
	const clusters = line.fragments
		.flatMap((fragment) => clustersOf(fragment))
		.filter((at) => at < visibleEnd)
		.sort((a, b) => a - b);
	const growths = new Map<number, Growth>();
	let count = 0;
	let last: Growth | undefined;
	// Nothing grows before the first tab, because the stops behind it must stay where they are.
	const from = text.lastIndexOf("\t", visibleEnd - 1);
	let follows = true;
	for (const at of clusters) {
		if (at < from) continue;
		if (growths.has(at)) continue;
		const growth = { before: 0, after: 0 };
		if (isSpace(text[at])) growth.after = 1;
		else if (isIdeograph(text, at)) {
			growth.before = follows ? 0 : 1;
			growth.after = 1;
		}
		follows = growth.after > 0;
		if (!follows) continue;
		growths.set(at, growth);
		count += growth.before + growth.after;
		last = growth;
	}
	// Nothing grows behind the last character.
	if (follows && last !== undefined && last.after > 0) {
		last.after = 0;
		count--;
	}
	return { growths, count };
}

const isIdeograph = (text: string, at: number): boolean => {
	const char = String.fromCodePoint(text.codePointAt(at)!);
	return IDEOGRAPH.test(char) || /^\p{Emoji_Presentation}/u.test(char);
};

const clustersOf = <S>(fragment: Fragment<S>): number[] =>
	fragment.kind === "glyphs"
		? (fragment as GlyphFragment<S>).glyphs.map(({ cluster }) => cluster)
		: [fragment.at];
