import { randomBytes } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";

/**
 * Opens a file without a name, which disappears with its handle, however the process ends.
 * @param directory absolute path; created if it is missing
 * @returns open for reading and writing, for this user only
 * @throws the system's error if the folder does not accept files
 */
export async function unlinkedFile(directory: string): Promise<FileHandle> {
	await makeFolder(directory, 0o700);
	// If the process ends between the two calls, the sweep of the folder recognises this name.
	const path = join(directory, `${randomBytes(16).toString("base64url")}.png.part`);
	const file = await open(path, "wx+", 0o600);
	await unlink(path);
	return file;
}
