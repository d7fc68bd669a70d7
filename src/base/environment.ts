import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

/**
 * Fields of /proc/self/stat after the name in parentheses: the start and the end of the
 * environment.
 */
const ENV_START = 47;
const ENV_END = 48;
/** Larger than any environment that a kernel accepts. Bytes. */
const MAX_ENVIRONMENT = 8_388_608;

/**
 * Removes variables from the environment of this process, including the copy that the kernel shows:
 * /proc/<pid>/environ is the memory that the process started with, and processes of the same user,
 * such as render processes, may read it. There is no public way to hide it: deleting a member of
 * `process.env` leaves this copy, `process.title` overwrites the arguments only, and a process cannot
 * start itself again without its variables in all versions of Node that are supported. If there is no /proc, or it cannot be written, only
 * `process.env` is changed.
 * @param names of the variables
 * @returns whether the memory has been cleared
 */
export function forgetVariables(names: readonly string[]): boolean {
	let cleared = false;
	try {
		cleared = clear(names);
	} catch {
		// Not Linux, or the process cannot be inspected; then other processes cannot inspect it either.
	}
	for (const name of names) delete process.env[name];
	return cleared;
}

function clear(names: readonly string[]): boolean {
	const stat = readFileSync("/proc/self/stat", "latin1");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [start, end] = [Number(fields[ENV_START]), Number(fields[ENV_END])];
	const length = end - start;
	if (!(start > 0 && length > 0 && length <= MAX_ENVIRONMENT)) return false;
	const memory = openSync("/proc/self/mem", "r+");
	try {
		const block = Buffer.alloc(length);
		if (readSync(memory, block, 0, length, start) !== length) return false;
		const wanted = new Set(names);
		for (let at = 0; at < length; ) {
			const stop = block.indexOf(0, at);
			const until = stop < 0 ? length : stop;
			const equals = block.indexOf(0x3d, at);
			const name = equals < 0 ? "" : block.toString("latin1", at, Math.min(equals, until));
			if (wanted.has(name) && equals < until)
				writeSync(
					memory,
					Buffer.alloc(until - equals - 1),
					0,
					until - equals - 1,
					start + equals + 1,
				);
			at = until + 1;
		}
		return true;
	} finally {
		closeSync(memory);
	}
}
