import { Counts } from "../../base/fair-share.js";
import type { JobRowError } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import {
	type ChunkOutcome,
	isOver,
	type JobFailure,
	type JobProgress,
	rowsIn,
	type TakenChunk,
} from "./job.js";
import {
	type Added,
	ARRIVING_MS,
	DELETED_AT_A_TIME,
	DELETING_MS,
	type JobLimits,
	type JobStates,
	type KeptJob,
	type NewJob,
	type QueueStats,
	type QuotaResult,
	RECORD_BYTES,
} from "./queue.js";

interface Entry extends NewJob {
	state: JobProgress["state"];
	readonly chunks: number;
	/** The first chunk that was never taken. */
	next: number;
	/** Number of chunks that were not taken yet. */
	waiting: number;
	readonly done: Set<number>;
	drawn: number;
	failed: number;
	/** Rows that were finished when the job was added. */
	found: number;
	bytes: number;
	readonly createdAt: number;
	startedAt?: number;
	endedAt?: number;
	errors: JobRowError[];
	error?: JobFailure | undefined;
}

/** The storage counted for a job. */
interface Account {
	readonly client: string;
	bytes: number;
	/** When it is deleted; infinite until the job is over. Milliseconds since 1970. */
	until: number;
}

/** A states of this process only. */
export class MemoryJobStates implements JobStates {
	readonly #limits: JobLimits;
	readonly #jobs = new Map<string, Entry>();
	/** Ids of jobs by idempotency key. */
	readonly #keys = new Map<string, { readonly id: string; readonly digest: string }>();
	/** Jobs with waiting chunks, by client; the client whose turn is next comes first. */
	readonly #clients = new Map<string, Entry[]>();
	readonly #inFlight = new Map<string, number>();
	readonly #bound = new Map<
		string,
		{ readonly entry: Entry; readonly chunk: number; keptBytes: number }
	>();
	/** Number of unfinished jobs, by client. */
	readonly #open = new Counts();
	readonly #accounts = new Map<string, Account>();
	readonly #kept = new Counts();

	constructor(limits: JobLimits) {
		this.#limits = limits;
	}

	async open(id: string, client: string): Promise<QuotaResult> {
		if (this.#accounts.has(id)) return "kept";
		const room = this.#room(client, RECORD_BYTES);
		if (room === "kept") this.#account(id, client, RECORD_BYTES, Date.now() + ARRIVING_MS);
		return room;
	}

	async keep(id: string, bytes: number, lease?: string): Promise<QuotaResult> {
		const account = this.#accounts.get(id);
		if (account === undefined) return "gone";
		const room = this.#room(account.client, bytes);
		if (room !== "kept") return room;
		this.#grow(account, bytes);
		const bound = lease === undefined ? undefined : this.#bound.get(lease);
		if (bound) bound.keptBytes += bytes;
		return room;
	}

	async remember({ id, client, bytes, endedAt }: KeptJob): Promise<void> {
		if (!this.#accounts.has(id))
			this.#account(id, client, bytes + RECORD_BYTES, endedAt + this.#limits.ttlMs);
	}

	async expired(): Promise<readonly string[]> {
		const now = Date.now();
		const ids: string[] = [];
		for (const [id, account] of this.#accounts) {
			if (account.until > now) continue;
			account.until = now + DELETING_MS;
			if (ids.push(id) === DELETED_AT_A_TIME) break;
		}
		return ids;
	}

	async add(job: NewJob): Promise<Added> {
		const { id, client, key, restored, rowBytes = 0 } = job;
		if (this.#jobs.has(id)) return { kind: "known", id, digest: key?.digest ?? "" };
		const known = key && this.#keys.get(key.name);
		if (known && this.#current(known.id)) return { kind: "known", ...known };
		if (!restored && this.#open.of(client) >= this.#limits.openJobs) return { kind: "full" };
		const chunks = Math.ceil(job.rows / job.chunkRows);
		const entry: Entry = {
			...job,
			state: restored?.size ? "running" : "queued",
			chunks,
			next: 0,
			waiting: chunks - (restored?.size ?? 0),
			done: new Set(restored?.keys()),
			drawn: 0,
			failed: 0,
			found: 0,
			bytes: 0,
			createdAt: job.createdAt ?? Date.now(),
			errors: [],
			...(restored?.size && { startedAt: Date.now() }),
		};
		let keptBytes = RECORD_BYTES + rowBytes;
		for (const outcome of restored?.values() ?? []) {
			count(entry, outcome);
			keptBytes += outcome.keptBytes;
		}
		entry.found = entry.drawn + entry.failed;
		this.#jobs.set(id, entry);
		this.#open.add(client, 1);
		const account = this.#accounts.get(id) ?? this.#account(id, client, keptBytes, 0);
		account.until = Number.POSITIVE_INFINITY;
		if (key) this.#keys.set(key.name, { id, digest: key.digest });
		if (entry.waiting === 0) this.#finish(entry, "done");
		else this.#clients.set(client, [...(this.#clients.get(client) ?? []), entry]);
		return { kind: "added" };
	}

	async take(lease: string): Promise<TakenChunk | "wait" | "none"> {
		const bound = this.#bound.get(lease);
		if (bound) {
			const account = this.#accounts.get(bound.entry.id);
			if (account) this.#grow(account, -bound.keptBytes);
			bound.keptBytes = 0;
			return { id: bound.entry.id, chunk: bound.chunk };
		}
		let waits = false;
		for (const [client, [entry, ...others]] of this.#clients) {
			if (entry === undefined) continue;
			while (entry.done.has(entry.next)) entry.next++;
			const inFlight = this.#inFlight.get(client) ?? 0;
			const rows = rowsIn(entry, entry.next);
			if (inFlight > 0 && inFlight + rows > this.#limits.rowsInFlight) {
				waits = true;
				continue;
			}
			const chunk = entry.next++;
			entry.waiting--;
			if (entry.state === "queued") {
				entry.state = "running";
				entry.startedAt = Date.now();
			}
			this.#inFlight.set(client, inFlight + rows);
			this.#bound.set(lease, { entry, chunk, keptBytes: 0 });
			this.#clients.delete(client);
			const rest = entry.waiting > 0 ? [entry, ...others] : others;
			if (rest.length > 0) this.#clients.set(client, rest);
			return { id: entry.id, chunk };
		}
		return waits ? "wait" : "none";
	}

	async done(lease: string, outcome: ChunkOutcome) {
		const bound = this.#bound.get(lease);
		await this.drop(lease);
		if (bound === undefined) return { ended: false, bytes: 0 };
		const { entry, chunk } = bound;
		if (isOver(entry.state) || entry.done.has(chunk)) return { ended: false, bytes: entry.bytes };
		entry.done.add(chunk);
		count(entry, outcome);
		const account = this.#accounts.get(entry.id);
		if (account) this.#grow(account, outcome.keptBytes - bound.keptBytes);
		const ended = entry.done.size === entry.chunks;
		if (ended) this.#finish(entry, "done");
		return { ended, bytes: entry.bytes };
	}

	async drop(lease: string): Promise<void> {
		const bound = this.#bound.get(lease);
		if (bound === undefined) return;
		this.#bound.delete(lease);
		const { entry, chunk } = bound;
		const left = (this.#inFlight.get(entry.client) ?? 0) - rowsIn(entry, chunk);
		if (left > 0) this.#inFlight.set(entry.client, left);
		else this.#inFlight.delete(entry.client);
	}

	async end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		const entry = this.#jobs.get(id);
		if (entry === undefined || isOver(entry.state)) return false;
		entry.error = error;
		entry.waiting = 0;
		this.#finish(entry, state);
		const rest = this.#clients.get(entry.client)?.filter((other) => other !== entry) ?? [];
		if (rest.length > 0) this.#clients.set(entry.client, rest);
		else this.#clients.delete(entry.client);
		return true;
	}

	async progress(id: string): Promise<JobProgress | undefined> {
		const entry = this.#current(id);
		if (entry === undefined) return undefined;
		const { state, client, rows, chunks, drawn, failed, bytes, createdAt, errors } = entry;
		const { found, startedAt, endedAt, error } = entry;
		return {
			state,
			client,
			rows,
			chunks,
			doneChunks: entry.done.size,
			drawn,
			failed,
			bytes,
			createdAt,
			...(found > 0 && { found }),
			...(startedAt !== undefined && { startedAt }),
			...(endedAt !== undefined && { endedAt }),
			now: Date.now(),
			errors: [...errors].sort((a, b) => a.row - b.row),
			...(error && { error }),
		};
	}

	async forget(id: string): Promise<void> {
		const entry = this.#jobs.get(id);
		if (entry !== undefined && !isOver(entry.state)) return;
		this.#jobs.delete(id);
		// A new job may already have its key.
		if (entry?.key && this.#keys.get(entry.key.name)?.id === id) this.#keys.delete(entry.key.name);
		const account = this.#accounts.get(id);
		if (account) this.#kept.add(account.client, -account.bytes);
		this.#accounts.delete(id);
	}

	async stats(): Promise<QueueStats> {
		let [waitingChunks, waitingRows, rowsInFlight] = [0, 0, 0];
		let oldest = Number.POSITIVE_INFINITY;
		for (const entry of [...this.#clients.values()].flat()) {
			waitingChunks += entry.waiting;
			waitingRows += waitingRowsOf(entry);
			oldest = Math.min(oldest, entry.createdAt);
		}
		for (const rows of this.#inFlight.values()) rowsInFlight += rows;
		const oldestSeconds = Number.isFinite(oldest) ? Math.max(0, Date.now() - oldest) / 1_000 : 0;
		const keptBytes = this.#kept.total;
		return { waitingChunks, waitingRows, rowsInFlight, oldestSeconds, keptBytes };
	}

	/** A job that has not expired. */
	#current(id: string): Entry | undefined {
		const entry = this.#jobs.get(id);
		const endedAt = entry?.endedAt ?? Number.POSITIVE_INFINITY;
		return Date.now() - endedAt < this.#limits.ttlMs ? entry : undefined;
	}

	#room(client: string, bytes: number): QuotaResult {
		const { clientBytes, storeBytes } = this.#limits;
		if (this.#kept.of(client) + bytes > clientBytes) return "client";
		return this.#kept.total + bytes > storeBytes ? "store" : "kept";
	}

	#account(id: string, client: string, bytes: number, until: number): Account {
		const account = { client, bytes, until };
		this.#accounts.set(id, account);
		this.#kept.add(client, bytes);
		return account;
	}

	#grow(account: Account, bytes: number): void {
		account.bytes += bytes;
		this.#kept.add(account.client, bytes);
	}

	#finish(entry: Entry, state: Entry["state"]): void {
		entry.state = state;
		entry.endedAt = Date.now();
		this.#open.add(entry.client, -1);
		const account = this.#accounts.get(entry.id);
		if (account) account.until = entry.endedAt + this.#limits.ttlMs;
	}
}

/** Rows of chunks that were not taken yet; the last chunk may have fewer. */
function waitingRowsOf({ waiting, chunkRows, chunks, rows, done }: Entry): number {
	const isLastThere = waiting > 0 && !done.has(chunks - 1);
	return waiting * chunkRows - (isLastThere ? chunks * chunkRows - rows : 0);
}

function count(entry: Entry, { drawn, failed, bytes, errors }: ChunkOutcome): void {
	entry.drawn += drawn;
	entry.failed += failed;
	entry.bytes += bytes;
	entry.errors = [...entry.errors, ...errors].slice(0, LIMITS.maxJobErrors);
}
