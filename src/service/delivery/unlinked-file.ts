import { randomBytes } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../runtime/make-folder.js";

/**
 * Opens a file that is gone with its handle, however the process ends.
 * @param directory absolute path; made if it is missing
 * @returns open for reading and writing, of this user alone
 * @throws the system's error if the folder takes no file
 */
export async function unlinkedFile(directory: string): Promise<FileHandle> {
	await makeFolder(directory, 0o700);
	// Should the process end between the two, the name is one that the folder's sweep knows.
	const path = join(directory, `${randomBytes(16).toString("base64url")}.png.part`);
	const file = await open(path, "wx+", 0o600);
	await unlink(path);
	return file;
}
