/** Finds where the lines of a paragraph may break. */
import { ALL_WORDS, hyphenationPoints, LONG_WORDS } from "../language/hyphenation.js";
import { phraseStarts } from "../language/phrases.js";
import { lineBreaks } from "../unicode/line-break.js";
import { BREAK_ALLOWED, NO_BREAK } from "../unicode/line-break-rules.js";
import { fixedExpressions } from "./fixed-expressions.js";
import type { ShapingOptions } from "./typeset-options.js";

/** A break within a word, for a line without any other break opportunity. */
export const BREAK_LAST_RESORT = 3;

const SOFT_HYPHEN = "\u00ad";

/** Letters, numbers, and the marks on them (Blink: ShouldKeepAfterKeepAll). */
const LETTER = /^[\p{L}\p{N}\p{M}]$/u;
/** Scripts whose words are separated with a dictionary. */
const BY_DICTIONARY = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

const JAPANESE = /^ja(?:-|$)/i;

export interface BreakOpportunities {
	/**
	 * Whether a line may break before each UTF-16 index: NO_BREAK, BREAK_ALLOWED, BREAK_MANDATORY,
	 * BREAK_LAST_RESORT.
	 */
	readonly breaks: Uint8Array;
	/** Indices before which a hyphen is drawn if a line ends there. */
	readonly hyphens: readonly number[];
}

/** Finds the opportunities of a paragraph. Linear in its length. */
export function breakOpportunities(
	text: string,
	{ language, wordBreak = "normal", textWrap, hyphens }: ShapingOptions,
): BreakOpportunities {
	const breaks = lineBreaks(text, language);
	if (wordBreak === "keep-all")
		keepWords(text, breaks, JAPANESE.test(language.tag) ? phraseStarts(text) : []);
	if (textWrap === "pretty") keepExpressions(text, breaks);
	const points: number[] = [];
	for (let at = text.indexOf(SOFT_HYPHEN); at >= 0; at = text.indexOf(SOFT_HYPHEN, at + 1))
		points.push(at + 1);
	if (hyphens === "auto" || hyphens === "long-words") {
		const words = hyphens === "auto" ? ALL_WORDS : LONG_WORDS;
		for (const at of hyphenationPoints(text, language.tag, words)) {
			if (breaks[at] !== NO_BREAK) continue;
			breaks[at] = BREAK_ALLOWED;
			points.push(at);
		}
	}
	return { breaks, hyphens: points };
}

/** Removes the breaks between letters, except for those at the start of a phrase. */
function keepWords(text: string, breaks: Uint8Array, starts: readonly number[]): void {
	const kept = new Set(starts);
	let before = "";
	for (let at = 0; at < text.length; ) {
		const char = String.fromCodePoint(text.codePointAt(at)!);
		if (breaks[at] === BREAK_ALLOWED && !kept.has(at) && isLetter(before) && isLetter(char))
			breaks[at] = BREAK_LAST_RESORT;
		before = char;
		at += char.length;
	}
}

const isLetter = (char: string) => LETTER.test(char) && !BY_DICTIONARY.test(char);

/** Keeps phone numbers, dates and prices on one line if possible. */
function keepExpressions(text: string, breaks: Uint8Array): void {
	for (const { start, end } of fixedExpressions(text))
		for (let at = start + 1; at < end; at++)
			if (breaks[at] === BREAK_ALLOWED) breaks[at] = BREAK_LAST_RESORT;
}
