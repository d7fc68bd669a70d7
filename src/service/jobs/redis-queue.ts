import { randomBytes } from "node:crypto";
import type { Job as BullJob, Queue, Worker } from "bullmq";
import { Counts } from "../../base/fair-share.js";
import { bullmq, patientConnection } from "../redis/bull.js";
import { type RedisConnection, refusalOf } from "../redis/connection.js";
import { abortWhenJobEnds } from "./abort-when-job-ends.js";
import { isOver, type JobFailure, type TakenChunk } from "./job.js";
import {
	type Added,
	FAILURES,
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
import { JOBS_PREFIX, type RedisJobStates } from "./redis-job-states.js";
import { isPassing } from "./render-chunk.js";

/** Prefix of the keys of BullMQ. */
const BULL_PREFIX = `${JOBS_PREFIX}bull`;
/**
 * After this time, the chunk of a silent replica is taken from it; also the interval of checks for
 * such chunks. Milliseconds.
 */
const LOCK_MS = 15_000;
const STALLED_MS = 5_000;
/** How often the replica of a chunk may die. */
const MAX_STALLED = 10;
/** Interval at which leases are created, and ends of jobs are stored. Milliseconds. */
const UPKEEP_MS = 1_000;
/**
 * Interval of checks for lost jobs, expired jobs, and leases without a BullMQ job. Milliseconds.
 */
const CHECK_MS = 5_000;
/**
 * Maximum number of waiting leases: a job may have far more chunks, but each finished one adds new
 * leases.
 */
const MOST_LEASES = 100;
/** Interval of checks whether the job of a chunk in progress is still wanted. Milliseconds. */
const WATCH_MS = 1_000;
/**
 * Webhooks that a replica takes from the queue, in total and for one client; most of them wait for
 * their turn in WebhookCalls.
 */
const WEBHOOKS_AT_A_TIME = 512;
const WEBHOOKS_OF_A_CLIENT = 128;
/** How long a webhook waits if its client has reached that limit. Milliseconds. */
const WEBHOOK_TURN_MS = 3_000;
/**
 * How long a worker rests after Redis refused a command: the first time, and the longest, if it goes
 * on. BullMQ itself tries again at once. Milliseconds.
 */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 5_000;
/** Time limit for returning chunks at shutdown. Milliseconds. */
const CLOSE_MS = 5_000;

export interface RedisQueueOptions {
	/** REDIS_URL. */
	readonly url: string;
	/** Chunks that are rendered at a time; 0 if only other replicas render. */
	readonly slots: number;
}

/**
 * A queue for all replicas. BullMQ distributes leases: it knows which replica has each one, takes
 * it from a replica that died, and retries failures later. A replica with a lease takes a chunk
 * from the states, which is fair between clients.
 */
export class RedisQueue implements JobQueue {
	readonly states: RedisJobStates;
	readonly #redis: RedisConnection;
	readonly #options: RedisQueueOptions;
	readonly #stopping = new AbortController();
	readonly #connections: ReturnType<typeof patientConnection>[] = [];
	/** Jobs that this replica has worked on: it adds them again if Redis loses them. */
	readonly #known = new Set<string>();
	#leases: Queue | undefined;
	#webhooks: Queue | undefined;
	#workers: Worker[] = [];
	#upkeep: NodeJS.Timeout | undefined;
	#keeping: Promise<void> = Promise.resolve();
	#checkedAt = Number.NEGATIVE_INFINITY;
	/** Webhooks that are being called, by client. */
	readonly #calling = new Counts();

	/** @param redis for the states; closed with the queue */
	constructor(states: RedisJobStates, redis: RedisConnection, options: RedisQueueOptions) {
		this.states = states;
		this.#redis = redis;
		this.#options = options;
	}

	async start(work: QueueWork): Promise<void> {
		await this.#redis.start();
		const { Queue, Worker } = bullmq();
		const common = () => {
			const connection = patientConnection(this.#options.url);
			this.#connections.push(connection);
			return { connection, prefix: BULL_PREFIX, skipVersionCheck: true };
		};
		const tell = (error: Error) => {
			// Errors of connections are those that the other connection reports.
			if (refusalOf(this.#redis.failure(error).message) !== undefined) return;
			if (!isConnectionError(error)) work.onError(error, "queue");
		};
		const after = { removeOnComplete: true, removeOnFail: true, backoff: { type: "custom" } };
		this.#leases = new Queue("chunks", {
			...common(),
			defaultJobOptions: { ...after, attempts: Number.MAX_SAFE_INTEGER },
		});
		this.#webhooks = new Queue("webhooks", {
			...common(),
			defaultJobOptions: { ...after, attempts: WEBHOOK_ATTEMPTS },
		});
		this.#leases.on("error", tell);
		this.#webhooks.on("error", tell);
		if (this.#options.slots > 0) {
			const chunks = new Worker("chunks", (job, lock) => this.#draw(job, lock ?? "", work), {
				...common(),
				concurrency: this.#options.slots,
				lockDuration: LOCK_MS,
				stalledInterval: STALLED_MS,
				maxStalledCount: MAX_STALLED,
				drainDelay: 1,
				runRetryDelay: 1_000,
				settings: { backoffStrategy: waitBeforeAttempt },
			});
			const webhooks = new Worker("webhooks", (job, lock) => this.#tell(job, lock ?? "", work), {
				...common(),
				concurrency: WEBHOOKS_AT_A_TIME,
				runRetryDelay: 1_000,
				settings: { backoffStrategy: waitBeforeWebhook },
			});
			webhooks.on("failed", (job, error) => {
				if (!(error instanceof WebhookFailure))
					work.onError(error, "tell", (job?.data as WebhookJob)?.id);
			});
			this.#workers = [chunks, webhooks];
			for (const worker of this.#workers) {
				const rest = restAfterErrors(worker, this.#stopping.signal);
				worker.on("error", (error) => {
					tell(error);
					rest();
				});
			}
		}
		const keep = () => {
			this.#upkeep = setTimeout(() => {
				this.#keeping = this.#keep(work).catch(() => undefined);
				void this.#keeping.then(() => this.#stopping.signal.aborted || keep());
			}, UPKEEP_MS).unref();
		};
		keep();
	}

	async add(job: NewJob): Promise<Added> {
		const added = await this.states.add(job);
		if (added.kind === "added") {
			this.#known.add(job.id);
			// If Redis is unavailable now, leases are created later.
			await this.#makeLeases().catch(() => undefined);
		}
		return added;
	}

	end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		return this.states.end(id, state, error);
	}

	check(): Promise<void> {
		return this.#redis.check();
	}

	async stop(): Promise<void> {
		if (this.#stopping.signal.aborted) return;
		this.#stopping.abort(new Error("the service ends"));
		clearTimeout(this.#upkeep);
		await this.#keeping;
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, CLOSE_MS).unref();
		});
		const closing = this.#workers.map((worker) => worker.close().catch(() => undefined));
		await Promise.race([Promise.all(closing), late]);
		clearTimeout(timer);
	}

	async close(): Promise<void> {
		await this.stop();
		for (const connection of this.#connections) connection.disconnect();
		this.#redis.close();
	}

	/** Takes a chunk for a lease, and renders it. */
	async #draw(job: BullJob, lock: string, work: QueueWork): Promise<void> {
		const lease = String(job.id);
		const { signal } = this.#stopping;
		if (signal.aborted) return this.#giveBack(job, lock);
		const taken = await this.states.take(lease);
		// New leases are created as soon as there are chunks to take.
		if (typeof taken === "string") return;
		const { id } = taken;
		this.#known.add(id);
		if (await isJobOver(this.states, id)) return this.states.drop(lease);
		const wanted = abortWhenJobEnds(signal, () => isJobOver(this.states, id), WATCH_MS);
		try {
			const outcome = await work.draw(taken, lease, wanted.signal);
			if ((await this.states.done(lease, outcome)).ended) await this.#close(id, work);
			await this.#makeLeases().catch(() => undefined);
		} catch (error) {
			if (signal.aborted) return this.#giveBack(job, lock);
			if (wanted.signal.aborted) return this.states.drop(lease);
			work.onError(error, "draw", id);
			if (!isLastAttempt(job.attemptsMade + 1, isPassing(error))) throw error;
			await this.#fail(lease, taken, failureOf(error));
		} finally {
			wanted.end();
		}
	}

	/** Calls a webhook, or delays it if its client has reached the limit. */
	async #tell(job: BullJob, lock: string, work: QueueWork): Promise<void> {
		const { id, client } = job.data as WebhookJob;
		if (this.#calling.of(client) >= WEBHOOKS_OF_A_CLIENT) {
			await job.moveToDelayed(Date.now() + WEBHOOK_TURN_MS, lock);
			throw new (bullmq().DelayedError)();
		}
		this.#calling.add(client, 1);
		try {
			await work.tell(id);
		} finally {
			this.#calling.add(client, -1);
		}
	}

	/** Returns a lease: the next replica that takes it gets its chunk. @throws always, for BullMQ */
	async #giveBack(job: BullJob, lock: string): Promise<never> {
		// Not delayed until "now", which may be hours away by the clock of another replica.
		await job.moveToWait(lock);
		throw new (bullmq().WaitingError)();
	}

	async #fail(lease: string, { id }: TakenChunk, failure: JobFailure): Promise<void> {
		await this.states.end(id, "failed", failure);
		await this.states.drop(lease);
	}

	async #keep(work: QueueWork): Promise<void> {
		await this.#makeLeases();
		for (const id of await this.states.ending()) await this.#close(id, work);
		if (performance.now() - this.#checkedAt < CHECK_MS) return;
		this.#checkedAt = performance.now();
		for (const id of this.#known) {
			const progress = await this.states.progress(id);
			if (progress && isOver(progress.state)) this.#known.delete(id);
			if (progress === undefined && (await work.restore(id)) !== "restored") this.#known.delete(id);
		}
		// The rest is the same for all replicas, so only one of them does it.
		if (!(await this.states.mayCheck(CHECK_MS))) return;
		for (const id of await this.states.expired())
			await work.expire(id).catch((error: unknown) => work.onError(error, "expire", id));
		if (await this.states.mayRememberAll()) void this.#rememberAll(work);
		// BullMQ deletes a lease if its replicas died too often.
		for (const [lease, taken] of await this.states.leases()) {
			if (await this.#leases?.getJob(lease)) continue;
			// Its chunk may have been finished just now.
			if ((await this.states.leases()).has(lease))
				await this.#fail(lease, taken, FAILURES.internal);
		}
	}

	/**
	 * Counts finished jobs again after Redis has lost its data. If this process ends meanwhile,
	 * another replica does it.
	 */
	async #rememberAll(work: QueueWork): Promise<void> {
		try {
			await work.rememberAll();
			await this.states.rememberedAll();
		} catch (error) {
			if (!this.#stopping.signal.aborted) work.onError(error, "remember");
		}
	}

	/** Creates as many leases as there are chunks, up to a limit. Too many do no harm. */
	async #makeLeases(): Promise<void> {
		const queue = this.#leases;
		if (queue === undefined) return;
		const { waitingChunks } = await this.states.stats();
		if (waitingChunks === 0) return;
		// Delayed leases already have chunks.
		const there = await queue.getWaitingCount();
		const missing = Math.min(waitingChunks, MOST_LEASES) - there;
		if (missing <= 0) return;
		// In an empty Redis, BullMQ's own ids start at 1 again: a replica that is still drawing with an
		// old lease would then have the lease of another chunk.
		const lease = () => ({
			name: "chunk",
			data: {},
			opts: { jobId: `chunk-${randomBytes(12).toString("base64url")}` },
		});
		await queue.addBulk(Array.from({ length: missing }, lease));
	}

	/** Stores how a job ended, and queues its webhook. */
	async #close(id: string, work: QueueWork): Promise<void> {
		try {
			const tells = await work.ended(id);
			if (tells) {
				const client = (await this.states.progress(id))?.client ?? "";
				// Several replicas may do this; BullMQ accepts each id once.
				const data = { id, client } satisfies WebhookJob;
				await this.#webhooks?.add("webhook", data, { jobId: `webhook-${id}` });
			}
			await this.states.closed(id);
		} catch (error) {
			work.onError(error, "end", id);
		}
	}
}

/** Pauses a worker after an error, longer if it goes on, so that it does not try all the time. */
function restAfterErrors(worker: Worker, stopping: AbortSignal): () => void {
	let restMs = FIRST_REST_MS;
	let resumedAt = Number.NEGATIVE_INFINITY;
	let resting = false;
	return () => {
		if (resting || stopping.aborted) return;
		resting = true;
		const goesOn = performance.now() - resumedAt < LONGEST_REST_MS;
		restMs = goesOn ? Math.min(LONGEST_REST_MS, restMs * 2) : FIRST_REST_MS;
		// Jobs in progress go on.
		worker.pause(true).catch(() => undefined);
		setTimeout(() => {
			resting = false;
			resumedAt = performance.now();
			if (!stopping.aborted) worker.resume();
		}, restMs).unref();
	};
}

/** Whether an error is about a connection, which is opened again. */
const isConnectionError = (error: Error): boolean =>
	/^(?:E[A-Z]+|NR_CLOSED)$/.test(String((error as NodeJS.ErrnoException).code)) ||
	/connection is closed/i.test(error.message);

interface WebhookJob {
	readonly id: string;
	readonly client: string;
}
