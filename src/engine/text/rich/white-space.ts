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
	/** A block has begun or ended: the following text is on a new line. */
	private boundary = false;
	/** The marker of a list item that waits for the item's first text. */
	private marker: { readonly text: string; readonly data: T } | null = null;
	/** The space in front of an isolate is written: those at its start are not. */
	private spaced = false;

	/** @param hang receives the markers of list items, which are then not part of the text */
	constructor(
		private readonly emit: (text: string, data: T) => void,
		private readonly hang?: (marker: string) => void,
	) {}

	/** The last UTF-16 unit that was kept, "" at the start of a line. */
	get before(): string {
		if (this.boundary || this.marker !== null) return "";
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

	/** Text in which every space and newline counts, as in pre. */
	preserved(text: string, data: T): void {
		for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
			if (index > 0) this.lineBreak(data);
			if (line === "") continue;
			this.begin(data);
			this.pending = null;
			this.emit(line, data);
			this.last = line.at(-1)!;
		}
	}

	lineBreak(data: T): void {
		this.begin(data);
		this.pending = null;
		this.last = "";
		this.emit("\n", data);
	}

	/** The start of text with a direction apart from that around it: a control character. */
	isolate(control: string, data: T): void {
		this.begin(data);
		const { pending } = this;
		if (pending !== null && this.last !== "") {
			this.emit(" ", pending.data);
			this.spaced = true;
		}
		this.pending = null;
		this.emit(control, data);
	}

	/** The end of an isolate; a space at its end stands behind it. */
	endIsolate(control: string, data: T): void {
		this.emit(control, data);
	}

	/** The start or the end of a block: a new line, unless the present one is empty. */
	block(): void {
		this.pending = null;
		if (this.last !== "") this.boundary = true;
	}

	/** Space between two cells of a row. */
	gap(data: T): void {
		this.pending ??= { data, newline: false };
	}

	/** The start of a list item; its end is a block's, after {@link flush}. */
	item(marker: string, data: T): void {
		this.block();
		this.marker = { text: marker, data };
	}

	/** Writes a pending marker: an empty item has one too. */
	flush(): void {
		if (this.marker !== null) this.begin(this.marker.data);
	}

	/** Writes what belongs before the next text: the line break of a block, a marker. */
	private begin(data: T): void {
		if (this.boundary) {
			this.boundary = false;
			this.pending = null;
			this.last = "";
			this.emit("\n", data);
		}
		if (this.marker === null) return;
		const { text, data: own } = this.marker;
		this.marker = null;
		if (this.hang) this.hang(text);
		else this.emit(`${text} `, own);
		// The space of the marker is kept, so the item's own leading space is not.
		this.pending = null;
		this.last = " ";
	}

	private word(word: string, data: T): void {
		this.begin(data);
		const { pending } = this;
		this.pending = null;
		if (pending !== null && this.last !== "") {
			const gone = pending.newline && dropsNewline(this.last, word[0]!);
			if (!gone && !this.spaced) this.emit(" ", pending.data);
		}
		this.spaced = false;
		this.emit(word, data);
		this.last = word.at(-1)!;
	}
}
