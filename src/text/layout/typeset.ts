/**
 * Typesetting: runs of text become lines of positioned glyphs, as a browser
 * lays out `white-space: pre-wrap; overflow-wrap: break-word`.
 *
 * A paragraph is shaped once as a whole by HarfBuzz; lines are then chosen
 * greedily from the advances (CSS Text 3, section 5), and only a piece whose
 * end is not safe to cut is shaped again with its context, as Blink does.
 */
import { ellipsisLine } from "./ellipsis.js";
import { isHanging, type Line, type LineSpan, layOutLine, tabAdvance } from "./line-layout.js";
import {
	itemsWithin,
	MISSING_ADVANCE,
	type Paragraph,
	prepareParagraph,
	SOFT_HYPHEN,
	shapeItem,
	sum,
} from "./paragraph.js";
import type { FontStyle, TypesetOptions } from "./typeset-options.js";

export interface TextRun<S extends FontStyle> {
	readonly text: string;
	readonly style: S;
}

/** Widths are compared with this tolerance, one step of Blink's layout unit. */
const FIT_TOLERANCE = 1 / 64;

/** Text that is shaped and waits for its lines. */
export interface PreparedText<S extends FontStyle> {
	readonly paragraphs: readonly Paragraph<S>[];
	/** Style of each UTF-16 unit of the whole text, by index into the styles of the paragraphs. */
	readonly styleOf: Uint32Array;
	readonly options: TypesetOptions;
}

/** Shapes runs of text. "\n" starts a new paragraph. */
export function prepareText<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
): PreparedText<S> {
	const text = runs.map((run) => run.text).join("");
	const styleOf = new Uint32Array(text.length);
	const styles: S[] = [];
	let at = 0;
	for (const run of runs) {
		styleOf.fill(styles.length, at, at + run.text.length);
		styles.push(run.style);
		at += run.text.length;
	}
	const paragraphs: Paragraph<S>[] = [];
	let start = 0;
	for (const part of text.split("\n")) {
		const ownStyles = styleOf.subarray(start, start + part.length);
		paragraphs.push(prepareParagraph(part, start, ownStyles, styles, options));
		start += part.length + 1;
	}
	return { paragraphs, styleOf, options };
}

/**
 * Lays out runs of text. "\n" starts a new paragraph; each paragraph has the
 * direction of its first strong character.
 */
export function typeset<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
): Line<S>[] {
	const prepared = prepareText(runs, options);
	const { maxLines = Number.POSITIVE_INFINITY } = options;
	const lines: Line<S>[] = [];
	let last: { paragraph: Paragraph<S>; start: number } | undefined;
	const complete = chooseLines(prepared, options.wrapWidth, (paragraph, span) => {
		if (lines.length === maxLines) return false;
		last = { paragraph, start: span.start };
		lines.push(layOutLine(paragraph, span, options));
		return true;
	});
	if (!complete && last !== undefined)
		lines.push(ellipsisLine(last.paragraph, last.start, lines.pop()!, prepared));
	return lines;
}

/**
 * Chooses the lines of a text.
 * @param wrapWidth pixels, in the size that the text was prepared in
 * @param take is given each line in order; false: no more are wanted
 * @returns whether all were taken
 */
export function chooseLines<S extends FontStyle>(
	{ paragraphs, options }: PreparedText<S>,
	wrapWidth: number,
	take: (paragraph: Paragraph<S>, span: LineSpan) => boolean,
): boolean {
	return paragraphs.every((paragraph) =>
		breakIntoLines(paragraph, wrapWidth, options, (span) => take(paragraph, span)),
	);
}

/** Chooses the lines of a paragraph greedily; false when no more were wanted. */
function breakIntoLines<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wrapWidth: number,
	options: TypesetOptions,
	take: (span: LineSpan) => boolean,
): boolean {
	const { text, breaks, clusterStart, advance, punctuation } = paragraph;
	const limit = wrapWidth + FIT_TOLERANCE;
	let lineStart = 0;
	let width = 0;
	let hanging = 0;
	let lastBreak = -1;
	let widthAtBreak = 0;
	const emit = (end: number, atOpportunity: boolean, own = width, trimmedEnd = false) => {
		const hyphenated = atOpportunity && text[end - 1] === SOFT_HYPHEN;
		const wanted = take({
			start: lineStart,
			end,
			width: own,
			hyphenated,
			trimmedEnd,
			broken: !atOpportunity && end < text.length,
		});
		lineStart = end;
		width = 0;
		hanging = 0;
		lastBreak = -1;
		return wanted;
	};
	/**
	 * What a line gains when it ends before `at` and its last letter is no longer
	 * kerned with the next one. Pixels; 0 where it is far from full anyway.
	 */
	const kerningAcross = (at: number, reached: number) =>
		paragraph.unsafe[at] === 1 && reached + options.fontSize > limit
			? kerningLost(paragraph, lineStart, at, options)
			: 0;
	/** The last place up to `at` where a word can be cut and the line fits; one cluster stays at least. */
	const fittingEnd = (at: number) => {
		let end = at;
		let reached = width + hanging;
		while (reached + kerningAcross(end, reached) > limit) {
			let before = end - 1;
			while (before > lineStart && !clusterStart[before]) before--;
			if (before === lineStart) break;
			for (let i = before; i < end; i++) reached -= advance[i]!;
			end = before;
		}
		return end;
	};
	let at = 0;
	while (at < text.length) {
		let next = at + 1;
		while (next < text.length && !clusterStart[next]) next++;
		const char = text[at]!;
		if (at > lineStart && breaks[at] !== 0) {
			const hyphen = paragraph.hyphenWidths.get(at - 1) ?? 0;
			const kerned = hanging > 0 ? 0 : kerningAcross(at, width + hyphen);
			if (width + hyphen + kerned <= limit) {
				lastBreak = at;
				widthAtBreak = width + hyphen + kerned;
			}
		}
		if (isHanging(char)) {
			const position = width + hanging;
			hanging += char === "\t" ? tabAdvance(position, paragraph.tabWidth) : advance[at]!;
			at = next;
			continue;
		}
		let own = 0;
		for (let i = at; i < next; i++) own += advance[i]!;
		if (at === lineStart && punctuation.fullAtLineStart(at))
			own = bracketAdvance(paragraph, at, false, options);
		const reached = width + hanging + own;
		if (reached > limit && own > 0 && at > lineStart) {
			const canEnd = next === text.length || breaks[next] !== 0;
			if (canEnd && punctuation.trimsAtLineEnd(at)) {
				const trimmed = width + hanging + bracketAdvance(paragraph, at, true, options);
				if (trimmed <= limit) {
					at = next;
					while (at < text.length && isHanging(text[at]!)) at++;
					if (!emit(at, true, trimmed, true)) return false;
					if (at === text.length) return true;
					continue;
				}
			}
			if (lastBreak > lineStart) {
				at = lastBreak;
				if (!emit(lastBreak, true, widthAtBreak)) return false;
			} else {
				at = fittingEnd(at);
				if (!emit(at, false)) return false;
			}
			continue;
		}
		width = reached;
		hanging = 0;
		at = next;
	}
	return emit(text.length, false);
}

/** Advance of a full-width bracket with or without its blank half. */
function bracketAdvance<S extends FontStyle>(
	{ text, items }: Paragraph<S>,
	at: number,
	halfWidth: boolean,
	{ fontSize }: TypesetOptions,
): number {
	const [item] = itemsWithin(items, at, at + 1);
	if (item?.kind !== "glyphs") return MISSING_ADVANCE * fontSize;
	return sum(shapeItem(text, item, at, at + 1, fontSize, halfWidth));
}

/** How much wider the text before `end` is when the line ends there than within the paragraph. */
function kerningLost<S extends FontStyle>(
	{ text, items, advance }: Paragraph<S>,
	lineStart: number,
	end: number,
	{ fontSize }: TypesetOptions,
): number {
	const [item] = itemsWithin(items, end - 1, end);
	if (item?.kind !== "glyphs" || item.end <= end) return 0;
	const start = Math.max(item.start, lineStart);
	let within = 0;
	for (let i = start; i < end; i++) within += advance[i]!;
	return sum(shapeItem(text, item, start, end, fontSize)) - within;
}
