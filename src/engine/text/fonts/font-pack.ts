/**
 * The fonts of an operator in one file, which every render process has open: a
 * snapshot, so that what is drawn does not change when somebody changes the
 * folder, and the one copy of it that is in memory.
 *
 *     the files | index (JSON: OperatorFontFile[]) | u32 length of the index, little endian
 */
import { fstatSync, readSync } from "node:fs";
import type { OperatorFontFile } from "./operator-fonts.js";

const LENGTH_BYTES = 4;

/** A font pack that is open. */
export interface FontPack {
	readonly files: readonly OperatorFontFile[];
	/** The bytes of a file of it, as the operator has it. @throws Error when the pack ends before */
	bytes(file: OperatorFontFile): Buffer;
}

/** @param fd of a file that is a pack; it has to stay open */
export function openFontPack(fd: number): FontPack {
	const end = fstatSync(fd).size - LENGTH_BYTES;
	const length = readExactly(fd, end, LENGTH_BYTES).readUInt32LE(0);
	const index = readExactly(fd, end - length, length).toString("utf8");
	return {
		files: JSON.parse(index) as OperatorFontFile[],
		bytes: ({ start, length }) => readExactly(fd, start, length),
	};
}

/** What stands behind the files in a pack. */
export function fontPackIndex(files: readonly OperatorFontFile[]): Buffer {
	const index = Buffer.from(JSON.stringify(files));
	const length = Buffer.alloc(LENGTH_BYTES);
	length.writeUInt32LE(index.length, 0);
	return Buffer.concat([index, length]);
}

/** By position: the processes that have it open share its cursor. */
function readExactly(fd: number, position: number, length: number): Buffer {
	const bytes = Buffer.allocUnsafeSlow(length);
	for (let done = 0; done < length; ) {
		const count = readSync(fd, bytes, done, length - done, position + done);
		if (count === 0) throw new Error("the font pack ends early");
		done += count;
	}
	return bytes;
}
