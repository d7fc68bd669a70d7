import {
	type ChunkOutcome,
	isOver,
	type JobFailure,
	type JobProgress,
	type TakenChunk,
} from "./job.js";

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
}

/**
 * Who has which chunk. Clients take turns, chunk by chunk; jobs of one client come one after the
 * other. A chunk that was taken stays with its token until that is done or dropped, so that a token
 * which is used again (because its process died) gets the same chunk.
 */
export interface Ledger {
	add(job: NewJob): Promise<Added>;
	/** @returns wait: all chunks belong to clients that have enough at work; none: no chunk waits */
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
	/** Forgets a job that is over. */
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
	/** @throws Error when it has to be tried again, if `isPassing` for a long time */
	draw(chunk: TakenChunk, signal: AbortSignal): Promise<ChunkOutcome>;
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
	/** Something failed that nobody waits for. */
	onError(error: unknown, what: string, id?: string): void;
}

/** Has the chunks of jobs drawn, here or on all replicas. */
export interface JobQueue extends Pick<Ledger, "add" | "end" | "progress" | "forget" | "stats"> {
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
		message: "The store of results was not available for too long.",
	},
	internal: { code: "internal_error", message: "Something went wrong." },
	tooLarge: { code: "answer_too_large", message: "The pictures of the job have too many bytes." },
} as const satisfies Record<string, JobFailure>;

/** @param passing see `isPassing` */
export const failureOf = (passing: boolean): JobFailure =>
	passing ? FAILURES.storage : FAILURES.internal;
