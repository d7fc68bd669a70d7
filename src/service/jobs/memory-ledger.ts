import type { JobRowError } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import {
	type ChunkOutcome,
	isOver,
	type JobFailure,
	type JobProgress,
	type TakenChunk,
} from "./job.js";
import type { Added, Ledger, LedgerLimits, NewJob, QueueStats } from "./queue.js";

interface Entry extends NewJob {
	state: JobProgress["state"];
	readonly chunks: number;
	/** The next chunk that was never taken. */
	next: number;
	/** Chunks that were not taken yet. */
	waiting: number;
	readonly done: Set<number>;
	drawn: number;
	failed: number;
	bytes: number;
	readonly createdAt: number;
	startedAt?: number;
	endedAt?: number;
	errors: JobRowError[];
	error?: JobFailure | undefined;
}

/** A ledger of this process alone. */
export class MemoryLedger implements Ledger {
	readonly #limits: LedgerLimits;
	readonly #jobs = new Map<string, Entry>();
	/** Ids of jobs by their keys. */
	readonly #keys = new Map<string, { readonly id: string; readonly digest: string }>();
	/** Jobs with chunks that wait, by their clients; the client whose turn is next comes first. */
	readonly #clients = new Map<string, Entry[]>();
	readonly #inFlight = new Map<string, number>();
	readonly #bound = new Map<string, { readonly entry: Entry; readonly chunk: number }>();

	constructor(limits: LedgerLimits) {
		this.#limits = limits;
	}

	async add(job: NewJob): Promise<Added> {
		this.#forget();
		const { id, client, key, restored } = job;
		if (this.#jobs.has(id)) return { kind: "known", id, digest: key?.digest ?? "" };
		const known = key && this.#keys.get(key.name);
		if (known) return { kind: "known", ...known };
		let open = 0;
		for (const other of this.#jobs.values())
			if (other.client === client && !isOver(other.state)) open++;
		if (!restored && open >= this.#limits.openJobs) return { kind: "full" };
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
			bytes: 0,
			createdAt: job.createdAt ?? Date.now(),
			errors: [],
			...(restored?.size && { startedAt: Date.now() }),
		};
		for (const outcome of restored?.values() ?? []) count(entry, outcome);
		this.#jobs.set(id, entry);
		if (key) this.#keys.set(key.name, { id, digest: key.digest });
		if (entry.waiting === 0) finish(entry, "done");
		else this.#clients.set(client, [...(this.#clients.get(client) ?? []), entry]);
		return { kind: "added" };
	}

	async take(token: string): Promise<TakenChunk | "wait" | "none"> {
		const bound = this.#bound.get(token);
		if (bound) return { id: bound.entry.id, chunk: bound.chunk };
		let waits = false;
		for (const [client, [entry, ...others]] of this.#clients) {
			if (entry === undefined) continue;
			while (entry.done.has(entry.next)) entry.next++;
			const inFlight = this.#inFlight.get(client) ?? 0;
			const rows = rowsOf(entry, entry.next);
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
			this.#bound.set(token, { entry, chunk });
			this.#clients.delete(client);
			const rest = entry.waiting > 0 ? [entry, ...others] : others;
			if (rest.length > 0) this.#clients.set(client, rest);
			return { id: entry.id, chunk };
		}
		return waits ? "wait" : "none";
	}

	async done(token: string, outcome: ChunkOutcome) {
		const bound = this.#bound.get(token);
		await this.drop(token);
		if (bound === undefined) return { ended: false, bytes: 0 };
		const { entry, chunk } = bound;
		if (isOver(entry.state) || entry.done.has(chunk)) return { ended: false, bytes: entry.bytes };
		entry.done.add(chunk);
		count(entry, outcome);
		const ended = entry.done.size === entry.chunks;
		if (ended) finish(entry, "done");
		return { ended, bytes: entry.bytes };
	}

	async drop(token: string): Promise<void> {
		const bound = this.#bound.get(token);
		if (bound === undefined) return;
		this.#bound.delete(token);
		const { entry, chunk } = bound;
		const left = (this.#inFlight.get(entry.client) ?? 0) - rowsOf(entry, chunk);
		if (left > 0) this.#inFlight.set(entry.client, left);
		else this.#inFlight.delete(entry.client);
	}

	async end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		const entry = this.#jobs.get(id);
		if (entry === undefined || isOver(entry.state)) return false;
		entry.error = error;
		entry.waiting = 0;
		finish(entry, state);
		const rest = this.#clients.get(entry.client)?.filter((other) => other !== entry) ?? [];
		if (rest.length > 0) this.#clients.set(entry.client, rest);
		else this.#clients.delete(entry.client);
		return true;
	}

	async progress(id: string): Promise<JobProgress | undefined> {
		const entry = this.#jobs.get(id);
		if (entry === undefined) return undefined;
		const { state, client, rows, chunks, drawn, failed, bytes, createdAt, errors } = entry;
		const { startedAt, endedAt, error } = entry;
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
			...(startedAt !== undefined && { startedAt }),
			...(endedAt !== undefined && { endedAt }),
			now: Date.now(),
			errors: [...errors].sort((a, b) => a.row - b.row),
			...(error && { error }),
		};
	}

	async forget(id: string): Promise<void> {
		const entry = this.#jobs.get(id);
		if (entry === undefined || !isOver(entry.state)) return;
		this.#jobs.delete(id);
		if (entry.key) this.#keys.delete(entry.key.name);
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
		return { waitingChunks, waitingRows, rowsInFlight, oldestSeconds };
	}

	/** Forgets jobs whose time is over. */
	#forget(): void {
		for (const [id, { endedAt, key }] of this.#jobs) {
			if (endedAt === undefined || Date.now() - endedAt < this.#limits.ttlMs) continue;
			this.#jobs.delete(id);
			if (key) this.#keys.delete(key.name);
		}
	}
}

const rowsOf = ({ rows, chunkRows }: Entry, chunk: number): number =>
	Math.min(chunkRows, rows - chunk * chunkRows);

/** Rows of chunks that were not taken yet; the last one may have fewer. */
function waitingRowsOf({ waiting, chunkRows, chunks, rows, done }: Entry): number {
	const isLastThere = waiting > 0 && !done.has(chunks - 1);
	return waiting * chunkRows - (isLastThere ? chunks * chunkRows - rows : 0);
}

function finish(entry: Entry, state: Entry["state"]): void {
	entry.state = state;
	entry.endedAt = Date.now();
}

function count(entry: Entry, { drawn, failed, bytes, errors }: ChunkOutcome): void {
	entry.drawn += drawn;
	entry.failed += failed;
	entry.bytes += bytes;
	entry.errors = [...entry.errors, ...errors].slice(0, LIMITS.maxJobErrors);
}
