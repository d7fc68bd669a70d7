const isCollapsible = (c: string): boolean => c === " " || c === "\t" || c === "\n" || c === "\r";

/** A line break in the source beside a zero width space leaves nothing (CSS Text 3, 4.1.2). */
const dropsNewline = (before: string, after: string): boolean =>
	before === "\u200b" || after === "\u200b";

/**
 * White space as CSS `white-space: normal` collapses it, in a block whose text
 * comes piece by piece: one space for each run of it, also across pieces, none
 * at the start and the end of the block and around forced breaks.
 */
export class WhiteSpace<T> {
	private pending: { readonly data: T; newline: boolean } | null = null;
	private last = "";

	constructor(private readonly emit: (text: string, data: T) => void) {}

	/** The last UTF-16 unit that was kept, "" at the start of a line. */
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
			const gone = pending.newline && dropsNewline(this.last, word[0]!);
			if (!gone) this.emit(" ", pending.data);
		}
		this.emit(word, data);
		this.last = word.at(-1)!;
	}
}
