import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** @returns the process and its descendants, the process first (Linux) */
export async function processTree(root: number): Promise<number[]> {
	const children = new Map<number, number[]>();
	for (const name of await readdir("/proc")) {
		if (!/^\d+$/.test(name)) continue;
		const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
		// The name in parentheses may contain any character; the parent is the second field after it.
		const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
		children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
	}
	const tree = [root];
	for (const id of tree) tree.push(...(children.get(id) ?? []));
	return tree;
}

/** Ids of a service's render processes. */
export async function renderProcesses(service: number): Promise<number[]> {
	const ids: number[] = [];
	for (const id of (await processTree(service)).slice(1)) {
		const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
		if (command.includes("process-main.js")) ids.push(id);
	}
	return ids;
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/**
 * Memory of a process and its descendants: proportional set size, which counts shared pages only
 * once. Megabytes.
 */
export async function treeMemoryMb(root: number): Promise<number> {
	return (await processMemory(root)).reduce((sum, one) => sum + one, 0);
}

/** Memory of a process and each of its descendants, the process first. Megabytes. */
export async function processMemory(root: number): Promise<number[]> {
	const all: number[] = [];
	for (const id of await processTree(root)) all.push(await memoryMb(id));
	return all;
}

/** The proportional set size of one process; 0 if it has ended. Megabytes. */
export async function memoryMb(pid: number): Promise<number> {
	const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
	return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_024;
}

/** Open file descriptors of a process; 0 if it has ended. */
export async function descriptors(pid: number): Promise<number> {
	return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

/** Time without change after which a count is considered settled, and the timeout. Milliseconds. */
const SETTLED_MS = 1_500;
const SETTLING_MS = 30_000;

/**
 * Open file descriptors of a process once their number is stable: closed connections are gone, and
 * a spare process that was starting has started.
 */
export async function settledDescriptors(pid: number): Promise<number> {
	const deadline = performance.now() + SETTLING_MS;
	let [open, since] = [await descriptors(pid), performance.now()];
	while (performance.now() - since < SETTLED_MS && performance.now() < deadline) {
		await sleep(50);
		const now = await descriptors(pid);
		if (now !== open) [open, since] = [now, performance.now()];
	}
	return open;
}

export interface Sample {
	/** Seconds since sampling began. */
	readonly at: number;
	readonly value: number;
}

/**
 * Measures repeatedly until it is stopped.
 * @param everyMs from the end of one measurement to the next
 * @returns stops and returns the samples in order
 */
export function sample(measure: () => Promise<number>, everyMs: number): () => Promise<Sample[]> {
	const samples: Sample[] = [];
	const begin = performance.now();
	let stop = () => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	let running = true;
	const loop = (async () => {
		while (running) {
			const value = await measure();
			samples.push({ at: (performance.now() - begin) / 1_000, value });
			let timer: NodeJS.Timeout | undefined;
			await Promise.race([
				stopped,
				new Promise((resolve) => {
					timer = setTimeout(resolve, everyMs);
				}),
			]);
			clearTimeout(timer);
		}
	})();
	return async () => {
		running = false;
		stop();
		await loop;
		return samples;
	};
}
