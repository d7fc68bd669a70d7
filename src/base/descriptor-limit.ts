import { readFileSync } from "node:fs";

/**
 * How many files and connections this process may have open (RLIMIT_NOFILE). Node raises it to the
 * hard limit when it starts.
 * @returns undefined if it is not known or unlimited
 */
export function descriptorLimit(): number | undefined {
	try {
		const limits = readFileSync("/proc/self/limits", "latin1");
		const soft = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
		return soft > 0 ? soft : undefined;
	} catch {
		// There is no /proc, or no descriptor for this file.
		return undefined;
	}
}
