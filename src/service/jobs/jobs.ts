import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import type { Job, JobHead } from "../../contract/jobs.js";
import type { BatchParts } from "../batch/batch-rows.js";
import type { ReadOptions } from "../batch/read-rows.js";
import type { StoredImage } from "../delivery/image-store.js";
import { type ZipEntry, zipArchive } from "../delivery/zip.js";
import { isOthers } from "../fairness/client.js";
import type { GuardedPost } from "../pictures/fetch/guarded-post.js";
import { RedisError, refusalOf } from "../redis/connection.js";
import { fileNames } from "./file-names.js";
import {
	type ChunkOutcome,
	chunksOf,
	digestOf,
	folderOf,
	isOver,
	type JobProgress,
	type JobSpec,
	KEYS,
	newJobId,
	type TakenChunk,
} from "./job.js";
import type { JobFiles } from "./job-files.js";
import {
	FAILURES,
	type JobQueue,
	type QueueStats,
	type QuotaResult,
	WEBHOOK_ATTEMPTS,
	WebhookFailure,
} from "./queue.js";
import { RareLines } from "./rare-lines.js";
import { outcomeOf, renderChunk } from "./render-chunk.js";
import { manifestOf, zipEntriesOf, zipsOf } from "./results.js";
import { type RowSource, storeRows } from "./store-rows.js";
import { sendWebhook, type WebhookOutcome } from "./webhook.js";
import { WebhookCalls } from "./webhook-calls.js";

/** Path of jobs. */
export const JOBS_PATH = "/api/jobs";

/** Size of the cache of job specs: characters of their JSON. */
const MAX_SPECS_LENGTH = 16_777_216;
/** Parts of a manifest that are read at a time when a job is restored. */
const PARTS_AT_A_TIME = 8;
/** How often the state of a watched job is read. Milliseconds. */
const WATCH_MS = 500;

/** Ends of jobs that are remembered for the pictures that clients fetch. */
const MAX_ENDS = 10_000;
const NOT_OVER = -1;

const BYTES_PER_MB = 1_048_576;

/** Result of a chunk whose job has failed. */
const NOTHING: ChunkOutcome = { drawn: 0, failed: 0, bytes: 0, keptBytes: 0, errors: [] };

/** The client that starts a job. */
export interface JobOwner {
	/** The client on whose behalf chunks are scheduled, and the scope of its idempotency keys. */
	readonly client: string;
	/** Origin of the URLs in responses. */
	readonly origin: string;
	/** Host and port that the client uses for the service. */
	readonly host: string;
}

/** Events of jobs, for the log. */
export type JobEvent =
	| {
			readonly event: "taken" | "ended" | "restored";
			readonly job: string;
			readonly rows?: number;
			readonly state?: string;
			readonly failed?: number;
	  }
	| {
			readonly event: "webhook";
			readonly job: string;
			readonly outcome: WebhookOutcome;
			readonly status?: number;
			readonly attempt: number;
			/** Whether it will be called again. */
			readonly again: boolean;
			/** Lines that were left out since the last one about this receiver. */
			readonly leftOut?: number;
	  }
	| {
			readonly event: "trouble";
			readonly job?: string | undefined;
			readonly what: string;
			readonly error: unknown;
			/** Lines that were left out since the last one about this. */
			readonly leftOut?: number;
	  };

/** What jobs need. */
export interface JobParts {
	readonly files: JobFiles;
	readonly queue: JobQueue;
	readonly post: GuardedPost;
	readonly services: BatchParts & ReadOptions;
	/** Rows that a job may have. */
	readonly maxRows: number;
	/** Bytes of the pictures of a job. */
	readonly maxBytes: number;
	/** Limit for all jobs of a client, for error messages. Bytes. */
	readonly clientBytes: number;
	/** Limit for all jobs. Bytes. */
	readonly storeBytes: number;
	/** How long results are kept after the end of their job. Milliseconds. */
	readonly ttlMs: number;
	readonly log: (event: JobEvent) => void;
	/** Called with the counts of each chunk that this process has rendered. */
	readonly onRows: (outcome: Pick<ChunkOutcome, "drawn" | "failed">) => void;
	/** Called after each call of a webhook. */
	readonly onWebhook: (outcome: WebhookOutcome) => void;
}

/** Waiting, running and stored work. */
export interface JobStats extends QueueStats {
	/** Limit of `keptBytes`. */
	readonly maxKeptBytes: number;
}

/** The stored state of a job that is over. */
type StoredEnd = Omit<JobProgress, "now">;

/** The stored state of a webhook. */
type StoredWebhook = NonNullable<Job["webhook"]>;

/** The stored entry of an idempotency key. */
interface StoredKey {
	readonly id: string;
	readonly digest: string;
}

/** Rows of data that are rendered in the background, by this process or by all replicas. */
export class Jobs {
	readonly #parts: JobParts;
	readonly #specs = new LRUCache<string, JobSpec & { readonly digest?: string }>({
		maxSize: MAX_SPECS_LENGTH,
		maxEntrySize: MAX_SPECS_LENGTH,
		sizeCalculation: (spec) => JSON.stringify(spec).length,
	});
	/** When jobs ended, by folder. Milliseconds since 1970, or NOT_OVER. */
	readonly #endedAt = new LRUCache<string, number>({ max: MAX_ENDS });
	readonly #closing = new AbortController();
	readonly #webhooks = new WebhookCalls();
	readonly #said = new RareLines();
	#stopping: Promise<void> | undefined;

	constructor(parts: JobParts) {
		this.#parts = parts;
	}

	async start(): Promise<void> {
		const { files, queue } = this.#parts;
		// Each webhook that waits adds a listener.
		setMaxListeners(0, this.#closing.signal);
		await files.start();
		await queue.start({
			draw: (chunk, lease, signal) => this.#draw(chunk, lease, signal),
			ended: (id) => this.#ended(id),
			tell: (id) => this.#tell(id),
			restore: (id) => this.#restore(id),
			expire: (id) => this.#forget(id),
			rememberAll: () => this.#rememberAll(),
			onError: (error, what, job) =>
				this.#say(`${what} ${classOf(error)}`, { event: "trouble", job, what, error }),
		});
	}

	/** Returns the chunks that this process is rendering to the queue, and ends event streams. */
	stop(): Promise<void> {
		this.#closing.abort(new Error("the service ends"));
		this.#stopping ??= this.#parts.queue.stop();
		return this.#stopping;
	}

	async close(): Promise<void> {
		await this.stop();
		await this.#parts.queue.close();
		this.#parts.files.close();
	}

	/** @throws Error if the queue is unavailable */
	async stats(): Promise<JobStats> {
		return { ...(await this.#parts.queue.states.stats()), maxKeptBytes: this.#parts.storeBytes };
	}

	/** @throws Error if the queue or the store of results cannot store anything */
	async check(): Promise<void> {
		const { queue, files } = this.#parts;
		await Promise.all([queue.check(), files.check()]);
	}

	/**
	 * Accepts a job: once it is stored, it is rendered even if this process stops.
	 * @param turn waits until the next piece of the rows may be read
	 * @returns the new job; isNew false: the job that already has the idempotency key
	 * @throws ServiceError invalid_render_request; idempotency_conflict; rate_limited if the client
	 * has too many jobs; quota_exceeded if its jobs have reached the storage limit;
	 * storage_unavailable
	 */
	async create(
		head: JobHead,
		source: RowSource,
		owner: JobOwner,
		turn: () => Promise<void>,
	): Promise<{ readonly job: Job; readonly isNew: boolean }> {
		const { files, queue, services, maxRows, log } = this.#parts;
		this.#check(head, maxRows);
		const id = newJobId();
		const folder = folderOf(id);
		// Whether there is something to delete if the job is not accepted.
		let isOpen = false;
		try {
			const key = keyOf(head, owner.client);
			const { client, origin, host } = owner;
			// Neither waits for the other; both have an answer before anything else is done.
			const opening = queue.states.open(id, client).then((room) => {
				isOpen = room === "kept";
				return room;
			});
			const open = () => opening.catch(() => undefined);
			const known = key === undefined ? undefined : await this.#known(key).finally(open);
			const room = await opening;
			const store = async (name: string, bytes: Uint8Array) => {
				this.#require(await queue.states.keep(id, bytes.length));
				await files.put(folder, name, bytes);
			};
			if (known !== undefined) {
				// Its rows are stored already; the new ones are only compared with them.
				const reading = { ...services, maxRows, store: async () => undefined };
				const { digest } = await storeRows(head, source, reading, turn);
				return { job: await this.#knownJob(known, digest), isNew: false };
			}
			this.#require(room);
			const reading = { ...services, maxRows, store };
			const { digest, stored, ...rows } = await storeRows(head, source, reading, turn);
			const spec = {
				...head,
				id,
				client,
				origin,
				host,
				...rows,
				createdAt: Date.now(),
				digest,
				key,
			};
			// Together with the last rows: the job is accepted when all is stored.
			const writing = store(KEYS.spec, Buffer.from(JSON.stringify(spec)));
			for (const result of await Promise.allSettled([stored, writing]))
				if (result.status === "rejected") throw result.reason;
			this.#specs.set(id, spec);
			const added = await queue.add({
				id,
				client,
				...rows,
				key: key === undefined ? undefined : { name: key, digest },
			});
			if (added.kind === "full")
				throw new ServiceError("rate_limited", {
					message: "This client has too many unfinished jobs (JOB_MAX_OPEN).",
					retryAfter: RETRY_AFTER_SECONDS.outage,
				});
			if (added.kind === "known") {
				const job = await this.#knownJob(added, digest);
				return { job, isNew: false };
			}
			isOpen = false;
			const bytes = Buffer.from(JSON.stringify({ id, digest } satisfies StoredKey));
			log({ event: "taken", job: id, rows: rows.rows });
			const [job] = await Promise.all([
				this.#get(id),
				// The queue has this state too; the copy is used after a restart.
				key && files.put(key, KEYS.end, bytes).catch(() => undefined),
			]);
			return { job, isNew: true };
		} catch (error) {
			throw asUnavailable(error);
		} finally {
			// If this fails, it is retried later.
			if (isOpen) await this.#forget(id).catch(() => undefined);
		}
	}

	/**
	 * @param client that asks: a job of an API key does not exist for others, here and below
	 * @throws ServiceError not_found, storage_unavailable
	 */
	async get(id: string, client: string): Promise<Job> {
		await this.#requireOwner(id, client);
		return this.#get(id);
	}

	/** @throws ServiceError not_found, storage_unavailable */
	async #requireOwner(id: string, client: string): Promise<void> {
		const spec = await this.#spec(id);
		if (spec === undefined || isOthers(spec.client, client)) throw gone();
	}

	async #get(id: string): Promise<Job> {
		const progress = await this.#progress(id);
		const spec = await this.#spec(id);
		if (progress === undefined || spec === undefined) throw gone();
		return this.#describe(spec, progress, await this.#webhookOf(spec, progress));
	}

	/**
	 * Cancels a job that is not over; its results so far are kept until they expire. If the job is
	 * over, deletes its results.
	 * @throws ServiceError not_found, storage_unavailable
	 */
	async cancel(id: string, client: string): Promise<Job> {
		const { queue } = this.#parts;
		const job = await this.get(id, client);
		try {
			if (!isOver(job.state) && (await queue.end(id, "cancelled"))) return await this.#get(id);
			await this.#forget(id);
			return job;
		} catch (error) {
			throw asUnavailable(error);
		}
	}

	/**
	 * Yields the job when it has changed and undefined when it has not, until it is over or deleted,
	 * the signal fires or the process stops.
	 * @throws ServiceError not_found; storage_unavailable before the first value
	 */
	async *watch(id: string, client: string, signal: AbortSignal): AsyncGenerator<Job | undefined> {
		let last = "";
		let job: Job | undefined = await this.get(id, client);
		const end = AbortSignal.any([signal, this.#closing.signal]);
		for (;;) {
			const { state, rows } = job;
			const now = JSON.stringify([state, rows]);
			yield now === last ? undefined : job;
			last = now;
			if (isOver(state)) return;
			await sleep(WATCH_MS, undefined, { signal: end }).catch(() => undefined);
			if (end.aborted) return;
			const before: Job = job;
			// While the job cannot be read, it counts as unchanged; if it was deleted, the stream ends.
			job = await this.#get(id).catch((error: unknown) => (isGone(error) ? undefined : before));
			if (job === undefined) return;
		}
	}

	/**
	 * The manifest of the rows that are finished.
	 * @throws ServiceError not_found, storage_unavailable
	 */
	async manifest(id: string, client: string): Promise<AsyncGenerator<Buffer>> {
		await this.#requireOwner(id, client);
		const spec = await this.#storedSpec(id);
		if (spec === undefined) throw gone();
		return manifestOf(spec, this.#parts.files);
	}

	/**
	 * An archive of pictures, created while it is read.
	 * @param part counted from 1
	 * @throws ServiceError not_found if the archive does not exist, or not yet
	 */
	async zip(id: string, client: string, part: number): Promise<AsyncGenerator<Buffer>> {
		const { state } = await this.get(id, client);
		const spec = await this.#spec(id);
		if (spec === undefined) throw gone();
		const has = spec.output === "zip" || spec.output === "both";
		if (!has)
			throw new ServiceError("not_found", {
				message: 'This job has no archives: its output is "files".',
			});
		if (!isOver(state))
			throw new ServiceError("not_found", {
				message: "The archives are available when the job is over.",
			});
		if (part > zipsOf(spec))
			throw new ServiceError("not_found", {
				message: `This job has ${zipsOf(spec)} archives.`,
			});
		const entries: AsyncGenerator<ZipEntry> = zipEntriesOf(spec, part, this.#parts.files);
		return zipArchive(entries);
	}

	/**
	 * @param whole see `JobFiles`
	 * @returns undefined if the picture does not exist
	 * @throws ServiceError storage_unavailable
	 */
	image(folder: string, file: string, whole = false): Promise<StoredImage | undefined> {
		return this.#parts.files.image(folder, file, whole);
	}

	/**
	 * How long a picture is kept: at least this number of seconds, unless its job is deleted.
	 * @param folder of the job
	 */
	async secondsLeft(folder: string): Promise<number> {
		const { files, ttlMs } = this.#parts;
		let endedAt = this.#endedAt.get(folder);
		if (endedAt === undefined) {
			const bytes = await files.get(folder, KEYS.end).catch(() => undefined);
			// A job that is not over is kept for the whole time after its end.
			endedAt = bytes && (JSON.parse(bytes.toString()) as StoredEnd).endedAt;
			this.#endedAt.set(folder, endedAt ?? NOT_OVER, {
				...(endedAt === undefined && { ttl: WATCH_MS }),
			});
		}
		const age = endedAt === undefined || endedAt === NOT_OVER ? 0 : Date.now() - endedAt;
		return Math.floor(Math.min(ttlMs, Math.max(0, ttlMs - age)) / 1_000);
	}

	/**
	 * @throws ServiceError invalid_render_request for errors that can be found before reading the
	 * rows
	 */
	#check(head: JobHead, maxRows: number): void {
		fileNames(head, maxRows);
		const refusal = head.webhook && this.#parts.post.refusal(head.webhook.url);
		if (refusal !== undefined)
			throw invalid("invalid_render_request", [{ path: "/webhook/url", message: refusal }]);
	}

	async #knownJob({ id, digest }: StoredKey, own: string): Promise<Job> {
		if (digest !== own) throw new ServiceError("idempotency_conflict");
		return this.#get(id);
	}

	/** @returns undefined if no job has this key (any more) */
	async #known(key: string): Promise<StoredKey | undefined> {
		const known = await this.#json<StoredKey>(key, KEYS.end);
		return known && (await this.#progress(known.id)) && known;
	}

	/** @throws ServiceError if there is no room */
	#require(room: QuotaResult): void {
		if (room === "kept") return;
		if (room === "client") throw new ServiceError("quota_exceeded", this.#quota());
		throw new ServiceError("storage_unavailable", {
			message: "The store of job results is full.",
			retryAfter: RETRY_AFTER_SECONDS.outage,
		});
	}

	/** The error for a client that has used up its share. */
	#quota() {
		const megabytes = Math.round(this.#parts.clientBytes / BYTES_PER_MB);
		return {
			message: `The jobs of this client may keep ${megabytes} MB (JOB_CLIENT_MAX_MB). Delete jobs that are over with DELETE /api/jobs/{id}, or wait until they expire.`,
			details: { limit: "JOB_CLIENT_MAX_MB", maximum: megabytes },
		};
	}

	/** Deletes everything of a job that is over or was not accepted. */
	async #forget(id: string): Promise<void> {
		const { files, queue } = this.#parts;
		const key = (await this.#spec(id))?.key;
		if (key !== undefined && (await this.#json<StoredKey>(key, KEYS.end))?.id === id)
			await files.remove(key);
		await files.remove(folderOf(id));
		await queue.states.forget(id);
		this.#specs.delete(id);
		// Deletes what was stored between the listing and the end of the first removal.
		await files.remove(folderOf(id));
	}

	/**
	 * Counts finished jobs again after the queue has lost them.
	 * @throws Error also if the service ends meanwhile, because then not all are counted
	 */
	async #rememberAll(): Promise<void> {
		const { files, queue } = this.#parts;
		for await (const { folder, bytes } of files.folders()) {
			this.#closing.signal.throwIfAborted();
			const end = await this.#json<StoredEnd>(folder, KEYS.end);
			if (end?.endedAt === undefined) continue;
			const spec = await this.#json<JobSpec>(folder, KEYS.spec);
			if (spec === undefined) continue;
			const { id, client } = spec;
			await queue.states.remember({ id, client, bytes, endedAt: end.endedAt });
		}
	}

	/** @throws like `renderChunk` */
	async #draw(
		{ id, chunk }: TakenChunk,
		lease: string,
		signal: AbortSignal,
	): Promise<ChunkOutcome> {
		const { services, files, queue, onRows, maxBytes } = this.#parts;
		const spec = await this.#spec(id);
		if (spec === undefined) throw new Error("the job is gone");
		const keep = async (bytes: number) => this.#require(await queue.states.keep(id, bytes, lease));
		const drawing = { ...services, files, keep };
		const outcome = await renderChunk(spec, chunk, drawing, signal).catch(
			async (error: unknown) => {
				if (!(error instanceof ServiceError && error.code === "quota_exceeded")) throw error;
				const { message } = this.#quota();
				await queue.end(id, "failed", { code: error.code, message });
				return NOTHING;
			},
		);
		onRows(outcome);
		const before = (await queue.states.progress(id))?.bytes ?? 0;
		if (before + outcome.bytes > maxBytes) await queue.end(id, "failed", FAILURES.tooLarge);
		return outcome;
	}

	/** Stores how a job ended. @returns whether it has a webhook */
	async #ended(id: string): Promise<boolean> {
		const { queue, files, log } = this.#parts;
		const spec = await this.#spec(id);
		if (spec === undefined) return false;
		const folder = folderOf(id);
		const progress = await queue.states.progress(id);
		if (progress && (await this.#json(folder, KEYS.end)) === undefined) {
			const { now: _, ...end } = progress;
			await files.put(folder, KEYS.end, Buffer.from(JSON.stringify(end satisfies StoredEnd)));
			// The job was deleted in the meantime: nothing of it may remain.
			if ((await this.#storedSpec(id)) === undefined) {
				await files.remove(folder);
				return false;
			}
			const { state, rows, failed } = progress;
			log({ event: "ended", job: id, state, rows, failed });
		}
		return spec.webhook !== undefined;
	}

	/** Logs an event unless the same line was written lately. */
	#say(line: string, event: Extract<JobEvent, { readonly leftOut?: number }>): void {
		const leftOut = this.#said.leftOut(line);
		if (leftOut !== undefined) this.#parts.log({ ...event, ...(leftOut > 0 && { leftOut }) });
	}

	/** Calls the webhook of a job. @throws WebhookFailure if it must be called again */
	async #tell(id: string): Promise<void> {
		const { files, post, onWebhook } = this.#parts;
		const spec = await this.#spec(id);
		if (spec?.webhook === undefined) return;
		const { webhook, client } = spec;
		const folder = folderOf(id);
		const job = await this.#get(id).catch((error: unknown) => {
			// The job was deleted before its webhook was called.
			if (isGone(error)) return undefined;
			throw error;
		});
		if (job === undefined || job.webhook?.state === "delivered") return;
		const { signal } = this.#closing;
		let again = false;
		const delivered = await this.#webhooks.run({ client, url: webhook.url }, signal, async () => {
			const result = await sendWebhook(job, webhook, post, signal);
			const { outcome, status } = result;
			onWebhook(outcome);
			const attempts = (job.webhook?.attempts ?? 0) + 1;
			const isDelivered = outcome === "delivered";
			again = !isDelivered && attempts < WEBHOOK_ATTEMPTS;
			const state = isDelivered ? "delivered" : again ? "retrying" : "failed";
			const stored: StoredWebhook = {
				state,
				attempts,
				...(status !== undefined && { status }),
				...(!isDelivered && { reason: outcome }),
				calledAt: timeOf(Date.now()),
			};
			await files
				.put(folder, KEYS.webhook, Buffer.from(JSON.stringify(stored)))
				.catch(() => undefined);
			if (!isDelivered)
				this.#say(`webhook ${client} ${webhook.url} ${outcome} ${again}`, {
					...{ event: "webhook", job: id, ...result, attempt: attempts, again },
				});
			return isDelivered;
		});
		if (!delivered && again) throw new WebhookFailure("the webhook was not delivered");
	}

	/** Adds a job that the queue has lost again, with the finished chunks found in the store. */
	async #restore(id: string): Promise<"restored" | "ended" | "none"> {
		const { files, queue, log } = this.#parts;
		const spec = await this.#storedSpec(id);
		if (spec === undefined) return "none";
		if ((await this.#json(folderOf(id), KEYS.end)) !== undefined) return "ended";
		const restored = new Map<number, ChunkOutcome>();
		const chunks = Array.from({ length: chunksOf(spec) }, (_, chunk) => chunk).values();
		const find = async () => {
			for (const chunk of chunks) {
				const outcome = await outcomeOf(files, spec, chunk);
				if (outcome !== undefined) restored.set(chunk, outcome);
			}
		};
		await Promise.all(Array.from({ length: PARTS_AT_A_TIME }, find));
		const { client, rows, chunkRows, createdAt, rowBytes = 0 } = spec;
		await queue.add({ id, client, rows, chunkRows, createdAt, restored, rowBytes });
		log({ event: "restored", job: id, rows });
		return "restored";
	}

	/** @returns undefined if the job does not exist (any more) */
	async #progress(id: string): Promise<JobProgress | undefined> {
		const { queue, ttlMs } = this.#parts;
		try {
			const known = await queue.states.progress(id);
			if (known !== undefined) return known;
			if ((await this.#storedSpec(id)) === undefined) return undefined;
			const end = await this.#json<StoredEnd>(folderOf(id), KEYS.end);
			if (end !== undefined) {
				const age = Date.now() - (end.endedAt ?? end.createdAt);
				return age < ttlMs ? { ...end, now: Date.now() } : undefined;
			}
			return (await this.#restore(id)) === "restored" ? await queue.states.progress(id) : undefined;
		} catch (error) {
			throw asUnavailable(error);
		}
	}

	async #spec(id: string): Promise<JobSpec | undefined> {
		return this.#specs.get(id) ?? (await this.#storedSpec(id));
	}

	/**
	 * Read from the store and not from the cache, because another replica may have deleted the job.
	 */
	async #storedSpec(id: string): Promise<JobSpec | undefined> {
		const spec = await this.#json<JobSpec>(folderOf(id), KEYS.spec);
		if (spec === undefined) this.#specs.delete(id);
		else this.#specs.set(id, spec);
		return spec;
	}

	async #json<T>(folder: string, name: string): Promise<T | undefined> {
		const bytes = await this.#parts.files.get(folder, name);
		return bytes && (JSON.parse(bytes.toString()) as T);
	}

	/** @returns undefined if the job has none */
	async #webhookOf(spec: JobSpec, { state }: JobProgress): Promise<StoredWebhook | undefined> {
		if (spec.webhook === undefined) return undefined;
		const stored = isOver(state)
			? await this.#json<StoredWebhook>(folderOf(spec.id), KEYS.webhook)
			: undefined;
		return stored ?? { state: "pending", attempts: 0 };
	}

	#describe(spec: JobSpec, progress: JobProgress, webhook: StoredWebhook | undefined): Job {
		const { id, origin, output } = spec;
		const { state, rows: total, drawn, failed, errors, error, now } = progress;
		const { createdAt, startedAt, endedAt } = progress;
		const over = isOver(state);
		const left = total - drawn - failed;
		const seconds = startedAt === undefined ? 0 : Math.max(0, (endedAt ?? now) - startedAt) / 1_000;
		// A restored job did not render the chunks that were already in the store.
		const rate = seconds > 0 ? (drawn + failed - (progress.found ?? 0)) / seconds : 0;
		const self = `${origin}${JOBS_PATH}/${id}`;
		const zips = over && (output === "zip" || output === "both");
		return {
			id,
			state,
			rows: { total, drawn, failed, left },
			rowsPerSecond: startedAt === undefined ? null : Math.round(rate * 100) / 100,
			secondsLeft: over ? 0 : rate > 0 ? Math.ceil(left / rate) : null,
			createdAt: timeOf(createdAt),
			...(startedAt !== undefined && { startedAt: timeOf(startedAt) }),
			...(endedAt !== undefined && {
				endedAt: timeOf(endedAt),
				expiresAt: timeOf(endedAt + this.#parts.ttlMs),
			}),
			errors: [...errors],
			...(error && { error }),
			...(webhook && { webhook }),
			links: {
				self,
				events: `${self}/events`,
				manifest: `${self}/manifest`,
				...(zips && {
					zips: Array.from({ length: zipsOf(spec) }, (_, i) => `${self}/results.zip?part=${i + 1}`),
				}),
			},
		};
	}
}

/** What kind of error it is, so that the same one is logged once and not each time. */
function classOf(error: unknown): string {
	if (error instanceof ServiceError) return error.code;
	if (!(error instanceof Error)) return typeof error;
	return refusalOf(error.message) ?? error.name;
}

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Folder of an idempotency key. @returns undefined if the request has none */
const keyOf = ({ idempotencyKey }: JobHead, client: string): string | undefined =>
	idempotencyKey === undefined ? undefined : digestOf(`key of ${client}\n${idempotencyKey}`);

const gone = (): ServiceError =>
	new ServiceError("not_found", {
		message:
			"Not found: no job has this id, or it has expired (JOB_TTL_SECONDS, a day by default).",
	});

const isGone = (error: unknown): boolean =>
	error instanceof ServiceError && error.code === "not_found";

/** The error for clients if Redis is not available. */
const asUnavailable = (error: unknown): unknown =>
	error instanceof RedisError
		? new ServiceError("storage_unavailable", {
				message: "The queue of jobs is not available now.",
				retryAfter: RETRY_AFTER_SECONDS.outage,
				cause: error,
			})
		: error;
