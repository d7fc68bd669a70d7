import { dictionaryBreaks } from "./line-break-dictionary.js";
import { BREAK_ALLOWED, BREAK_MANDATORY, NO_BREAK, unicodeLineBreaks } from "./line-break-rules.js";

/** First and last character of the pairs that browsers decide without context. */
const FIRST = 0x21;
const LAST = 0xff;
const DELETE = 0x7f;
const WIDTH = LAST - FIRST + 1;

const UNKNOWN = 255;
/** Cache of pairBreak, by (before - FIRST) * WIDTH + (after - FIRST). */
const pairs = new Uint8Array(WIDTH * WIDTH).fill(UNKNOWN);

/** ASCII characters after which nothing may break. */
const KEEPS_AFTER = /[$'(/0-9<@A-Z[^_`a-z{\x7f]/;
/** ASCII characters before which nothing may break. */
const KEEPS_BEFORE = /[!),./:;?\]}]/;
/** ASCII characters before which a line may break after any punctuation. */
const OPENS = /[(<[{]/;

/**
 * Chromium's table for two printable ASCII characters. It is older than UAX #14, and browsers keep
 * it for pages that rely on it: a line may break after "-" and "?", and before an opening bracket
 * that follows punctuation; but nowhere else, so not after "/" in an address and not after "!" or
 * "%".
 */
function asciiBreak(before: string, after: string): boolean {
	if (KEEPS_AFTER.test(before) || KEEPS_BEFORE.test(after)) return false;
	if (before === "-") return !/[$0-9]/.test(after);
	if (before === "?") return !/["']/.test(after);
	return OPENS.test(after);
}

/**
 * Whether Chromium's pair table allows a break between two characters of Latin-1, both from U+0021
 * on.
 */
function pairBreak(before: number, after: number): number {
	const index = (before - FIRST) * WIDTH + (after - FIRST);
	let known = pairs[index]!;
	if (known === UNKNOWN) {
		const pair = String.fromCharCode(before, after);
		known =
			before <= DELETE && after <= DELETE
				? Number(asciiBreak(pair[0]!, pair[1]!))
				: unicodeLineBreaks(pair, { smallKana: "ID" })[1]!;
		pairs[index] = known;
	}
	return known;
}

const isBreakableSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0x0a;
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isAlphanumeric = (unit: number): boolean =>
	isDigit(unit) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);

/**
 * What Chromium decides before it uses the Unicode rules; null if it uses them. NaN means "no
 * character".
 */
function browserBreak(beforeBefore: number, before: number, after: number): number | null {
	if (isBreakableSpace(after)) return NO_BREAK;
	if (isBreakableSpace(before)) return BREAK_ALLOWED; // after a run of spaces, before any character
	if (before < FIRST || after < FIRST) return null;
	if (before === 0x2d && after <= DELETE && isDigit(after)) {
		// A minus sign stays with its number; "ABC-1234" and "1234-5678" may break.
		return isAlphanumeric(beforeBefore) ? BREAK_ALLOWED : NO_BREAK;
	}
	if (before === 0x2d && after > DELETE) return null;
	return before <= LAST && after <= LAST ? pairBreak(before, after) : null;
}

/**
 * Where lines may break, as Chromium breaks text with `line-break: auto` and `word-break: normal`
 * and without a language: UAX #14 (Unicode 17) with small kana as ordinary letters, a dictionary
 * for Thai, Lao, Khmer and Myanmar, and Chromium's own rules for spaces, hyphens before digits and
 * pairs of Latin-1 characters. With `chinese`, the rules for lang="zh": curly quotes are treated as
 * brackets, and a line may break before a wave dash.
 *
 * @returns for each UTF-16 index from 0 to text.length: 0 no break before it, 1 a break is allowed,
 * 2 it is mandatory (after "\n" and the other hard breaks of Unicode; the end of the text). The
 * first is always 0. After a soft hyphen there is an opportunity; the caller draws the hyphen if it
 * breaks there.
 */
export function lineBreaks(text: string, { chinese = false } = {}): Uint8Array {
	const result = unicodeLineBreaks(text, { smallKana: "ID", chinese });
	dictionaryBreaks(text, (index) => {
		if (result[index] === NO_BREAK) result[index] = BREAK_ALLOWED;
	});
	for (let i = 1; i < text.length; i++) {
		if (result[i] === BREAK_MANDATORY) continue;
		const beforeBefore = i > 1 ? text.charCodeAt(i - 2) : Number.NaN;
		const decided = browserBreak(beforeBefore, text.charCodeAt(i - 1), text.charCodeAt(i));
		if (decided !== null) result[i] = decided;
	}
	return result;
}
