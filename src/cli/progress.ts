/** Where messages and the progress go. */
export interface Terminal {
	readonly isTTY?: boolean | undefined;
	write(text: string): unknown;
}

const WIDTH = 24;

/**
 * A line on a terminal that says how many slides, or rows, are drawn; nothing where the
 * output is no terminal, so that logs stay readable.
 */
export class Progress {
	readonly #terminal: Terminal;
	readonly #total: number;
	readonly #noun: string;
	#done = 0;

	/** @param noun what is counted, in the plural */
	constructor(terminal: Terminal, total: number, noun = "slides") {
		this.#noun = noun;
		this.#terminal = terminal;
		this.#total = total;
		this.#draw();
	}

	/** One more slide is drawn. */
	step(): void {
		this.#done++;
		this.#draw();
	}

	/** Takes the line away. */
	clear(): void {
		if (this.#shown) this.#terminal.write("\r\u001b[K");
	}

	get #shown(): boolean {
		return this.#terminal.isTTY === true && this.#total > 1;
	}

	#draw(): void {
		if (!this.#shown) return;
		const filled = Math.round((this.#done / this.#total) * WIDTH);
		const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
		this.#terminal.write(`\r\u001b[K${bar} ${this.#done}/${this.#total} ${this.#noun}`);
	}
}
