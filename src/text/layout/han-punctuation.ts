/**
 * Punctuation that Western and East Asian text share (East Asian Width:
 * Ambiguous) and draw differently: quotes, dashes, ellipses, the middle dot.
 * Between Han and kana it is full-width and comes from their font.
 */

const SHARED = /^[\u00b7\u2010-\u2016\u2018-\u201d\u2025-\u2027\u203b]$/;
const OPENING = "‘“";
const CLOSING = "’”";
const EAST_ASIAN =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]$/u;

/**
 * 1 for each UTF-16 unit that is shared punctuation and stands between East
 * Asian characters, or between one and the start or end of the paragraph. Quotes
 * go by what is outside of them, in pairs: in 他说“hello”。 both are full-width.
 */
export function punctuationBetweenHan(text: string): Uint8Array {
	const found = new Uint8Array(text.length);
	const open: { quote: string; wide: boolean }[] = [];
	let before: boolean | undefined;
	for (let i = 0; i < text.length; ) {
		const char = String.fromCodePoint(text.codePointAt(i)!);
		if (!SHARED.test(char)) {
			before = EAST_ASIAN.test(char);
			i += char.length;
			continue;
		}
		let end = i + 1;
		while (end < text.length && SHARED.test(text[end]!)) end++;
		const next = end < text.length ? String.fromCodePoint(text.codePointAt(end)!) : undefined;
		const after = next === undefined ? undefined : EAST_ASIAN.test(next);
		const between = (before ?? after) === true && (after ?? before) === true;
		for (; i < end; i++) {
			const quote = text[i]!;
			let wide = between;
			if (OPENING.includes(quote)) {
				wide = before ?? after ?? false;
				open.push({ quote, wide });
			} else if (CLOSING.includes(quote)) {
				const partner = OPENING[CLOSING.indexOf(quote)];
				const at = open.findLastIndex((candidate) => candidate.quote === partner);
				if (at >= 0) {
					wide = open[at]!.wide;
					open.length = at;
				}
			}
			if (wide) found[i] = 1;
		}
	}
	return found;
}
