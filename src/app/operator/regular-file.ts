import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** A pipe, a device or a socket: reading it may never end, or never begin. */
export class NotRegular extends Error {
	override readonly name = "NotRegular";
}

/**
 * The bytes of an operator's file. Opening it does not wait for the writer of a pipe. The check
 * uses the opened file, because the path may be replaced by a link meanwhile.
 * @param maxBytes maximum size
 * @returns undefined if it is larger
 * @throws NotRegular, or the error of the file system
 */
export function regularFileBytes(path: string, maxBytes: number): Buffer | undefined {
	const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const facts = fstatSync(file);
		// Reading reports the error.
		if (!facts.isFile() && !facts.isDirectory()) throw new NotRegular();
		if (facts.size > maxBytes) return undefined;
		// One byte more than its size, because it may grow, and files in /proc have no size.
		const bytes = Buffer.alloc(facts.size === 0 ? maxBytes + 1 : facts.size + 1);
		let length = 0;
		while (length < bytes.length) {
			const read = readSync(file, bytes, length, bytes.length - length, null);
			if (read === 0) break;
			length += read;
		}
		return length > maxBytes ? undefined : bytes.subarray(0, length);
	} finally {
		closeSync(file);
	}
}
