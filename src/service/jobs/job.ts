/** What a job is, for all files of this folder. */
import { createHash, randomBytes } from "node:crypto";
import type { JobHead, JobRowError, JobState } from "../../contract/jobs.js";
import type { Members } from "../variables/places.js";

/** A job as it was asked for. It is stored when all its rows are. */
export interface JobSpec extends Omit<JobHead, "document"> {
	readonly id: string;
	readonly document: Members;
	/** Whose rows they are, as turns are counted. */
	readonly client: string;
	/** Milliseconds since 1970. */
	readonly createdAt: number;
	/** What URLs begin with. */
	readonly origin: string;
	/** Host and port by which the client asked the service. */
	readonly host?: string | undefined;
	readonly rows: number;
	/** Rows of a chunk; the last one may have fewer. */
	readonly chunkRows: number;
	/** Bytes of its rows, as they are stored. */
	readonly rowBytes?: number;
	/** Folder of its idempotency key. */
	readonly key?: string | undefined;
}

/** What a queue knows of a job. */
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
	/** Rows that were in the store already when the queue got the job back: they took no time. */
	readonly found?: number;
	/** Milliseconds since 1970, all by the clock of the queue. */
	readonly createdAt: number;
	readonly startedAt?: number;
	readonly endedAt?: number;
	readonly now: number;
	readonly errors: readonly JobRowError[];
	/** Why it failed as a whole. */
	readonly error?: JobFailure;
}

/** Why a job failed as a whole. */
export interface JobFailure {
	readonly code: string;
	readonly message: string;
}

/** A chunk whose turn has come. */
export interface TakenChunk {
	readonly id: string;
	/** Counted from 0. */
	readonly chunk: number;
}

/** What became of the rows of a chunk. */
export interface ChunkOutcome {
	readonly drawn: number;
	readonly failed: number;
	/** Bytes of the pictures. */
	readonly bytes: number;
	/** The same, and those of its part of the manifest: what is kept of it. */
	readonly keptBytes: number;
	/** The first rows that failed. */
	readonly errors: readonly JobRowError[];
}

/** A job that is over. */
export const isOver = (state: JobState): boolean => state !== "queued" && state !== "running";

export const newJobId = (): string => randomBytes(16).toString("base64url");

/**
 * The folder of a job's results. Its name is made of the id, and the id cannot be found from it:
 * who has the URL of a picture can neither read nor cancel the job.
 */
export const folderOf = (id: string): string => digestOf(`results of ${id}`);

/** 128 bits of the SHA-256, in base64url. */
export const digestOf = (content: string | Uint8Array): string =>
	createHash("sha256").update(content).digest().subarray(0, 16).toString("base64url");

/** Where the parts of a job are, below the folder of its results. */
export const KEYS = {
	spec: "job.json",
	end: "end.json",
	rows: (chunk: number) => `rows/${digits(chunk)}.ndjson`,
	manifest: (chunk: number) => `manifest/${digits(chunk)}.ndjson`,
	file: (name: string) => `files/${name}`,
} as const;

const digits = (chunk: number) => String(chunk).padStart(6, "0");

export const chunksOf = ({ rows, chunkRows }: Pick<JobSpec, "rows" | "chunkRows">): number =>
	Math.ceil(rows / chunkRows);

/** Rows of a chunk; the last one may have fewer than the others. */
export const rowsIn = (
	{ rows, chunkRows }: Pick<JobSpec, "rows" | "chunkRows">,
	chunk: number,
): number => Math.min(chunkRows, rows - chunk * chunkRows);
