/**
 * The fonts of an operator in one file that every render process has open. It is a snapshot, so
 * that changes of the folder do not change pictures, and all processes share one copy in memory.
 *
 *     the files | index (JSON: OperatorFontFile[]) | u32 length of the index, little endian
 */
import { fstatSync, readSync } from "node:fs";
import type { OperatorFontFile } from "./operator-fonts.js";

const LENGTH_BYTES = 4;

/** An open font pack. */
export interface FontPack {
	readonly files: readonly OperatorFontFile[];
	/** The unchanged bytes of one of its files. @throws Error if the pack is too short */
	bytes(file: OperatorFontFile): Buffer;
}

/** @param fd descriptor of a pack, which must stay open */
export function openFontPack(fd: number): FontPack {
	const end = fstatSync(fd).size - LENGTH_BYTES;
	const length = readExactly(fd, end, LENGTH_BYTES).readUInt32LE(0);
	const index = readExactly(fd, end - length, length).toString("utf8");
	return {
		files: JSON.parse(index) as OperatorFontFile[],
		bytes: ({ start, length }) => readExactly(fd, start, length),
	};
}

/** The end of a pack, after the files. */
export function fontPackIndex(files: readonly OperatorFontFile[]): Buffer {
	const index = Buffer.from(JSON.stringify(files));
	const length = Buffer.alloc(LENGTH_BYTES);
	length.writeUInt32LE(index.length, 0);
	return Buffer.concat([index, length]);
}

/** Reads by position, because the processes that have it open share its cursor. */
function readExactly(fd: number, position: number, length: number): Buffer {
	const bytes = Buffer.allocUnsafeSlow(length);
	for (let done = 0; done < length; ) {
		const count = readSync(fd, bytes, done, length - done, position + done);
		if (count === 0) throw new Error("the font pack ends early");
		done += count;
	}
	return bytes;
}
