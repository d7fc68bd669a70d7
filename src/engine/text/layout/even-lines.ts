/**
 * Chooses the lines of a paragraph with the smallest sum of squares of free space (Knuth and Plass,
 * Breaking Paragraphs into Lines, 1981), as Blink's ScoreLineBreaker does.
 */
import { BREAK_ALLOWED } from "../unicode/line-break-rules.js";
import { isHanging, type LineSpan } from "./line-layout.js";
import { indentAt, type Paragraph } from "./paragraph.js";
import type { FontStyle } from "./typeset-options.js";

/** Maximum number of break opportunities; a line of text has about ten. */
const MAX_OPPORTUNITIES = 300;

/** Penalty of a hyphen at the end of a line, as a share of the square of the line's width. */
const HYPHEN_COST = 0.05;

/** Tolerance for sums of advances, pixels. */
const ROUNDING = 1e-6;

export interface EvenLines {
	/** Start of the first line. */
	readonly start: number;
	/** Number of lines. */
	readonly count: number;
	/** Maximum width of a line with its indent, pixels. */
	readonly wrapWidth: number;
	/** Penalty of the last line. @param room its free space, pixels */
	lastCost(room: number, start: number): number;
}

/** The best way to reach a break opportunity with a number of lines. */
interface Way {
	readonly cost: number;
	/** Index of the previous break opportunity. */
	readonly from: number;
}

/** The penalty of a line. @param to index of the break opportunity at its end */
type Cost = (room: number, from: number, to: number) => number;

/** undefined if there are too many break opportunities, or no solution. */
export function evenLines<S extends FontStyle>(
	paragraph: Paragraph<S>,
	wanted: EvenLines,
): LineSpan[] | undefined {
	const { start, count, wrapWidth } = wanted;
	const stops = stopsFrom(paragraph, start);
	if (stops === undefined) return undefined;
	const widthOf = widths(paragraph, start);
	const roomOf = (from: number, to: number) =>
		wrapWidth - indentAt(paragraph, from) - widthOf(from, to);
	const last = stops.length - 1;
	const squares: Cost = (room, from, to) =>
		(paragraph.hyphenWidths.has(stops[to]!)
			? HYPHEN_COST * (wrapWidth - paragraph.indent.rest) ** 2
			: 0) + (to === last ? wanted.lastCost(room, stops[from]!) : room ** 2);
	const ways = cheapestWays(stops, roomOf, count, squares);
	const spans: LineSpan[] = [];
	let to = last;
	for (let lines = count; lines > 0; lines--) {
		const way = ways[to]![lines];
		if (way === undefined) return undefined;
		const [from, end] = [stops[way.from]!, stops[to]!];
		const hyphenated = paragraph.hyphenWidths.has(end);
		const width = widthOf(from, end);
		spans.unshift({ start: from, end, width, hyphenated, trimmedEnd: false, broken: false });
		to = way.from;
	}
	return spans;
}

/**
 * The break opportunities, including the start of the first line; undefined if there are too many,
 * or tabs.
 */
function stopsFrom<S extends FontStyle>({ text, breaks }: Paragraph<S>, start: number) {
	if (text.includes("\t")) return undefined;
	const stops = [start];
	for (let at = start + 1; at < text.length; at++) if (breaks[at] === BREAK_ALLOWED) stops.push(at);
	if (stops.length > MAX_OPPORTUNITIES) return undefined;
	stops.push(text.length);
	return stops;
}

/** The best ways to each break opportunity, by number of lines. */
function cheapestWays(
	stops: readonly number[],
	roomOf: (from: number, to: number) => number,
	count: number,
	costOf: Cost,
): (Way | undefined)[][] {
	const ways: (Way | undefined)[][] = stops.map(() => []);
	ways[0]![0] = { cost: 0, from: -1 };
	for (let to = 1; to < stops.length; to++) {
		for (let from = to - 1; from >= 0; from--) {
			const room = roomOf(stops[from]!, stops[to]!);
			if (room < -ROUNDING) break;
			const own = costOf(room, from, to);
			for (let lines = 0; lines < count; lines++) {
				const before = ways[from]![lines];
				if (before === undefined) continue;
				const cost = before.cost + own;
				if (cost < (ways[to]![lines + 1]?.cost ?? Number.POSITIVE_INFINITY))
					ways[to]![lines + 1] = { cost, from };
			}
		}
	}
	return ways;
}

/**
 * The width of any line of a paragraph from `start` on, without white space that hangs at its end.
 * Pixels.
 */
function widths<S extends FontStyle>(paragraph: Paragraph<S>, start: number) {
	const { text, advance, hyphenWidths } = paragraph;
	const sums = new Float64Array(text.length - start + 1);
	for (let at = start; at < text.length; at++)
		sums[at - start + 1] = sums[at - start]! + advance[at]!;
	return (from: number, to: number) => {
		let end = to;
		while (end > from && isHanging(text[end - 1]!)) end--;
		return sums[end - start]! - sums[from - start]! + (hyphenWidths.get(to) ?? 0);
	};
}
