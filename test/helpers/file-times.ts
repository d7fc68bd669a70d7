import { readFileSync } from "node:fs";

/** Ticks of the kernel's clock in a second. */
const TICKS = 100;

/** How long test files took. */
export class FileTimes {
	readonly #begun = new Map<string, number>();
	readonly #times: { file: string; seconds: number; processor: number }[] = [];
	#processor = processorOfChildren();

	/** Call it when a file starts. */
	start(file: string): void {
		this.#begun.set(file, performance.now());
	}

	/** Call it when the process of the file has ended. */
	end(file: string): void {
		const before = this.#processor;
		this.#processor = processorOfChildren();
		this.#times.push({
			file,
			seconds: (performance.now() - (this.#begun.get(file) ?? performance.now())) / 1_000,
			processor: this.#processor - before,
		});
	}

	/**
	 * @param most files at the most, those first that took longest
	 * @returns a line for each file, in seconds: how long it took, and the processor time that it and
	 *   the processes below it used. Two files that end at the same moment may swap processor time.
	 *   The last line is for all files
	 */
	longest(most: number): string[] {
		const line = (seconds: number, processor: number, file: string) =>
			`${seconds.toFixed(1).padStart(7)} ${processor.toFixed(1).padStart(7)}  ${file}`;
		const shown = [...this.#times].sort((a, b) => b.seconds - a.seconds).slice(0, most);
		return [
			...shown.map(({ seconds, processor, file }) => line(seconds, processor, file)),
			line(performance.now() / 1_000, this.#processor, "all"),
		];
	}
}

/**
 * @returns processor time of all processes below this one that have ended, in seconds; 0 where there
 *   is no /proc
 */
function processorOfChildren(): number {
	try {
		// After the name in brackets: state, and 13 numbers until those of the children.
		const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
		return (Number(fields[13]) + Number(fields[14])) / TICKS;
	} catch {
		return 0;
	}
}
