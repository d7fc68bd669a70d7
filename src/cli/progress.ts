/** Output of messages and progress. */
export interface Terminal {
	readonly isTTY?: boolean | undefined;
	write(text: string): unknown;
}

const WIDTH = 24;
/**
 * Steps before the remaining time is estimated, because the first steps wait for processes to
 * start.
 */
const STEPS_BEFORE_ESTIMATE = 3;

/**
 * A line on the terminal with the number of finished slides or rows and the remaining time. If the
 * output is not a terminal, it prints nothing, so that logs stay readable.
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
	 * @param now current time in milliseconds
	 */
	constructor(terminal: Terminal, total: number, noun = "slides", now = () => performance.now()) {
		this.#noun = noun;
		this.#terminal = terminal;
		this.#total = total;
		this.#now = now;
		this.#startedAt = now();
		this.#draw();
	}

	/** Counts one finished slide. */
	step(): void {
		this.#done++;
		this.#draw();
	}

	/** Sets the number of finished steps. */
	reach(done: number): void {
		this.#done = done;
		this.#draw();
	}

	/** Writes the line again after it was cleared for a message. */
	show(): void {
		this.#draw();
	}

	/** Removes the line. */
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

	/** Assumes that the remaining steps take as long as the finished ones did. */
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
