import { setMaxListeners } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { abortWhenJobEnds } from "./abort-when-job-ends.js";
import { isOver, type JobFailure, type TakenChunk } from "./job.js";
import type { MemoryJobStates } from "./memory-job-states.js";
import {
	type Added,
	failureOf,
	isJobOver,
	isLastAttempt,
	type JobQueue,
	type NewJob,
	type QueueWork,
	WEBHOOK_ATTEMPTS,
	WebhookFailure,
	waitBeforeAttempt,
	waitBeforeWebhook,
} from "./queue.js";
import { isPassing } from "./render-chunk.js";

/** How often an idle slot tries to take a chunk if nothing wakes it. Milliseconds. */
const LOOK_MS = 500;
/** Interval of checks whether the job of a chunk in progress is still wanted. Milliseconds. */
const WATCH_MS = 500;

/** Interval of checks for expired jobs. Milliseconds. */
const EXPIRE_MS = 10_000;
/** Longest wait for chunks in progress at shutdown. Milliseconds. */
const STOP_MS = 3_000;

export interface EmbeddedQueueOptions {
	/** Folder with an empty file for each unfinished job; created when needed. */
	readonly directory: string;
	/** Chunks that are rendered at a time. */
	readonly slots: number;
}

/**
 * A queue of this process only. The list of unfinished jobs is on disk, and their progress is read
 * from their results, so that a restart continues where the process stopped.
 */
export class EmbeddedQueue implements JobQueue {
	readonly states: MemoryJobStates;
	readonly #options: EmbeddedQueueOptions;
	readonly #stopping = new AbortController();
	readonly #running = new Set<Promise<void>>();
	readonly #sleepers = new Set<() => void>();
	#work: QueueWork | undefined;
	#expirer: NodeJS.Timeout | undefined;

	constructor(states: MemoryJobStates, options: EmbeddedQueueOptions) {
		// Each waiting webhook adds a listener to it.
		setMaxListeners(0, this.#stopping.signal);
		this.states = states;
		this.#options = options;
	}

	async start(work: QueueWork): Promise<void> {
		this.#work = work;
		this.#run(this.#restoreAll(work));
		this.#run(this.#rememberAll(work));
		this.#expirer = setInterval(() => void this.#expire(work), EXPIRE_MS).unref();
		for (let i = 0; i < this.#options.slots; i++) this.#run(this.#slot(`slot ${i}`, work));
	}

	/** @throws ServiceError storage_unavailable */
	async add(job: NewJob): Promise<Added> {
		// Stored on disk before the client learns that it was accepted.
		await makeFolder(this.#options.directory, 0o700)
			.then(() => writeFile(this.#marker(job.id), "", { mode: 0o600 }))
			.catch((cause: unknown) => {
				throw new ServiceError("storage_unavailable", {
					message: "Jobs cannot be accepted now.",
					retryAfter: RETRY_AFTER_SECONDS.outage,
					cause,
				});
			});
		const added = await this.states.add(job);
		if (added.kind !== "added" && !("id" in added && added.id === job.id))
			await rm(this.#marker(job.id), { force: true });
		// If all chunks of a restored job are finished, the job is over.
		const progress = await this.states.progress(job.id);
		if (added.kind === "added" && progress && isOver(progress.state)) this.#afterEnd(job.id);
		this.#wake();
		return added;
	}

	async end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		const ended = await this.states.end(id, state, error);
		if (ended) this.#afterEnd(id);
		this.#wake();
		return ended;
	}

	async check(): Promise<void> {
		// Its folder is part of the store of results, which has its own check.
	}

	async stop(): Promise<void> {
		this.#stopping.abort(new Error("the service ends"));
		clearInterval(this.#expirer);
		this.#wake();
		const ended = Promise.allSettled(this.#running);
		await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
	}

	async close(): Promise<void> {
		await this.stop();
	}

	/** Restores jobs that were unfinished when the process stopped. */
	async #restoreAll(work: QueueWork): Promise<void> {
		const ids = await readdir(this.#options.directory).catch(() => []);
		for (const id of ids) {
			const found = await this.#patiently(id, () => work.restore(id), waitBeforeAttempt);
			if (found === "ended") this.#afterEnd(id);
			if (found === "none") await rm(this.#marker(id), { force: true }).catch(() => undefined);
		}
	}

	/** Counts jobs that were over when the process stopped. */
	async #rememberAll(work: QueueWork): Promise<void> {
		await work.rememberAll().catch((error: unknown) => {
			if (!this.#stopping.signal.aborted) work.onError(error, "remember");
		});
	}

	/** Deletes expired jobs. */
	async #expire(work: QueueWork): Promise<void> {
		for (const id of await this.states.expired()) {
			if (this.#stopping.signal.aborted) return;
			await work.expire(id).catch((error: unknown) => work.onError(error, "expire", id));
		}
	}

	async #slot(lease: string, work: QueueWork): Promise<void> {
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			const taken = await this.states.take(lease);
			if (typeof taken === "string") {
				await new Promise<void>((resolve) => {
					this.#sleepers.add(resolve);
					setTimeout(resolve, LOOK_MS).unref();
				});
			} else await this.#drawn(lease, taken, work);
		}
	}

	/** Renders a chunk, with retries. Never rejects. */
	async #drawn(lease: string, taken: TakenChunk, work: QueueWork): Promise<void> {
		const { id } = taken;
		const stopping = this.#stopping.signal;
		const { signal, end } = abortWhenJobEnds(stopping, () => isJobOver(this.states, id), WATCH_MS);
		try {
			for (let attempts = 1; !signal.aborted; attempts++) {
				try {
					// Subtracts what was counted for the failed attempt.
					if (attempts > 1) await this.states.take(lease);
					const outcome = await work.draw(taken, lease, signal);
					if ((await this.states.done(lease, outcome)).ended) this.#afterEnd(id);
					return;
				} catch (error) {
					if (signal.aborted) break;
					work.onError(error, "draw", id);
					if (isLastAttempt(attempts, isPassing(error))) {
						await this.end(id, "failed", failureOf(error));
						break;
					}
					const wait = sleep(waitBeforeAttempt(attempts), undefined, { signal });
					await wait.catch(() => undefined);
				}
			}
			await this.states.drop(lease);
		} finally {
			end();
			this.#wake();
		}
	}

	/** Stores how the job ended and calls its webhook; a restart continues with this. */
	#afterEnd(id: string): void {
		if (this.#work !== undefined) this.#run(this.#closed(id, this.#work));
	}

	async #closed(id: string, work: QueueWork): Promise<void> {
		const tells = await this.#patiently(id, () => work.ended(id), waitBeforeAttempt);
		if (tells) await this.#patiently(id, () => work.tell(id), waitBeforeWebhook, WEBHOOK_ATTEMPTS);
		if (this.#stopping.signal.aborted) return;
		await rm(this.#marker(id), { force: true }).catch(() => undefined);
	}

	/** Retries until it succeeds or the process stops. @returns undefined if it did not succeed */
	async #patiently<T>(
		id: string,
		task: () => Promise<T>,
		wait: (attempts: number) => number,
		most = Number.POSITIVE_INFINITY,
	): Promise<T | undefined> {
		const { signal } = this.#stopping;
		for (let attempts = 1; !signal.aborted && attempts <= most; attempts++) {
			try {
				return await task();
			} catch (error) {
				if (!(error instanceof WebhookFailure)) this.#work?.onError(error, "end", id);
				await sleep(wait(attempts), undefined, { signal, ref: false }).catch(() => undefined);
			}
		}
		return undefined;
	}

	#run(task: Promise<void>): void {
		const running = task.finally(() => this.#running.delete(running));
		this.#running.add(running);
	}

	/** Wakes idle slots, so that they look for chunks now. */
	#wake(): void {
		for (const wake of this.#sleepers) wake();
		this.#sleepers.clear();
	}

	#marker(id: string): string {
		return join(this.#options.directory, id);
	}
}
