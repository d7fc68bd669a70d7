/** Types of a job, for all files of this folder. */
import { createHash, randomBytes } from "node:crypto";
import type { JobHead, JobRowError, JobState } from "../../contract/jobs.js";
import type { DataRow } from "../../documents/rows/csv-rows.js";
import type { Members } from "../../documents/variables/places.js";

/** A job as the client requested it. It is stored after all its rows. */
export interface JobSpec extends Omit<JobHead, "document"> {
	readonly id: string;
	readonly document: Members;
	/** The client on whose behalf chunks are scheduled. */
	readonly client: string;
	/** Milliseconds since 1970. */
	readonly createdAt: number;
	/** Origin of its URLs. */
	readonly origin: string;
	/** Host and port that the client used for the service. */
	readonly host?: string | undefined;
	readonly rows: number;
	/** Rows of a chunk; the last one may have fewer. */
	readonly chunkRows: number;
	/** Bytes of its rows as stored. */
	readonly rowBytes?: number;
	/** Folder of its idempotency key. */
	readonly key?: string | undefined;
}

/** A row as it is stored. */
export type StoredRow = DataRow & {
	/** Distinguishes the names of its pictures from those of earlier rows. */
	readonly suffix?: string | undefined;
};

/** What a queue knows about a job. */
export interface JobProgress {
	readonly state: JobState;
	readonly client: string;
	readonly rows: number;
	readonly chunks: number;
	readonly doneChunks: number;
	readonly drawn: number;
	readonly failed: number;
	/** Bytes of the pictures. */
	readonly bytes: number;
	/** Rows that were already in the store when the job was added to the queue again. */
	readonly found?: number;
	/** Milliseconds since 1970; all times are by the clock of the queue. */
	readonly createdAt: number;
	readonly startedAt?: number;
	readonly endedAt?: number;
	readonly now: number;
	readonly errors: readonly JobRowError[];
	/** Why the whole job failed. */
	readonly error?: JobFailure;
}

/** Why a whole job failed. */
export interface JobFailure {
	readonly code: string;
	readonly message: string;
}

/** A chunk to be rendered now. */
export interface TakenChunk {
	readonly id: string;
	/** Counted from 0. */
	readonly chunk: number;
}

/** Result of a chunk. */
export interface ChunkOutcome {
	readonly drawn: number;
	readonly failed: number;
	/** Bytes of the pictures. */
	readonly bytes: number;
	/** Bytes of the pictures and of its part of the manifest. */
	readonly keptBytes: number;
	/** The first rows that failed. */
	readonly errors: readonly JobRowError[];
}

/** Whether a job in this state is over. */
export const isOver = (state: JobState): boolean => state !== "queued" && state !== "running";

export const newJobId = (): string => randomBytes(16).toString("base64url");

/**
 * The folder of a job's results. Its name is a hash of the id, so the URL of a picture cannot be
 * used to read or cancel the job.
 */
export const folderOf = (id: string): string => digestOf(`results of ${id}`);

/** 128 bits of the SHA-256, in base64url. */
export const digestOf = (content: string | Uint8Array): string =>
	createHash("sha256").update(content).digest().subarray(0, 16).toString("base64url");

/** Names of the parts of a job, in the folder of its results. */
export const KEYS = {
	spec: "job.json",
	end: "end.json",
	webhook: "webhook.json",
	rows: (chunk: number) => `rows/${digits(chunk)}.ndjson`,
	manifest: (chunk: number) => `manifest/${digits(chunk)}.ndjson`,
	file: (name: string) => `files/${name}`,
} as const;

const digits = (chunk: number) => String(chunk).padStart(6, "0");

export const chunksOf = ({ rows, chunkRows }: Pick<JobSpec, "rows" | "chunkRows">): number =>
	Math.ceil(rows / chunkRows);

/** Number of rows of a chunk; the last chunk may have fewer than the others. */
export const rowsIn = (
	{ rows, chunkRows }: Pick<JobSpec, "rows" | "chunkRows">,
	chunk: number,
): number => Math.min(chunkRows, rows - chunk * chunkRows);
