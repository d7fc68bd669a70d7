/** Watches files that a person edits while a command runs. */
import { EventEmitter, once } from "node:events";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Editors write a file in several steps; within this time they count as one change. Milliseconds.
 */
const QUIET_MS = 80;

/**
 * Yields after each change of one of the files, until the signal fires. It watches their folders,
 * because editors replace the file by a new one.
 */
export async function* changesOf(
	paths: readonly string[],
	signal: AbortSignal,
): AsyncGenerator<void> {
	const changes = new EventEmitter();
	let changed = false;
	const onChange = () => {
		changed = true;
		changes.emit("change");
	};
	for (const path of paths)
		watch(dirname(path), { signal }, (_event, name) => {
			if (name === null || name === basename(path)) onChange();
		}).on("error", onChange);
	signal.addEventListener("abort", onChange, { once: true });
	while (!signal.aborted) {
		if (!changed) await once(changes, "change");
		await sleep(QUIET_MS);
		changed = false;
		if (!signal.aborted) yield;
	}
}
