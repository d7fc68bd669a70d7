/**
 * Records what a render process is doing, for the process that gave it the job. Both have the same
 * file open. It is overwritten before each step, and read only if the process hangs or dies. A
 * message for each step would wake the reader five times per slide, which costs more than a
 * millisecond in total.
 */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Stage } from "../../engine/stage.js";
import { MAX_PATH_LENGTH, now, RECORD_BYTES } from "./stage-writer.js";

/** A stage, and the number of its job, counted from 1 in each process. */
export interface RecordedStage {
	readonly job: number;
	readonly stage: Stage;
}

/** The process handled hostile bytes, so the record is validated like a client's input. */
const RecordSchema = Type.Object({
	job: Type.Integer({ minimum: 1 }),
	name: Type.String({ maxLength: 100 }),
	path: Type.Optional(Type.String({ maxLength: MAX_PATH_LENGTH })),
	at: Type.Number(),
	vector: Type.Optional(Type.Boolean()),
});

/** In memory if possible, because a disk may block the writer. */
const DIRECTORIES = ["/dev/shm", tmpdir()];

/**
 * The reader's side. It creates the file, which has no name and is deleted with its last
 * descriptor.
 */
export class StageRecord {
	readonly fd = openUnnamed();
	readonly #bytes = Buffer.alloc(RECORD_BYTES);

	/** @returns undefined if nothing was written, or the record is invalid */
	read(): RecordedStage | undefined {
		const length = readSync(this.fd, this.#bytes, 0, RECORD_BYTES, 0);
		const end = this.#bytes.subarray(0, length).indexOf(0);
		let record: unknown;
		try {
			record = JSON.parse(this.#bytes.toString("utf8", 0, end < 0 ? length : end));
		} catch {
			return undefined;
		}
		if (!Value.Check(RecordSchema, record)) return undefined;
		const { job, name, path, at, vector = false } = record;
		const since = performance.now() - Math.max(0, now() - at);
		return { job, stage: { name, path, since, began: at, vector } };
	}

	/** Call when it will not be read any more. */
	close(): void {
		closeSync(this.fd);
	}
}

function openUnnamed(): number {
	let failure: unknown;
	for (const directory of DIRECTORIES) {
		const path = join(directory, `post-image-render-${randomUUID()}`);
		try {
			const fd = openSync(path, "wx+", 0o600);
			unlinkSync(path);
			// Allocates its disk space now, so that it never runs out.
			writeSync(fd, Buffer.alloc(RECORD_BYTES), 0, RECORD_BYTES, 0);
			return fd;
		} catch (error) {
			failure = error;
		}
	}
	throw failure;
}
