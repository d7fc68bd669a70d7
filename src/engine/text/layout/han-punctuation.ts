/**
 * Punctuation that Western and East Asian text share (East Asian Width: Ambiguous) and draw
 * differently: quotes, dashes, ellipses, the middle dot. Between Han characters and kana, it is
 * full-width and comes from their font.
 */

const SHARED = /^[\u00b7\u2010-\u2016\u2018-\u201d\u2025-\u2027\u203b]$/;
const OPENING = "‘“";
const CLOSING = "’”";
const EAST_ASIAN =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]$/u;

/** White space; a character beside it belongs to the phrase on the character's other side. */
const SPACE = /^[ \t\u00a0]$/;

/**
 * The neighbours of punctuation (Han or kana, something else, or nothing): directly, and beyond
 * white space.
 */
interface Side {
	readonly wide: boolean | undefined;
	readonly apart: boolean;
}

const isWide = (char: string) => EAST_ASIAN.test(char);

/**
 * Whether shared punctuation is full-width. The side that it touches decides, otherwise both sides.
 */
function isBetweenHan(before: Side, after: Side): boolean {
	if (before.wide === undefined || after.wide === undefined)
		return before.wide ?? after.wide ?? false;
	if (before.apart !== after.apart) return before.apart ? after.wide : before.wide;
	return before.wide && after.wide;
}

/** The neighbour after an index. */
function sideAfter(text: string, from: number): Side {
	let at = from;
	while (at < text.length && SPACE.test(text[at]!)) at++;
	if (at === text.length) return { wide: undefined, apart: at > from };
	return { wide: isWide(String.fromCodePoint(text.codePointAt(at)!)), apart: at > from };
}

/**
 * 1 for each UTF-16 unit that is shared punctuation between East Asian characters, or between one
 * of them and the start or end of the paragraph. Next to a space, the adjacent phrase decides. For
 * quotes, the text outside of the pair decides: in 他说“hello”。 both are full-width.
 */
export function punctuationBetweenHan(text: string): Uint8Array {
	const found = new Uint8Array(text.length);
	const open: { quote: string; wide: boolean }[] = [];
	let before: Side = { wide: undefined, apart: false };
	for (let i = 0; i < text.length; ) {
		const char = String.fromCodePoint(text.codePointAt(i)!);
		if (!SHARED.test(char)) {
			before = SPACE.test(char) ? { ...before, apart: true } : { wide: isWide(char), apart: false };
			i += char.length;
			continue;
		}
		let end = i + 1;
		while (end < text.length && SHARED.test(text[end]!)) end++;
		const after = sideAfter(text, end);
		const between = isBetweenHan(before, after);
		for (; i < end; i++) {
			const quote = text[i]!;
			let wide = between;
			if (OPENING.includes(quote)) {
				wide = before.wide ?? after.wide ?? false;
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
