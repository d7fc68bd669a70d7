import { readFileSync } from "node:fs";

/**
 * MB of memory that V8 has mapped for code (writable and executable), most of it never used: 512
 * since Node 24, almost nothing before. RLIMIT_DATA counts all of it, so it must be added to the
 * memory limit of a process. It is the same for every process of the same Node. 0 without /proc.
 */
export function codeRangeMb(): number {
	let maps: string;
	try {
		maps = readFileSync("/proc/self/maps", "latin1");
	} catch {
		return 0;
	}
	const bytes = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm)]
		.map(([, from, to]) => Number.parseInt(`${to}`, 16) - Number.parseInt(`${from}`, 16))
		.reduce((sum, size) => sum + size, 0);
	return Math.ceil(bytes / 1_048_576);
}
