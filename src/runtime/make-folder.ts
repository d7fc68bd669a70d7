import { mkdirSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Mode of new folders: as the process's mask has it. */
const ANY_MODE = 0o777;

/**
 * Makes a folder and those above it. Node's own `recursive` never returns below /proc, where a folder
 * is said not to exist although the one above it does.
 * @param path absolute or relative
 * @param mode of the folders that are made
 * @throws the system's error when there can be no such folder
 */
export async function makeFolder(path: string, mode = ANY_MODE): Promise<void> {
	try {
		await mkdir(path, { mode });
	} catch (error) {
		if (isFolder(error, path)) return;
		if (!lacksParent(error, path)) throw error;
		await makeFolder(dirname(path), mode);
		await mkdir(path, { mode }).catch((error: unknown) => {
			if (!isFolder(error, path)) throw error;
		});
	}
}

/** The same while everything waits. */
export function makeFolderSync(path: string): void {
	try {
		mkdirSync(path);
	} catch (error) {
		if (isFolder(error, path)) return;
		if (!lacksParent(error, path)) throw error;
		makeFolderSync(dirname(path));
		try {
			mkdirSync(path);
		} catch (error) {
			if (!isFolder(error, path)) throw error;
		}
	}
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether the folder is there already; somebody may have made it at the same time. */
const isFolder = (error: unknown, path: string): boolean =>
	codeOf(error) === "EEXIST" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const lacksParent = (error: unknown, path: string): boolean =>
	codeOf(error) === "ENOENT" && dirname(path) !== path;
