/** The end of a text that is cut off, with "…" instead of the rest. */
import { isHanging, type Line, layOutLine } from "./line-layout.js";
import { indentAt, type Paragraph, prepareParagraph } from "./paragraph.js";
import type { FontStyle, TypesetOptions } from "./typeset-options.js";

const ELLIPSIS = "\u2026";
/** How often a shorter or a longer line is tried if the first one does not fit well. */
const MAX_TRIES = 6;

/**
 * The last line of a text that is cut off: as many grapheme clusters as fit beside an ellipsis,
 * which is at the end in the direction of the paragraph. White space before it is left out. A text
 * of one line is cut within the next word, a longer one at the end of its last line, like
 * Chromium's text-overflow and line-clamp.
 * @param start of the line in its paragraph
 * @param whole the line without an ellipsis
 */
export function ellipsisLine<S extends FontStyle>(
	paragraph: Paragraph<S>,
	start: number,
	whole: Line<S>,
	{ styleOf, options }: { readonly styleOf: Uint32Array; readonly options: TypesetOptions },
): Line<S> {
	const { text, offset, clusterStart, advance } = paragraph;
	// An empty paragraph has the style of its newline.
	const styleAt = (end: number) => styleOf[offset + Math.max(0, end - 1)] ?? 0;
	const cut = (end: number): Line<S> => {
		const styles = new Uint32Array(end + 1);
		styles.set(paragraph.styleOf.subarray(0, end));
		styles[end] = styleAt(end);
		const shown = prepareParagraph(
			text.slice(0, end) + ELLIPSIS,
			offset,
			styles,
			paragraph.styles,
			options,
			paragraph.direction,
			paragraph.listIndent,
		);
		const span = { start, end: end + 1, hyphenated: false, trimmedEnd: false, broken: false };
		return { ...layOutLine(shown, span, options), end: offset + end, truncated: true };
	};
	/** The cluster boundary before `end`, without white space there. */
	const before = (end: number) => {
		let at = end - 1;
		while (at > start && !clusterStart[at]) at--;
		return trimmed(at);
	};
	/** The cluster boundary after `end` and the white space there. */
	const after = (end: number) => {
		let at = end;
		while (at < text.length && isHanging(text[at]!)) at++;
		if (at < text.length) at++;
		while (at < text.length && !clusterStart[at]) at++;
		return at;
	};
	/** The cluster boundary at or after `end` up to which the advances fill the room. */
	const reach = (end: number, room: number) => {
		let at = Math.min(end, text.length);
		for (let filled = advance[start] ?? 0; at < text.length; at++) {
			if (filled > room && clusterStart[at]) break;
			filled += advance[at]!;
		}
		return at;
	};
	const trimmed = (end: number) => {
		let at = end;
		while (at > start && isHanging(text[at - 1]!)) at--;
		return at;
	};

	const room = options.wrapWidth - indentAt(paragraph, start);
	const { maxLines, textWrap } = options;
	const most = trimmed(
		maxLines === 1 || textWrap === "nowrap" ? reach(start + 1, room) : whole.end - offset,
	);
	let end = most;
	let line = cut(end);
	for (let tries = 0; line.width > room && end > start; tries++) {
		let excess = line.width - room;
		do {
			const shorter = before(end);
			for (let i = shorter; i < end; i++) excess -= advance[i]!;
			end = shorter;
		} while (end > start && (excess > 0 || tries >= MAX_TRIES));
		line = cut(end);
	}
	// A letter that joins nothing may be narrower, so there may be space for one or two more.
	let longer = end;
	for (let tries = 0; tries < MAX_TRIES && longer < most; tries++) {
		longer = after(longer);
		const more = cut(longer);
		if (more.width <= room) line = more;
	}
	return line;
}
