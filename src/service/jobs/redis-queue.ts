import { randomBytes } from "node:crypto";
import type { Job as BullJob, Queue, Worker } from "bullmq";
import { Counts } from "../fairness/fair-share.js";
import { bullmq, patientConnection } from "../redis/bull.js";
import type { RedisConnection } from "../redis/connection.js";
import { isPassing } from "./draw-chunk.js";
import { isOver, type JobFailure, type TakenChunk } from "./job.js";
import {
	type Added,
	FAILURES,
	failureOf,
	isJobOver,
	isLastAttempt,
	type JobQueue,
	type KeptJob,
	type NewJob,
	type QueueWork,
	type Room,
	WEBHOOK_ATTEMPTS,
	waitBeforeAttempt,
	waitBeforeWebhook,
} from "./queue.js";
import { JOBS_PREFIX, type RedisLedger } from "./redis-ledger.js";
import { whileWanted } from "./wanted.js";

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
/** Interval at which tokens are created, and ends of jobs are stored. Milliseconds. */
const UPKEEP_MS = 1_000;
/**
 * Interval of checks for lost jobs, expired jobs, and tokens without a BullMQ job. Milliseconds.
 */
const CHECK_MS = 5_000;
/**
 * Maximum number of waiting tokens: a job may have far more chunks, but each finished one adds new
 * tokens.
 */
const MOST_TOKENS = 100;
/** Interval of checks whether the job of a chunk in progress is still wanted. Milliseconds. */
const WATCH_MS = 1_000;
/**
 * Webhooks that a replica calls at a time, in total and for one client: a server that never answers
 * takes 10 s, and other clients must not wait for it.
 */
const WEBHOOKS_AT_A_TIME = 64;
const WEBHOOKS_OF_A_CLIENT = 8;
/** How long a webhook waits if its client has reached that limit. Milliseconds. */
const WEBHOOK_TURN_MS = 3_000;
/** Time limit for returning chunks at shutdown. Milliseconds. */
const CLOSE_MS = 5_000;

export interface RedisQueueOptions {
	/** REDIS_URL. */
	readonly url: string;
	/** Chunks that are rendered at a time; 0 if only other replicas render. */
	readonly slots: number;
}

/**
 * A queue for all replicas. BullMQ distributes tokens: it knows which replica has each one, takes
 * it from a replica that died, and retries failures later. A replica with a token takes a chunk
 * from the ledger, which is fair between clients.
 */
export class RedisQueue implements JobQueue {
	readonly #ledger: RedisLedger;
	readonly #redis: RedisConnection;
	readonly #options: RedisQueueOptions;
	readonly #stopping = new AbortController();
	readonly #connections: ReturnType<typeof patientConnection>[] = [];
	/** Jobs that this replica has worked on: it adds them again if Redis loses them. */
	readonly #known = new Set<string>();
	#tokens: Queue | undefined;
	#webhooks: Queue | undefined;
	#workers: Worker[] = [];
	#upkeep: NodeJS.Timeout | undefined;
	#keeping: Promise<void> = Promise.resolve();
	#checkedAt = Number.NEGATIVE_INFINITY;
	/** Webhooks that are being called, by client. */
	readonly #calling = new Counts();

	/** @param redis for the ledger; closed with the queue */
	constructor(ledger: RedisLedger, redis: RedisConnection, options: RedisQueueOptions) {
		this.#ledger = ledger;
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
		const tell = (error: unknown) => work.onError(error, "queue");
		const after = { removeOnComplete: true, removeOnFail: true, backoff: { type: "custom" } };
		this.#tokens = new Queue("chunks", {
			...common(),
			defaultJobOptions: { ...after, attempts: Number.MAX_SAFE_INTEGER },
		});
		this.#webhooks = new Queue("webhooks", {
			...common(),
			defaultJobOptions: { ...after, attempts: WEBHOOK_ATTEMPTS },
		});
		this.#tokens.on("error", tell);
		this.#webhooks.on("error", tell);
		if (this.#options.slots > 0) {
			const chunks = new Worker("chunks", (job, token) => this.#draw(job, token ?? "", work), {
				...common(),
				concurrency: this.#options.slots,
				lockDuration: LOCK_MS,
				stalledInterval: STALLED_MS,
				maxStalledCount: MAX_STALLED,
				drainDelay: 1,
				runRetryDelay: 1_000,
				settings: { backoffStrategy: waitBeforeAttempt },
			});
			const webhooks = new Worker("webhooks", (job, token) => this.#tell(job, token ?? "", work), {
				...common(),
				concurrency: WEBHOOKS_AT_A_TIME,
				settings: { backoffStrategy: waitBeforeWebhook },
			});
			webhooks.on("failed", (job, error) => work.onError(error, "tell", (job?.data as Told)?.id));
			this.#workers = [chunks, webhooks];
			for (const worker of this.#workers) worker.on("error", tell);
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
		const added = await this.#ledger.add(job);
		if (added.kind === "added") {
			this.#known.add(job.id);
			// If Redis is unavailable now, tokens are created later.
			await this.#makeTokens().catch(() => undefined);
		}
		return added;
	}

	end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		return this.#ledger.end(id, state, error);
	}

	open(id: string, client: string): Promise<Room> {
		return this.#ledger.open(id, client);
	}

	keep(id: string, bytes: number, token?: string): Promise<Room> {
		return this.#ledger.keep(id, bytes, token);
	}

	remember(job: KeptJob): Promise<void> {
		return this.#ledger.remember(job);
	}

	progress(id: string) {
		return this.#ledger.progress(id);
	}

	forget(id: string) {
		return this.#ledger.forget(id);
	}

	stats() {
		return this.#ledger.stats();
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

	/** Takes a chunk for a token, and renders it. */
	async #draw(job: BullJob, lock: string, work: QueueWork): Promise<void> {
		const token = String(job.id);
		const { signal } = this.#stopping;
		if (signal.aborted) return this.#giveBack(job, lock);
		const taken = await this.#ledger.take(token);
		// New tokens are created as soon as there are chunks to take.
		if (typeof taken === "string") return;
		const { id } = taken;
		this.#known.add(id);
		if (await isJobOver(this.#ledger, id)) return this.#ledger.drop(token);
		const wanted = whileWanted(signal, () => isJobOver(this.#ledger, id), WATCH_MS);
		try {
			const outcome = await work.draw(taken, token, wanted.signal);
			if ((await this.#ledger.done(token, outcome)).ended) await this.#close(id, work);
			await this.#makeTokens().catch(() => undefined);
		} catch (error) {
			if (signal.aborted) return this.#giveBack(job, lock);
			if (wanted.signal.aborted) return this.#ledger.drop(token);
			work.onError(error, "draw", id);
			if (!isLastAttempt(job.attemptsMade + 1, isPassing(error))) throw error;
			await this.#fail(token, taken, failureOf(error));
		} finally {
			wanted.end();
		}
	}

	/** Calls a webhook, or delays it if its client has reached the limit. */
	async #tell(job: BullJob, lock: string, work: QueueWork): Promise<void> {
		const { id, client } = job.data as Told;
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

	/** Returns a token: the next replica that takes it gets its chunk. @throws always, for BullMQ */
	async #giveBack(job: BullJob, lock: string): Promise<never> {
		// Not delayed until "now", which may be hours away by the clock of another replica.
		await job.moveToWait(lock);
		throw new (bullmq().WaitingError)();
	}

	async #fail(token: string, { id }: TakenChunk, failure: JobFailure): Promise<void> {
		await this.#ledger.end(id, "failed", failure);
		await this.#ledger.drop(token);
	}

	async #keep(work: QueueWork): Promise<void> {
		await this.#makeTokens();
		for (const id of await this.#ledger.ending()) await this.#close(id, work);
		if (performance.now() - this.#checkedAt < CHECK_MS) return;
		this.#checkedAt = performance.now();
		for (const id of this.#known) {
			const progress = await this.#ledger.progress(id);
			if (progress && isOver(progress.state)) this.#known.delete(id);
			if (progress === undefined && (await work.restore(id)) !== "restored") this.#known.delete(id);
		}
		// The rest is the same for all replicas, so only one of them does it.
		if (!(await this.#ledger.mayCheck(CHECK_MS))) return;
		for (const id of await this.#ledger.expired())
			await work.expire(id).catch((error: unknown) => work.onError(error, "expire", id));
		if (await this.#ledger.mayRememberAll()) void this.#rememberAll(work);
		// BullMQ deletes a token if its replicas died too often.
		for (const [token, taken] of await this.#ledger.tokens()) {
			if (await this.#tokens?.getJob(token)) continue;
			// Its chunk may have been finished just now.
			if ((await this.#ledger.tokens()).has(token))
				await this.#fail(token, taken, FAILURES.internal);
		}
	}

	/**
	 * Counts finished jobs again after Redis has lost its data. If this process ends meanwhile,
	 * another replica does it.
	 */
	async #rememberAll(work: QueueWork): Promise<void> {
		try {
			await work.rememberAll();
			await this.#ledger.rememberedAll();
		} catch (error) {
			if (!this.#stopping.signal.aborted) work.onError(error, "remember");
		}
	}

	/** Creates as many tokens as there are chunks, up to a limit. Too many do no harm. */
	async #makeTokens(): Promise<void> {
		const queue = this.#tokens;
		if (queue === undefined) return;
		const { waitingChunks } = await this.#ledger.stats();
		if (waitingChunks === 0) return;
		// Delayed tokens already have chunks.
		const there = await queue.getWaitingCount();
		const missing = Math.min(waitingChunks, MOST_TOKENS) - there;
		if (missing <= 0) return;
		// In an empty Redis, BullMQ's own ids start at 1 again: a replica that is still drawing with an
		// old token would then have the token of another chunk.
		const token = () => ({
			name: "chunk",
			data: {},
			opts: { jobId: `chunk-${randomBytes(12).toString("base64url")}` },
		});
		await queue.addBulk(Array.from({ length: missing }, token));
	}

	/** Stores how a job ended, and queues its webhook. */
	async #close(id: string, work: QueueWork): Promise<void> {
		try {
			const tells = await work.ended(id);
			if (tells) {
				const client = (await this.#ledger.progress(id))?.client ?? "";
				// Several replicas may do this; BullMQ accepts each id once.
				const data = { id, client } satisfies Told;
				await this.#webhooks?.add("webhook", data, { jobId: `webhook-${id}` });
			}
			await this.#ledger.closed(id);
		} catch (error) {
			work.onError(error, "end", id);
		}
	}
}

interface Told {
	readonly id: string;
	readonly client: string;
}
