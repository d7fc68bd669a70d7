import { closeSync, openSync, readSync } from "node:fs";

/** What a process has used. */
export interface ProcessUsage {
	/** Processor time of all its threads. Seconds of one core. */
	readonly cpuSeconds: number;
	/** Resident memory. Bytes. */
	readonly rss: number;
	/** Whether a signal or a debugger has stopped it. */
	readonly stopped: boolean;
}

/** Clock ticks per second, on every Linux that Node supports. */
const TICKS = 100;
const PAGE_BYTES = 4_096;

/**
 * How long a reading counts as the current one: a job is looked at by several watchers at once, and
 * under load each reading takes 30 µs. The kernel counts in 10 ms. Milliseconds.
 */
const FRESH_MS = 1;

/** Longer than any content of /proc/PID/stat. Bytes. */
const MAX_LINE = 1_024;
const line = Buffer.alloc(MAX_LINE);

/**
 * Asks the kernel what a process has used, which the process cannot forge. The file stays open, so
 * that it never returns the values of another process with the same id.
 * @see proc_pid_stat(5)
 */
export class UsageReader {
	#file: number | undefined;
	#last: ProcessUsage | undefined;
	#readAt = Number.NEGATIVE_INFINITY;

	/** @param pid of a running process */
	constructor(pid: number | undefined) {
		if (pid === undefined) return;
		try {
			this.#file = openSync(`/proc/${pid}/stat`, "r");
		} catch {
			// There is no /proc, or the process has ended.
		}
	}

	/** @returns undefined without /proc, and after the process has ended */
	read(): ProcessUsage | undefined {
		if (this.#file === undefined) return undefined;
		const now = performance.now();
		if (now - this.#readAt < FRESH_MS) return this.#last;
		this.#readAt = now;
		this.#last = this.#ask(this.#file);
		return this.#last;
	}

	#ask(file: number): ProcessUsage | undefined {
		let length: number;
		try {
			length = readSync(file, line, 0, MAX_LINE, 0);
		} catch {
			return undefined;
		}
		const stat = line.toString("latin1", 0, length);
		// The second field is the name, in parentheses, and may contain anything.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
		return {
			stopped: fields[0] === "T" || fields[0] === "t",
			cpuSeconds: (user! + system!) / TICKS,
			rss: pages! * PAGE_BYTES,
		};
	}

	close(): void {
		if (this.#file !== undefined) closeSync(this.#file);
		this.#file = undefined;
	}
}
