import { ServiceError } from "../../errors/errors.js";
import { isPassing } from "./draw-chunk.js";
import {
	type ChunkOutcome,
	isOver,
	type JobFailure,
	type JobProgress,
	type TakenChunk,
} from "./job.js";

/**
 * What a job counts besides what is stored of it. Small jobs take room as well: a record in memory
 * or in Redis, and a few files. Bytes.
 */
export const RECORD_BYTES = 262_144;
/** How long the rows of a job that was not taken yet are kept. Milliseconds. */
export const ARRIVING_MS = 3_600_000;
/** How long the deletion of a job may take before it is tried again. Milliseconds. */
export const DELETING_MS = 300_000;
/** Jobs that are deleted between two looks. */
export const DELETED_AT_A_TIME = 20;

/**
 * Whether bytes may be kept: kept: they are counted. client: its client would have more than its
 * share; store: all would have more than there is room for; gone: the job is not known any more.
 */
export type Room = "kept" | "client" | "store" | "gone";

/** A job that is over, as its results were found in the store. */
export interface KeptJob {
	readonly id: string;
	readonly client: string;
	readonly bytes: number;
	/** Milliseconds since 1970. */
	readonly endedAt: number;
}

/** A job that is to be drawn. */
export interface NewJob {
	readonly id: string;
	readonly client: string;
	readonly rows: number;
	readonly chunkRows: number;
	/** Milliseconds since 1970; undefined: now, by the clock of the queue. */
	readonly createdAt?: number;
	/** Chunks that are drawn already: the queue has lost the job, and gets it back. */
	readonly restored?: ReadonlyMap<number, ChunkOutcome>;
	/** Bytes of its rows, where it was not opened before. */
	readonly rowBytes?: number;
	/** What a second request with the same idempotency key is known by. */
	readonly key?: { readonly name: string; readonly digest: string } | undefined;
}

/**
 * What became of a new job: it is added; one with its id or its key is known; or its client has as
 * many jobs as it may have.
 */
export type Added =
	| { readonly kind: "added" }
	| { readonly kind: "known"; readonly id: string; readonly digest: string }
	| { readonly kind: "full" };

/** What a ledger is bounded by. */
export interface LedgerLimits {
	/** Rows of a client that are drawn at a time; one chunk may be in any case. */
	readonly rowsInFlight: number;
	/** Jobs of a client that are not over. */
	readonly openJobs: number;
	/** How long a job that is over is remembered. Milliseconds. */
	readonly ttlMs: number;
	/** What is kept of all jobs of a client, and of those of all clients: rows, pictures, manifests. Bytes. */
	readonly clientBytes: number;
	readonly storeBytes: number;
}

/** What waits, and what is drawn. */
export interface QueueStats {
	/** Chunks that wait for their turn, and their rows. */
	readonly waitingChunks: number;
	readonly waitingRows: number;
	/** Rows of chunks that are drawn. */
	readonly rowsInFlight: number;
	/** Age of the oldest job that has a chunk waiting. Seconds; 0: none waits. */
	readonly oldestSeconds: number;
	/** What is kept of all jobs, as it is counted against the limits. */
	readonly keptBytes: number;
}

/**
 * Who has which chunk. Clients take turns, chunk by chunk; jobs of one client come one after the
 * other. A chunk that was taken stays with its token until that is done or dropped, so that a token
 * which is used again (because its process died) gets the same chunk.
 */
export interface Ledger {
	/** Begins to count what is kept of a job whose rows are about to arrive. */
	open(id: string, client: string): Promise<Room>;
	/**
	 * Counts bytes of a job that are about to be stored, if there is room.
	 * @param token that has the chunk they belong to
	 */
	keep(id: string, bytes: number, token?: string): Promise<Room>;
	/** Counts a job that is over and that was lost, whether there is room or not. */
	remember(job: KeptJob): Promise<void>;
	/** Some jobs whose time is over. They count until they are forgotten; told again after a while. */
	expired(): Promise<readonly string[]>;
	add(job: NewJob): Promise<Added>;
	/**
	 * A token that has a chunk gets it again, and what was counted for that counts no longer.
	 * @returns wait: all chunks belong to clients that have enough at work; none: no chunk waits
	 */
	take(token: string): Promise<TakenChunk | "wait" | "none">;
	/** @returns ended: it was the last chunk. bytes: of the pictures of the job so far */
	done(
		token: string,
		outcome: ChunkOutcome,
	): Promise<{ readonly ended: boolean; readonly bytes: number }>;
	/** The token has a chunk no longer; nobody draws that again. */
	drop(token: string): Promise<void>;
	/** Ends a job that is not over. @returns false: it is, or there is none */
	end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean>;
	/** @returns undefined: there is no such job, or not any more */
	progress(id: string): Promise<JobProgress | undefined>;
	/** Forgets a job that is over, or was never added, and what was kept of it. */
	forget(id: string): Promise<void>;
	stats(): Promise<QueueStats>;
}

/** Whether a job needs no more of its chunks, or is not there any more. */
export async function isJobOver(ledger: Pick<Ledger, "progress">, id: string): Promise<boolean> {
	const progress = await ledger.progress(id);
	return progress === undefined || isOver(progress.state);
}

/** What a queue has its chunks drawn by. */
export interface QueueWork {
	/**
	 * @param token that has the chunk
	 * @throws Error when it has to be tried again, if `isPassing` for a long time
	 */
	draw(chunk: TakenChunk, token: string, signal: AbortSignal): Promise<ChunkOutcome>;
	/**
	 * A job is over. Called until it succeeds, once more at times.
	 * @returns whether somebody is to be told
	 */
	ended(id: string): Promise<boolean>;
	/** Tells whoever is to be told. Called again later when it fails. */
	tell(id: string): Promise<void>;
	/**
	 * Adds a job again that the queue has lost.
	 * @returns ended: it is over already; none: there is no such job
	 */
	restore(id: string): Promise<"restored" | "ended" | "none">;
	/** Deletes all that is left of a job, and forgets it. */
	expire(id: string): Promise<void>;
	/** Has jobs that are over remembered which are in the store. */
	rememberAll(): Promise<void>;
	/** Something failed that nobody waits for. */
	onError(error: unknown, what: string, id?: string): void;
}

/** Has the chunks of jobs drawn, here or on all replicas. */
export interface JobQueue
	extends Pick<
		Ledger,
		"open" | "keep" | "remember" | "add" | "end" | "progress" | "forget" | "stats"
	> {
	start(work: QueueWork): Promise<void>;
	/** Takes no more chunks, and gives back those that are drawn. */
	stop(): Promise<void>;
	close(): Promise<void>;
}

/** Times that a chunk is tried: when something is away or full, for half an hour; else a few. */
const PASSING_ATTEMPTS = 66;
const OTHER_ATTEMPTS = 4;
/** Waits between them. Milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** @param attempts that have failed, counted from 1 */
export const isLastAttempt = (attempts: number, passing: boolean): boolean =>
	attempts >= (passing ? PASSING_ATTEMPTS : OTHER_ATTEMPTS);

/** @param attempts that have failed, counted from 1. @returns milliseconds */
export const waitBeforeAttempt = (attempts: number): number =>
	Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 10));

/** Times that a webhook is called, and the waits between: 5 s, 25 s, 2 min, 10 min, 52 min, 4 h. Milliseconds. */
export const WEBHOOK_ATTEMPTS = 7;
const WEBHOOK_WAIT_MS = 5_000;
const WEBHOOK_WAIT_TIMES = 5;

/** @param attempts that have failed, counted from 1. @returns milliseconds */
export const waitBeforeWebhook = (attempts: number): number =>
	WEBHOOK_WAIT_MS * WEBHOOK_WAIT_TIMES ** (attempts - 1);

/** What a job says that could not be finished. */
export const FAILURES = {
	storage: {
		code: "storage_unavailable",
		message: "The store of results, or the queue, was not available for half an hour.",
	},
	busy: { code: "overloaded", message: "The service was too busy for half an hour." },
	internal: { code: "internal_error", message: "Something went wrong." },
	tooLarge: { code: "answer_too_large", message: "The pictures of the job have too many bytes." },
} as const satisfies Record<string, JobFailure>;

/** What a job says whose chunk failed with this error, at its last attempt. */
export function failureOf(error: unknown): JobFailure {
	if (!isPassing(error)) return FAILURES.internal;
	const isStore = !(error instanceof ServiceError) || error.code === "storage_unavailable";
	return isStore ? FAILURES.storage : FAILURES.busy;
}
