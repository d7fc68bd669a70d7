/**
 * What a render process is at, for the one that gave it its job: a file that
 * both have open, written over before each step and read only when the process
 * hangs or dies. A message for each step would wake the reader five times a
 * slide, which together cost more than a millisecond.
 */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Stage } from "../../engine/stage.js";
import { MAX_PATH_LENGTH, now, RECORD_BYTES } from "./stage-writer.js";

/** A stage, and the job that it belongs to, counted from 1 in each process. */
export interface RecordedStage {
	readonly job: number;
	readonly stage: Stage;
}

/** The process handled hostile bytes: what it says is checked like a client's word. */
const RecordSchema = Type.Object({
	job: Type.Integer({ minimum: 1 }),
	name: Type.String({ maxLength: 100 }),
	path: Type.Optional(Type.String({ maxLength: MAX_PATH_LENGTH })),
	at: Type.Number(),
	vector: Type.Optional(Type.Boolean()),
});

/** Memory where there is some: a disk may keep a writer waiting. */
const DIRECTORIES = ["/dev/shm", tmpdir()];

/** The reader's side; makes the file, which has no name and goes with its last descriptor. */
export class StageRecord {
	readonly fd = openUnnamed();
	readonly #bytes = Buffer.alloc(RECORD_BYTES);

	/** @returns undefined when nothing was said, or nothing that makes sense */
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

	/** Not to be read any more. */
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
			// It takes its room now, and never runs out of it.
			writeSync(fd, Buffer.alloc(RECORD_BYTES), 0, RECORD_BYTES, 0);
			return fd;
		} catch (error) {
			failure = error;
		}
	}
	throw failure;
}
