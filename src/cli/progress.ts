/** Where messages and the progress go. */
export interface Terminal {
	readonly isTTY?: boolean | undefined;
	write(text: string): unknown;
}

const WIDTH = 24;
/** Steps after which the time left is estimated: the first ones wait for processes to start. */
const STEPS_BEFORE_ESTIMATE = 3;

/**
 * A line on a terminal that says how many slides, or rows, are drawn, and how long the rest takes;
 * nothing where the output is not a terminal, so that logs stay readable.
 */
export class Progress {
	readonly #terminal: Terminal;
	readonly #total: number;
	readonly #noun: string;
	readonly #now: () => number;
	readonly #startedAt: number;
	#done = 0;

	/**
	 * @param noun what is counted, in the plural
	 * @param now clock in milliseconds
	 */
	constructor(terminal: Terminal, total: number, noun = "slides", now = () => performance.now()) {
		this.#noun = noun;
		this.#terminal = terminal;
		this.#total = total;
		this.#now = now;
		this.#startedAt = now();
		this.#draw();
	}

	/** One more slide is drawn. */
	step(): void {
		this.#done++;
		this.#draw();
	}

	/** So many are done. */
	reach(done: number): void {
		this.#done = done;
		this.#draw();
	}

	/** Writes the line again, after it was cleared for a message. */
	show(): void {
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
		const line = `${bar} ${this.#done}/${this.#total} ${this.#noun}${this.#timeLeft()}`;
		this.#terminal.write(`\r\u001b[K${line}`);
	}

	/** The rest takes as long for each as those that are done did. */
	#timeLeft(): string {
		const left = this.#total - this.#done;
		if (this.#done < STEPS_BEFORE_ESTIMATE || left <= 0) return "";
		const seconds = ((this.#now() - this.#startedAt) / this.#done / 1_000) * left;
		return `, ${duration(seconds)} left`;
	}
}

/** "8 s", "2 min 5 s", "1 h 4 min". */
function duration(seconds: number): string {
	const whole = Math.max(1, Math.ceil(seconds));
	if (whole < 60) return `${whole} s`;
	const minutes = Math.floor(whole / 60);
	return minutes < 60
		? `${minutes} min ${whole % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
