import { readFileSync } from "node:fs";

/**
 * MB of memory that V8 has mapped for code, to be written and executed, most of it
 * never touched: 512 since Node 24, next to nothing before. RLIMIT_DATA counts all of
 * it, so a bound on what a process may use has to come on top. Every process of the
 * same Node has as much. 0 where there is no /proc.
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
