import { readFileSync } from "node:fs";

/** Ticks of the kernel's clock in a second. */
const TICKS = 100;

/** Measures a part of a process: seconds that pass, and those of processors. */
export class Stopwatch {
	readonly #start = performance.now();
	readonly #processor = processorSeconds();

	/** @returns seconds since it was created, and processor time of this process and of those below it that have ended */
	read(): { readonly seconds: number; readonly processor: number } {
		return {
			seconds: (performance.now() - this.#start) / 1_000,
			processor: processorSeconds() - this.#processor,
		};
	}
}

/** @returns 0 where there is no /proc */
export function processorSeconds(): number {
	try {
		// After the name in brackets: state, and 10 numbers until user and system time of the process
		// and of its children.
		const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
		return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
	} catch {
		return 0;
	}
}
