import { FLAGS } from "./line-break-classes.js";
import { lineBreakProperties } from "./line-break-properties.js";

const isCollapsible = (c: string): boolean => c === " " || c === "\t" || c === "\n" || c === "\r";

/** Wide, but no Hangul: writing that has no spaces between words. */
function isWide(character: string): boolean {
	const eastAsian = (lineBreakProperties(character.codePointAt(0)!) & FLAGS.eastAsian) !== 0;
	return eastAsian && !/\p{Script=Hangul}/u.test(character);
}

/** A line break in the source between these leaves nothing, not a space (CSS Text 3, 4.1.2). */
function dropsNewline(before: string, after: string): boolean {
	if (before === "\u200b" || after === "\u200b") return true;
	return before !== "" && after !== "" && isWide(before) && isWide(after);
}

/**
 * White space as CSS `white-space: normal` collapses it, in a block whose text
 * comes piece by piece: one space for each run of it, also across pieces, none
 * at the start and the end of the block and around forced breaks.
 */
export class WhiteSpace<T> {
	private pending: { readonly data: T; newline: boolean } | null = null;
	private last = "";

	constructor(private readonly emit: (text: string, data: T) => void) {}

	/** The last character that was kept, "" at the start of a line. */
	get before(): string {
		return this.pending === null ? this.last : " ";
	}

	text(text: string, data: T): void {
		let start = 0;
		for (let i = 0; i <= text.length; i++) {
			const c = text[i];
			if (c !== undefined && !isCollapsible(c)) continue;
			if (i > start) this.word(text.slice(start, i), data);
			start = i + 1;
			if (c === undefined) return;
			this.pending ??= { data, newline: false };
			if (c === "\n") this.pending.newline = true;
		}
	}

	lineBreak(data: T): void {
		this.pending = null;
		this.last = "";
		this.emit("\n", data);
	}

	private word(word: string, data: T): void {
		const { pending } = this;
		this.pending = null;
		if (pending !== null && this.last !== "") {
			const first = String.fromCodePoint(word.codePointAt(0)!);
			const gone = pending.newline && dropsNewline(this.last, first);
			if (!gone) this.emit(" ", pending.data);
		}
		this.emit(word, data);
		this.last = lastCharacter(word);
	}
}

function lastCharacter(text: string): string {
	const unit = text.charCodeAt(text.length - 1);
	return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? -2 : -1);
}
