import { readdir, readFile } from "node:fs/promises";

/**
 * @param {number} root process id @returns {Promise<number[]>} the process and its descendants (Linux)
 */
async function processTree(root) {
	/** @type {Map<number, number[]>} */
	const children = new Map();
	for (const name of await readdir("/proc")) {
		if (!/^\d+$/.test(name)) continue;
		const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
		// The name in parentheses may contain any character; the parent is the second field after it.
		const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
		const siblings = children.get(parent) ?? [];
		children.set(parent, [...siblings, Number(name)]);
	}
	const tree = [root];
	for (const id of tree) tree.push(...(children.get(id) ?? []));
	return tree;
}

/**
 * Memory of a process and its descendants: proportional set size, which counts shared pages only
 * once. Bytes.
 * @param {number} root process id
 */
async function treeMemory(root) {
	let total = 0;
	for (const id of await processTree(root)) {
		const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
		total += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
	}
	return total;
}

/** Clock ticks per second in /proc/…/stat: Linux uses 100 on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time of a process and its descendants. Seconds.
 * @param {number} root process id
 */
export async function treeCpu(root) {
	let ticks = 0;
	for (const id of await processTree(root)) {
		const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
		// utime and stime, the twelfth and thirteenth field after the name.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
	}
	return ticks / TICKS_PER_SECOND;
}

/**
 * Samples the memory of a process tree until it is stopped.
 * @param {number} root process id
 * @param {number} [everyMs]
 * @returns {() => Promise<number>} stops and returns the peak, bytes
 */
export function watchMemory(root, everyMs = 150) {
	let peak = 0;
	let running = true;
	const loop = (async () => {
		while (running) {
			peak = Math.max(peak, await treeMemory(root));
			await new Promise((resolve) => setTimeout(resolve, everyMs));
		}
	})();
	return async () => {
		running = false;
		await loop;
		return Math.max(peak, await treeMemory(root));
	};
}
