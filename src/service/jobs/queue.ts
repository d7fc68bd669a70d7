import { ServiceError } from "../../base/errors.js";
import {
	type ChunkOutcome,
	isOver,
	type JobFailure,
	type JobProgress,
	type TakenChunk,
} from "./job.js";
import { isPassing } from "./render-chunk.js";

/**
 * Counted for each job in addition to what it stores. Small jobs need space too: a record in memory
 * or in Redis, and a few files. Bytes.
 */
export const RECORD_BYTES = 262_144;
/** How long the rows of a job that is not accepted yet are kept. Milliseconds. */
export const ARRIVING_MS = 3_600_000;
/** Time limit for deleting a job; after that it is retried. Milliseconds. */
export const DELETING_MS = 300_000;
/** Expired jobs that are deleted in one step. */
export const DELETED_AT_A_TIME = 20;

/**
 * Whether there is room for bytes. kept: yes, and they are counted; client: the client would exceed
 * its share; store: the store would be full; gone: the job is no longer known.
 */
export type QuotaResult = "kept" | "client" | "store" | "gone";

/** A finished job whose results were found in the store. */
export interface KeptJob {
	readonly id: string;
	readonly client: string;
	readonly bytes: number;
	/** Milliseconds since 1970. */
	readonly endedAt: number;
}

/** A job to be rendered. */
export interface NewJob {
	readonly id: string;
	readonly client: string;
	readonly rows: number;
	readonly chunkRows: number;
	/** Milliseconds since 1970; undefined for now, by the clock of the queue. */
	readonly createdAt?: number;
	/** Finished chunks of a job that the queue had lost and that is added again. */
	readonly restored?: ReadonlyMap<number, ChunkOutcome>;
	/** Bytes of its rows, if `open` was not called for it. */
	readonly rowBytes?: number;
	/** Its idempotency key, and the digest that a second request with that key is compared with. */
	readonly key?: { readonly name: string; readonly digest: string } | undefined;
}

/**
 * Result of adding a job. known: there is already a job with its id or its key; full: its client
 * has too many unfinished jobs.
 */
export type Added =
	| { readonly kind: "added" }
	| { readonly kind: "known"; readonly id: string; readonly digest: string }
	| { readonly kind: "full" };

/** Limits of a states. */
export interface JobLimits {
	/** Rows of a client that are rendered at a time; one chunk is always allowed. */
	readonly rowsInFlight: number;
	/** Unfinished jobs of a client. */
	readonly openJobs: number;
	/** How long a job is kept after its end. Milliseconds. */
	readonly ttlMs: number;
	/** Storage limits for one client, and for all: rows, pictures, manifests. Bytes. */
	readonly clientBytes: number;
	readonly storeBytes: number;
}

/** Waiting and running work. */
export interface QueueStats {
	/** Waiting chunks, and their rows. */
	readonly waitingChunks: number;
	readonly waitingRows: number;
	/** Rows of chunks that are being rendered. */
	readonly rowsInFlight: number;
	/** Age of the oldest job with a waiting chunk; 0 if none waits. Seconds. */
	readonly oldestSeconds: number;
	/** Storage of all jobs, as counted for the limits. */
	readonly keptBytes: number;
}

/**
 * Assigns chunks to leases. Clients take turns, chunk by chunk; the jobs of one client are rendered
 * one after the other. A chunk belongs to its lease until `done` or `drop`, so a lease that is
 * reused because its process died gets the same chunk.
 */
export interface JobStates {
	/** Starts counting for a job whose rows are about to arrive. */
	open(id: string, client: string): Promise<QuotaResult>;
	/**
	 * Counts bytes of a job that are about to be stored, if there is room.
	 * @param lease of the chunk that they belong to
	 */
	keep(id: string, bytes: number, lease?: string): Promise<QuotaResult>;
	/** Counts a finished job that was lost, even if there is no room. */
	remember(job: KeptJob): Promise<void>;
	/**
	 * Some expired jobs. They count until `forget`; they are returned again if that takes too long.
	 */
	expired(): Promise<readonly string[]>;
	add(job: NewJob): Promise<Added>;
	/**
	 * Assigns a chunk to the lease. If it already has one, it gets the same again, and what was
	 * counted for that chunk is subtracted.
	 * @returns wait: all chunks belong to clients with too many rows in flight; none: no chunk is
	 * waiting
	 */
	take(lease: string): Promise<TakenChunk | "wait" | "none">;
	/** @returns ended: it was the last chunk. bytes: of all pictures of the job so far */
	done(
		lease: string,
		outcome: ChunkOutcome,
	): Promise<{ readonly ended: boolean; readonly bytes: number }>;
	/** Takes the chunk from the lease; it is not rendered again. */
	drop(lease: string): Promise<void>;
	/** Ends an unfinished job. @returns false if it is over or does not exist */
	end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean>;
	/** @returns undefined if the job does not exist (any more) */
	progress(id: string): Promise<JobProgress | undefined>;
	/** Forgets a job that is over or was never added, and stops counting it. */
	forget(id: string): Promise<void>;
	stats(): Promise<QueueStats>;
}

/** Whether a job is over, or no longer known. */
export async function isJobOver(states: Pick<JobStates, "progress">, id: string): Promise<boolean> {
	const progress = await states.progress(id);
	return progress === undefined || isOver(progress.state);
}

/** Callbacks with which a queue gets its work done. */
export interface QueueWork {
	/**
	 * Renders a chunk.
	 * @param lease that has the chunk
	 * @throws Error if it must be retried; for half an hour if `isPassing`
	 */
	draw(chunk: TakenChunk, lease: string, signal: AbortSignal): Promise<ChunkOutcome>;
	/**
	 * Called when a job is over; repeated until it succeeds, and sometimes once more.
	 * @returns whether to call `tell`
	 */
	ended(id: string): Promise<boolean>;
	/** Calls the webhook of a job. Repeated later if it fails; WebhookFailure was logged already. */
	tell(id: string): Promise<void>;
	/**
	 * Adds a job that the queue has lost.
	 * @returns ended: it is over already; none: it does not exist
	 */
	restore(id: string): Promise<"restored" | "ended" | "none">;
	/** Deletes everything of an expired job. */
	expire(id: string): Promise<void>;
	/** Calls `remember` for the finished jobs in the store. @throws Error if it did not for all */
	rememberAll(): Promise<void>;
	/** Reports an error that does not belong to any request. */
	onError(error: unknown, what: string, id?: string): void;
}

/** Schedules the rendering of chunks, in this process or on all replicas. */
export interface JobQueue {
	/** What it knows about the jobs. */
	readonly states: Omit<JobStates, "add" | "end">;
	add(job: NewJob): Promise<Added>;
	/** Ends an unfinished job. @returns false if it is over or does not exist */
	end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean>;
	start(work: QueueWork): Promise<void>;
	/** @throws Error if no job can be accepted now */
	check(): Promise<void>;
	/** Takes no more chunks, and returns those in progress. */
	stop(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Attempts for a chunk: for half an hour if something is unavailable, busy or full; otherwise a
 * few.
 */
const PASSING_ATTEMPTS = 66;
const OTHER_ATTEMPTS = 4;
/** Waits between attempts. Milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** @param attempts that have failed, counted from 1 */
export const isLastAttempt = (attempts: number, passing: boolean): boolean =>
	attempts >= (passing ? PASSING_ATTEMPTS : OTHER_ATTEMPTS);

/** @param attempts that have failed, counted from 1. @returns milliseconds */
export const waitBeforeAttempt = (attempts: number): number =>
	Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 10));

/**
 * Calls of a webhook, and the waits between them: 5 s, 25 s, 2 min, 10 min, 52 min, 4 h.
 * Milliseconds.
 */
export const WEBHOOK_ATTEMPTS = 7;
const WEBHOOK_WAIT_MS = 5_000;
const WEBHOOK_WAIT_TIMES = 5;

/** A webhook that was not delivered, and is to be called again. */
export class WebhookFailure extends Error {
	override readonly name = "WebhookFailure";
}

/** @param attempts that have failed, counted from 1. @returns milliseconds */
export const waitBeforeWebhook = (attempts: number): number =>
	WEBHOOK_WAIT_MS * WEBHOOK_WAIT_TIMES ** (attempts - 1);

/** Errors of jobs that could not be finished. */
export const FAILURES = {
	storage: {
		code: "storage_unavailable",
		message: "The store of results, or the queue, was not available for half an hour.",
	},
	busy: { code: "overloaded", message: "The service was too busy for half an hour." },
	internal: { code: "internal_error", message: "Something went wrong." },
	tooLarge: {
		code: "answer_too_large",
		message: "The pictures of the job are too large (JOB_MAX_MB).",
	},
} as const satisfies Record<string, JobFailure>;

/** The error of a job whose chunk failed with this error in its last attempt. */
export function failureOf(error: unknown): JobFailure {
	if (!isPassing(error)) return FAILURES.internal;
	const isStore = !(error instanceof ServiceError) || error.code === "storage_unavailable";
	return isStore ? FAILURES.storage : FAILURES.busy;
}
