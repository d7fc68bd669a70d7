/** Chooses the lines of paragraphs by CSS text-wrap-style. */
import { BREAK_ALLOWED } from "../unicode/line-break-rules.js";
import { evenLines } from "./even-lines.js";
import { LineBreaker } from "./line-breaker.js";
import type { LineSpan } from "./line-layout.js";
import type { Paragraph } from "./paragraph.js";
import type { FontStyle, TextWrap } from "./typeset-options.js";

/** Maximum number of lines of a balanced paragraph (Blink: kMaxLinesForBalance). */
const MAX_BALANCED = 6;
/** Number of lines at the end of a paragraph that pretty breaks again (Blink: ScoreLineBreaker). */
const PRETTY_LINES = 4;

/** Paragraphs with fewer break opportunities are not balanced (Blink: ScoreLineBreaker). */
const MIN_PLACES = 3;
/** Penalty for a single word on the last line, pixels² (Blink: kOrphansPenalty). */
const LAST_WORD_COST = 10_000;

/** Chooses the lines of a paragraph. If `take` returns false, it stops. */
export function chooseParagraphLines<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wrapWidth: number,
	textWrap: TextWrap,
	take: (span: LineSpan) => boolean,
): boolean {
	if ((textWrap === "balance" || textWrap === "pretty") && Number.isFinite(wrapWidth)) {
		const choose = textWrap === "balance" ? balanced : pretty;
		const spans = choose(paragraph, wrapWidth);
		if (spans) return spans.every(take);
	}
	const breaker = new LineBreaker(
		paragraph,
		textWrap === "nowrap" ? Number.POSITIVE_INFINITY : wrapWidth,
	);
	for (let span = breaker.next(); span !== undefined; span = breaker.next())
		if (!take(span)) return false;
	return true;
}

/** The lines at a width, if there are at most `most`. */
function linesWithin<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wrapWidth: number,
	most: number,
): LineSpan[] | undefined {
	const breaker = new LineBreaker(paragraph, wrapWidth);
	const spans: LineSpan[] = [];
	for (let span = breaker.next(); span !== undefined; span = breaker.next()) {
		if (spans.length === most) return undefined;
		spans.push(span);
	}
	return spans;
}

/**
 * The same number of lines, with similar lengths. undefined if the lines do not change: for a
 * single line, more than MAX_BALANCED lines, a broken word, or few words.
 */
function balanced<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wrapWidth: number,
): LineSpan[] | undefined {
	const spans = linesWithin(paragraph, wrapWidth, MAX_BALANCED);
	if (spans === undefined || spans.length < 2 || spans.some(({ broken }) => broken))
		return undefined;
	if (paragraph.breaks.filter(isAllowed).length < MIN_PLACES) return undefined;
	return evenLines(paragraph, {
		start: 0,
		count: spans.length,
		wrapWidth,
		lastCost: (room, start) => room ** 2 + (isOneWord(paragraph, start) ? LAST_WORD_COST : 0),
	});
}

/**
 * Avoids a single word on the last line by breaking the last four lines again. undefined if there
 * is no such word, or no better solution.
 */
function pretty<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wrapWidth: number,
): LineSpan[] | undefined {
	const spans = linesWithin(paragraph, wrapWidth, Number.POSITIVE_INFINITY)!;
	const anew = spans.slice(-PRETTY_LINES);
	if (anew.length < 2 || anew.some(({ broken }) => broken)) return undefined;
	if (!isOneWord(paragraph, anew.at(-1)!.start)) return undefined;
	const lines = evenLines(paragraph, {
		start: anew[0]!.start,
		count: anew.length,
		wrapWidth,
		lastCost: (_, start) => (isOneWord(paragraph, start) ? Number.POSITIVE_INFINITY : 0),
	});
	return lines && [...spans.slice(0, -PRETTY_LINES), ...lines];
}

const isAllowed = (kind: number) => kind === BREAK_ALLOWED;

/** Whether the rest of a paragraph is a single word. */
function isOneWord<S extends FontStyle>(
	{ text, breaks, hyphenWidths }: Paragraph<S>,
	start: number,
): boolean {
	for (let at = start + 1; at < text.length; at++)
		if (breaks[at] === BREAK_ALLOWED && !hyphenWidths.has(at)) return false;
	return true;
}
