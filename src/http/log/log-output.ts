import pino from "pino";

/** How long a line waits for others. Milliseconds. */
const WAIT_MS = 100;
/** Lines of this length together are written at once. Characters. */
const MAX_WAITING = 16_384;

/**
 * Standard output for log lines, which are written together: a write for each request, which needs
 * a thread so that a slow reader stops nothing, takes 3 % of the processor time of a text slide.
 * When the process exits, the last lines are written first.
 */
class LogOutput {
	readonly #out: ReturnType<typeof pino.destination>;
	#lines = "";
	#timer: NodeJS.Timeout | undefined;

	constructor() {
		// When nothing else is left to do, Node cancels a write that begins on exit and that no thread has
		// begun.
		process.on("beforeExit", () => this.#pass());
		// Before pino adds its own listener, which closes the output.
		process.on("exit", () => this.flushSync());
		this.#out = pino.destination({ fd: 1, sync: false });
	}

	write(line: string): void {
		this.#lines += line;
		if (this.#lines.length >= MAX_WAITING) this.#pass();
		else this.#timer ??= setTimeout(() => this.#pass(), WAIT_MS).unref();
	}

	/**
	 * Starts to write what waits; the process does not exit before that is done. pino calls it before
	 * a process ends because of an error. pino's own buffer (`minLength`) is not used, because its
	 * `flushSync` tries again and again if the reader has gone.
	 */
	flushSync(): void {
		this.#pass();
		this.#out.flushSync();
	}

	#pass(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#lines !== "") this.#out.write(this.#lines);
		this.#lines = "";
	}
}

let output: LogOutput | undefined;

/** The output of this process, which all servers in it share. */
export function logOutput(): LogOutput {
	output ??= new LogOutput();
	return output;
}
