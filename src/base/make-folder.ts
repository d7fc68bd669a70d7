import { mkdirSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Mode of new folders, before the umask of the process. */
const ANY_MODE = 0o777;

/**
 * Creates a folder and its parents. Node's own `recursive` never returns below /proc, where a
 * folder is reported missing although its parent exists.
 * @param path absolute or relative
 * @param mode of new folders
 * @throws the system's error if the folder cannot be created
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

/** The same, synchronously. */
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

/** Whether the folder exists already; another process may have created it meanwhile. */
const isFolder = (error: unknown, path: string): boolean =>
	codeOf(error) === "EEXIST" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const lacksParent = (error: unknown, path: string): boolean =>
	codeOf(error) === "ENOENT" && dirname(path) !== path;
