/** The end of a text that is cut off: "…" in place of what does not fit. */
import { isHanging, type Line, layOutLine } from "./line-layout.js";
import { type Paragraph, prepareParagraph } from "./paragraph.js";
import type { FontStyle, TypesetOptions } from "./typeset-options.js";

const ELLIPSIS = "\u2026";
/** Times that a shorter line is tried, when the first one turns out too wide, or a longer one. */
const MAX_TRIES = 6;

/**
 * The last line of a text that goes on: as many of its grapheme clusters as
 * there is room for beside an ellipsis, which stands where the direction of the
 * paragraph ends. White space before it is left out.
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
	// A paragraph that says nothing has the style of its newline.
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
			paragraph.indent,
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
	const trimmed = (end: number) => {
		let at = end;
		while (at > start && isHanging(text[at - 1]!)) at--;
		return at;
	};

	const room = options.wrapWidth - paragraph.indent;
	const most = trimmed(whole.end - offset);
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
	// A letter is narrower where it joins nothing: there may be room for more, with the next one or two.
	let longer = end;
	for (let tries = 0; tries < MAX_TRIES && longer < most; tries++) {
		longer = after(longer);
		const more = cut(longer);
		if (more.width <= room) line = more;
	}
	return line;
}
