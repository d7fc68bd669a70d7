/**
 * Chooses the lines of a paragraph greedily by its advances (CSS Text 3, section 5): each line gets
 * as many words as fit.
 */
import { BREAK_LAST_RESORT } from "./break-opportunities.js";
import { isHanging, type LineSpan, tabAdvance } from "./line-layout.js";
import {
	indentAt,
	itemsWithin,
	MISSING_ADVANCE,
	type Paragraph,
	SOFT_HYPHEN,
	shapeItem,
	sum,
} from "./paragraph.js";
import type { FontStyle } from "./typeset-options.js";

/** Widths are compared with this tolerance, one step of Blink's layout unit. */
const FIT_TOLERANCE = 1 / 64;

/** A position at which the current line may end. */
interface Opportunity {
	readonly at: number;
	/** Width of the line that ends there, including its hyphen, pixels. */
	readonly width: number;
}

export class LineBreaker<S extends FontStyle> {
	readonly #paragraph: Paragraph<S>;
	readonly #wrapWidth: number;
	/** Maximum width of the current line. */
	#limit: number;
	/** Distance of its start from the edge from which tab stops are counted. */
	#tabStart: number;
	#lineStart = 0;
	/** The position of the next character. */
	#at = 0;
	/** Advance of the line so far, without the white space that hangs at its end. */
	#width = 0;
	#hanging = 0;
	#lastBreak: Opportunity | undefined;
	#lastResort: Opportunity | undefined;
	#done = false;

	/** @param wrapWidth pixels, including the indent of the lines */
	constructor(paragraph: Paragraph<S>, wrapWidth: number) {
		this.#paragraph = paragraph;
		this.#wrapWidth = wrapWidth + FIT_TOLERANCE;
		this.#limit = this.#wrapWidth - indentAt(paragraph, 0);
		this.#tabStart = indentAt(paragraph, 0) - paragraph.listIndent;
	}

	/** The next line; undefined after the last. A paragraph without text has one. */
	next(): LineSpan | undefined {
		if (this.#done) return undefined;
		const { text } = this.#paragraph;
		while (this.#at < text.length) {
			const at = this.#at;
			const next = this.#clusterEnd(at);
			this.#noteOpportunity();
			if (this.#isAfterLongWord()) return this.#end({ at, width: this.#width }, true);
			if (isHanging(text[at]!)) {
				this.#hang(at);
				this.#at = next;
				continue;
			}
			const own = this.#advanceOf(at, next);
			const reached = this.#width + this.#hanging + own;
			if (reached > this.#limit && own > 0 && at > this.#lineStart) {
				const line = this.#trimmedEnd(next) ?? this.#overfull();
				if (line !== undefined) return line;
			}
			this.#width = reached;
			this.#hanging = 0;
			this.#at = next;
		}
		return this.#end({ at: text.length, width: this.#width }, false);
	}

	/** @param atOpportunity whether the line may end there without breaking a word */
	#end({ at, width }: Opportunity, atOpportunity: boolean, trimmedEnd = false): LineSpan {
		const { text, hyphenWidths } = this.#paragraph;
		const start = this.#lineStart;
		this.#lineStart = at;
		const indent = indentAt(this.#paragraph, at);
		this.#limit = this.#wrapWidth - indent;
		this.#tabStart = indent - this.#paragraph.listIndent;
		this.#at = at;
		this.#width = 0;
		this.#hanging = 0;
		this.#lastBreak = undefined;
		this.#lastResort = undefined;
		this.#done = at === text.length;
		return {
			start,
			end: at,
			width,
			hyphenated: atOpportunity && hyphenWidths.has(at),
			trimmedEnd,
			broken: !atOpportunity && at < text.length,
		};
	}

	/**
	 * The next character does not fit, so the line ends at its last break opportunity, or within a
	 * word; undefined if the word must not be broken.
	 */
	#overfull(): LineSpan | undefined {
		if (this.#lastBreak) return this.#end(this.#lastBreak, true);
		if (this.#lastResort) return this.#end(this.#lastResort, false);
		const { text, keepsWords } = this.#paragraph;
		if (keepsWords) return undefined;
		const cut = this.#fittingEnd(this.#at);
		let end = cut;
		while (end < this.#at && isHanging(text[end]!)) end++;
		// A glyph that is wider than the line, and the spaces after it.
		const whole = end > cut && end === this.#at;
		return this.#end({ at: whole ? end : cut, width: this.#width }, whole);
	}

	/** Whether the line may end here after a word that is longer than the line. */
	#isAfterLongWord(): boolean {
		const { breaks, keepsWords } = this.#paragraph;
		return keepsWords && this.#width > this.#limit && breaks[this.#at] !== 0;
	}

	#clusterEnd(at: number): number {
		const { text, clusterStart } = this.#paragraph;
		let end = at + 1;
		while (end < text.length && !clusterStart[end]) end++;
		return end;
	}

	/** Records that the line may end at this position, if it is allowed and fits. */
	#noteOpportunity(): void {
		const at = this.#at;
		const { breaks, hyphenWidths } = this.#paragraph;
		if (at <= this.#lineStart || breaks[at] === 0) return;
		const reached = this.#width + (hyphenWidths.get(at) ?? 0);
		const width = reached + (this.#hanging > 0 ? 0 : this.#kerningAcross(at, reached));
		if (width > this.#limit) return;
		if (breaks[at] === BREAK_LAST_RESORT) this.#lastResort = { at, width };
		else this.#lastBreak = { at, width };
	}

	#hang(at: number): void {
		const { text, advance, tabs } = this.#paragraph;
		const position = this.#tabStart + this.#width + this.#hanging;
		this.#hanging += text[at] === "\t" ? tabAdvance(position, tabs) : advance[at]!;
	}

	#advanceOf(at: number, next: number): number {
		if (at === this.#lineStart && this.#paragraph.punctuation.fullAtLineStart(at))
			return this.#bracketAdvance(at, false);
		let own = 0;
		for (let i = at; i < next; i++) own += this.#paragraph.advance[i]!;
		return own;
	}

	/** The line, if the current character fits without its blank half. */
	#trimmedEnd(next: number): LineSpan | undefined {
		const at = this.#at;
		const { text, breaks, punctuation } = this.#paragraph;
		const canEnd = next === text.length || breaks[next] !== 0;
		if (!canEnd || !punctuation.trimsAtLineEnd(at)) return undefined;
		const width = this.#width + this.#hanging + this.#bracketAdvance(at, true);
		if (width > this.#limit) return undefined;
		let end = next;
		while (end < text.length && isHanging(text[end]!)) end++;
		return this.#end({ at: end, width }, true, true);
	}

	/**
	 * The width that a line saves if it ends before `at`, because its last letter is no longer kerned
	 * with the next one. Pixels; 0 if the line is far from full anyway.
	 */
	#kerningAcross(at: number, reached: number): number {
		const { unsafe, largest } = this.#paragraph;
		return unsafe[at] === 1 && reached + largest > this.#limit ? this.#kerningLost(at) : 0;
	}

	/**
	 * The last position up to `at` at which a word can be broken and the line fits; at least one
	 * cluster stays on the line.
	 */
	#fittingEnd(at: number): number {
		const { advance, clusterStart } = this.#paragraph;
		let end = at;
		let reached = this.#width + this.#hanging;
		while (reached + this.#kerningAcross(end, reached) > this.#limit || this.#lacksHyphen(end)) {
			let before = end - 1;
			while (before > this.#lineStart && !clusterStart[before]) before--;
			if (before === this.#lineStart) break;
			for (let i = before; i < end; i++) reached -= advance[i]!;
			end = before;
		}
		return end;
	}

	/** Whether a word needs a hyphen where it is broken, and there is no space for it. */
	#lacksHyphen(end: number): boolean {
		const { text, hyphenWidths } = this.#paragraph;
		return hyphenWidths.has(end) || text[end] === SOFT_HYPHEN;
	}

	/** Advance of a full-width bracket with or without its blank half. */
	#bracketAdvance(at: number, halfWidth: boolean): number {
		const { text, items, largest } = this.#paragraph;
		const [item] = itemsWithin(items, at, at + 1);
		if (item?.kind !== "glyphs") return MISSING_ADVANCE * (item?.size ?? largest);
		return sum(shapeItem(text, item, at, at + 1, halfWidth));
	}

	/** How much wider the text before `end` is if the line ends there. */
	#kerningLost(end: number): number {
		const { text, items, advance } = this.#paragraph;
		const [item] = itemsWithin(items, end - 1, end);
		if (item?.kind !== "glyphs" || item.end <= end) return 0;
		const start = Math.max(item.start, this.#lineStart);
		let within = 0;
		for (let i = start; i < end; i++) within += advance[i]!;
		return sum(shapeItem(text, item, start, end)) - within;
	}
}
