import { writeSync } from "node:fs";

/** Size of the file. Bytes. */
export const RECORD_BYTES = 4_096;
export const MAX_PATH_LENGTH = 1_000;

/** Milliseconds of a clock shared by all processes of a machine. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** The side of the process that records its stage; the reader is in stage-record.ts. */
export class StageWriter {
	readonly #fd: number;
	readonly #bytes = Buffer.alloc(RECORD_BYTES);
	#job = 0;

	constructor(fd: number) {
		this.#fd = fd;
	}

	/** Call when the next job has arrived. */
	beginJob(): void {
		this.#job++;
		this.write("begin");
	}

	/** @param path JSON pointer of the current field; left out if it is too long */
	write(name: string, path?: string, vector?: boolean): void {
		const known = path !== undefined && path.length <= MAX_PATH_LENGTH ? { path } : {};
		const text = JSON.stringify({ job: this.#job, name, ...known, at: now(), vector });
		const length = this.#bytes.write(text);
		// The padding overwrites the rest of a longer record.
		this.#bytes[length] = 0;
		writeSync(this.#fd, this.#bytes, 0, length + 1, 0);
	}
}
