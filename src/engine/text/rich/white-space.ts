const isCollapsible = (c: string): boolean => c === " " || c === "\t" || c === "\n" || c === "\r";

/** A line break in the source next to a zero width space is removed (CSS Text 3, 4.1.2). */
const dropsNewline = (before: string, after: string): boolean =>
	before === "\u200b" || after === "\u200b";

/** A text with its white space collapsed. */
export function collapsed(text: string): string {
	let kept = "";
	const space = new WhiteSpace<null>((part) => {
		kept += part;
	});
	space.text(text, null);
	return kept;
}

/**
 * Collapses white space as CSS `white-space: normal` does, in a block whose text arrives in pieces:
 * one space for each run of white space, also across pieces, and none at the start and end of the
 * block and around forced breaks.
 */
export class WhiteSpace<T> {
	private pending: { readonly data: T; newline: boolean } | null = null;
	private last = "";
	/** A block has started or ended, so the following text is on a new line. */
	private boundary = false;
	/** The marker of a list item that waits for the item's first text. */
	private marker: { readonly text: string; readonly data: T } | null = null;
	/** A space was written before an isolate, so those at its start are dropped. */
	private spaced = false;

	/** @param hang called with the markers of list items, which are then not part of the text */
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

	/** Starts text whose direction is isolated, with a control character. */
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

	/** Ends an isolate. A space at its end is moved behind it. */
	endIsolate(control: string, data: T): void {
		this.emit(control, data);
	}

	/** Starts or ends a block: a new line, unless the current one is empty. */
	block(): void {
		this.pending = null;
		if (this.last !== "") this.boundary = true;
	}

	/** Adds the space between two cells of a row. */
	gap(data: T): void {
		this.pending ??= { data, newline: false };
	}

	/** Starts a list item. It ends like a block, after {@link flush}. */
	item(marker: string, data: T): void {
		this.block();
		this.marker = { text: marker, data };
	}

	/** Writes a pending marker, because empty items have one too. */
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
		// The space of the marker is kept, so the leading space of the item is not.
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
