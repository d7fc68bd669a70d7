/**
 * Typesetting: runs of text become lines of positioned glyphs, as a browser
 * lays out `white-space: pre-wrap; overflow-wrap: break-word`.
 *
 * A paragraph is shaped once as a whole by HarfBuzz; lines are then chosen
 * greedily from the advances (CSS Text 3, section 5), and only a piece whose
 * end is not safe to cut is shaped again with its context, as Blink does.
 */
import { fullAtLineStart, trimsAtLineEnd } from "./han-kerning.js";
import { isHanging, type Line, layOutLine, tabAdvance } from "./line-layout.js";
import {
	type FontStyle,
	itemsWithin,
	MISSING_ADVANCE,
	type Paragraph,
	prepareParagraph,
	SOFT_HYPHEN,
	shapeItem,
	sum,
	type TypesetOptions,
} from "./paragraph.js";

export interface TextRun<S extends FontStyle> {
	readonly text: string;
	readonly style: S;
}

/** Widths are compared with this tolerance, one step of Blink's layout unit. */
const FIT_TOLERANCE = 1 / 64;

/**
 * Lays out runs of text. "\n" starts a new paragraph; each paragraph has the
 * direction of its first strong character.
 */
export function typeset<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
): Line<S>[] {
	const text = runs.map((run) => run.text).join("");
	const styleOf = new Uint32Array(text.length);
	const styles: S[] = [];
	let at = 0;
	for (const run of runs) {
		styleOf.fill(styles.length, at, at + run.text.length);
		styles.push(run.style);
		at += run.text.length;
	}
	const lines: Line<S>[] = [];
	let start = 0;
	for (const part of text.split("\n")) {
		const paragraph = prepareParagraph(
			part,
			start,
			styleOf.subarray(start, start + part.length),
			styles,
			options,
		);
		breakIntoLines(paragraph, options, lines);
		start += part.length + 1;
	}
	return lines;
}

/** Chooses the lines of a paragraph greedily and lays each out. */
function breakIntoLines<S extends FontStyle>(
	paragraph: Paragraph<S>,
	options: TypesetOptions,
	lines: Line<S>[],
): void {
	const { text, breaks, clusterStart, advance } = paragraph;
	const limit = options.wrapWidth + FIT_TOLERANCE;
	let lineStart = 0;
	let width = 0;
	let hanging = 0;
	let lastBreak = -1;
	const emit = (end: number, atOpportunity: boolean, trimmedEnd = false) => {
		const hyphenated = atOpportunity && text[end - 1] === SOFT_HYPHEN;
		lines.push(layOutLine(paragraph, lineStart, end, hyphenated, trimmedEnd, options));
		lineStart = end;
		width = 0;
		hanging = 0;
		lastBreak = -1;
	};
	let at = 0;
	while (at < text.length) {
		let next = at + 1;
		while (next < text.length && !clusterStart[next]) next++;
		const char = text[at]!;
		if (at > lineStart && breaks[at] !== 0) {
			const hyphen = text[at - 1] === SOFT_HYPHEN ? paragraph.hyphenWidth : 0;
			if (width + hyphen <= limit) lastBreak = at;
		}
		if (isHanging(char)) {
			const position = width + hanging;
			hanging += char === "\t" ? tabAdvance(position, paragraph.tabWidth) : advance[at]!;
			at = next;
			continue;
		}
		let own = 0;
		for (let i = at; i < next; i++) own += advance[i]!;
		if (at === lineStart && fullAtLineStart(char))
			own = bracketAdvance(paragraph, at, false, options);
		const reached = width + hanging + own;
		if (reached > limit && own > 0 && at > lineStart) {
			const canEnd = next === text.length || breaks[next] !== 0;
			if (canEnd && trimsAtLineEnd(char)) {
				const trimmed = width + hanging + bracketAdvance(paragraph, at, true, options);
				if (trimmed <= limit) {
					at = next;
					while (at < text.length && isHanging(text[at]!)) at++;
					emit(at, true, true);
					if (at === text.length) return;
					continue;
				}
			}
			if (lastBreak > lineStart) {
				at = lastBreak;
				emit(lastBreak, true);
			} else emit(at, false);
			continue;
		}
		width = reached;
		hanging = 0;
		at = next;
	}
	emit(text.length, false);
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
