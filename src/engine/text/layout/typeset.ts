/**
 * Typesetting: converts runs of text to lines of positioned glyphs, as browsers do with
 * `white-space: pre-wrap; overflow-wrap: break-word`.
 *
 * HarfBuzz shapes a paragraph once; then lines are chosen greedily from the advances (CSS Text 3,
 * section 5). As in Blink, a piece is only shaped again, with its context, if its end is not safe
 * to break.
 */
import type { FontLibrary } from "../fonts/library.js";
import { chooseParagraphLines } from "./choose-lines.js";
import { ellipsisLine } from "./ellipsis.js";
import { type Line, type LineSpan, layOutLine } from "./line-layout.js";
import { type HangingList, withMarker } from "./list-marker.js";
import { type Paragraph, prepareParagraph } from "./paragraph.js";
import { RecentTexts } from "./recent-texts.js";
import type { FontStyle, ShapingOptions, TypesetOptions } from "./typeset-options.js";

export interface TextRun<S extends FontStyle> {
	readonly text: string;
	readonly style: S;
}

/** Shaped text, before its lines are chosen. */
export interface PreparedText<S extends FontStyle> {
	readonly paragraphs: readonly Paragraph<S>[];
	/** Style of each UTF-16 unit of the whole text, by index into the styles of the paragraphs. */
	readonly styleOf: Uint32Array;
	readonly options: TypesetOptions;
	/** The items of its lists. */
	readonly list: HangingList<S> | undefined;
}

/** The part of a prepared text that does not depend on its lines. */
type Shaped<S extends FontStyle> = Pick<PreparedText<S>, "paragraphs" | "styleOf">;

const recent = new WeakMap<FontLibrary, RecentTexts<Shaped<FontStyle>>>();

/**
 * Shapes runs of text, or takes what was shaped for the same runs and options a moment ago: a layer
 * is measured at some widths before it is drawn. "\n" starts a new paragraph.
 * @param list the paragraphs that are items of lists
 */
export function prepareText<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
	list?: HangingList<S>,
): PreparedText<S> {
	if (list !== undefined) return { ...shapeText(runs, options, list), options, list };
	const { fonts, wrapWidth: _, maxLines: __, ...shaping } = options;
	let texts = recent.get(fonts);
	if (texts === undefined) {
		texts = new RecentTexts();
		recent.set(fonts, texts);
	}
	const key = JSON.stringify([runs, shaping]);
	let shaped = texts.get(key) as Shaped<S> | undefined;
	if (shaped === undefined) {
		shaped = shapeText(runs, options);
		texts.add(key, shaped, shaped.styleOf.length);
	}
	return { ...shaped, options, list };
}

function shapeText<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: ShapingOptions,
	list?: HangingList<S>,
): Shaped<S> {
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
		const indent = list?.indentOf(paragraphs.length, options) ?? 0;
		paragraphs.push(prepareParagraph(part, start, ownStyles, styles, options, undefined, indent));
		start += part.length + 1;
	}
	return { paragraphs, styleOf };
}

/**
 * Lays out runs of text. "\n" starts a new paragraph; each paragraph has the
 * direction of its first strong character.
 */
export function typeset<S extends FontStyle>(
	runs: readonly TextRun<S>[],
	options: TypesetOptions,
	list?: HangingList<S>,
): Line<S>[] {
	const prepared = prepareText(runs, options, list);
	const { maxLines = Number.POSITIVE_INFINITY, textWrap } = options;
	const lines: Line<S>[] = [];
	let last: { paragraph: Paragraph<S>; start: number } | undefined;
	const complete = chooseLines(prepared, options.wrapWidth, (paragraph, span, index) => {
		if (lines.length === maxLines) return false;
		last = { paragraph, start: span.start };
		const whole = layOutLine(paragraph, span, options);
		const line =
			textWrap === "nowrap" && isTooWide(whole, options)
				? ellipsisLine(paragraph, span.start, whole, prepared)
				: whole;
		lines.push(
			span.start === 0 ? withMarker(line, list?.markerOf(index, paragraph, options)) : line,
		);
		return true;
	});
	if (!complete && last !== undefined) {
		const whole = lines.pop()!;
		const cut = ellipsisLine(last.paragraph, last.start, whole, prepared);
		lines.push(withMarker(cut, whole.marker));
	}
	return lines;
}

/** Whether a line is wider than its room, except for a step of Blink's layout unit. */
const isTooWide = <S>({ width, indent }: Line<S>, { wrapWidth }: TypesetOptions) =>
	width > wrapWidth - indent + 1 / 64;

/**
 * Chooses the lines of a text.
 * @param wrapWidth pixels, at the size at which the text was shaped
 * @param take called with each line in order, and the index of its paragraph; returns false to stop
 * @returns whether it was called with all lines
 */
export function chooseLines<S extends FontStyle>(
	{ paragraphs, options }: PreparedText<S>,
	wrapWidth: number,
	take: (paragraph: Paragraph<S>, span: LineSpan, index: number) => boolean,
	textWrap = options.textWrap ?? "normal",
): boolean {
	return paragraphs.every((paragraph, index) =>
		chooseParagraphLines(paragraph, wrapWidth, textWrap, (span) => take(paragraph, span, index)),
	);
}
