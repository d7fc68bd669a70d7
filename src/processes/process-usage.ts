import { readFileSync } from "node:fs";

/** What a process has taken of the machine. */
export interface ProcessUsage {
	/** Of all its threads. Seconds of one core. */
	readonly cpuSeconds: number;
	/** Resident memory. Bytes. */
	readonly rss: number;
}

/** Clock ticks in a second, of every Linux that Node runs on. */
const TICKS = 100;
const PAGE_BYTES = 4_096;

/**
 * Asks the kernel, which a process cannot talk out of it.
 * @returns undefined where there is no /proc, or no such process
 * @see proc_pid_stat(5)
 */
export function processUsage(pid: number | undefined): ProcessUsage | undefined {
	if (pid === undefined) return undefined;
	let stat: string;
	try {
		stat = readFileSync(`/proc/${pid}/stat`, "latin1");
	} catch {
		return undefined;
	}
	// The second field is the name, in brackets, and may hold anything.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
	return {
		cpuSeconds: (user! + system!) / TICKS,
		rss: pages! * PAGE_BYTES,
	};
}
