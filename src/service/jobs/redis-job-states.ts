import { createHash } from "node:crypto";
import type { JobRowError } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import { type RedisConnection, RedisError } from "../redis/connection.js";
import type { ChunkOutcome, JobFailure, JobProgress, TakenChunk } from "./job.js";
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

/** Prefix of all keys of jobs. */
export const JOBS_PREFIX = "post-image-render-service:jobs:";

/**
 * Common part of the scripts. Keys after the prefix P: job:ID (hash), done:ID (a bit for each
 * chunk), errors:ID (list), key:NAME (hash); queue:CLIENT (ids of jobs with waiting chunks),
 * clients (those with a queue, in order of turns); flight (rows in flight by client), open
 * (unfinished jobs by client), bound (chunks by lease); pending (jobs with waiting chunks, by age),
 * ending (jobs whose end is not stored yet), stats; kept (bytes by job), owner (clients by job),
 * share (bytes by client), until (jobs by the time of their deletion): these outlive the other keys
 * of a job. All times are by the clock of Redis.
 */
const COMMON = `
local P = ARGV[1]
local t = redis.call("time")
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function unqueue(id, client)
	redis.call("lrem", P .. "queue:" .. client, 0, id)
	if redis.call("llen", P .. "queue:" .. client) == 0 then redis.call("lrem", P .. "clients", 0, client) end
	redis.call("zrem", P .. "pending", id)
end
local function grow(id, client, bytes)
	redis.call("hincrby", P .. "kept", id, bytes)
	if redis.call("hincrby", P .. "share", client, bytes) <= 0 then redis.call("hdel", P .. "share", client) end
	redis.call("hincrby", P .. "stats", "kept", bytes)
end
local function account(id, client, bytes, till)
	redis.call("hset", P .. "owner", id, client)
	redis.call("zadd", P .. "until", till, id)
	grow(id, client, bytes)
end
local function room(client, bytes, most, all)
	if tonumber(redis.call("hget", P .. "share", client) or "0") + bytes > most then return "client" end
	if tonumber(redis.call("hget", P .. "stats", "kept") or "0") + bytes > all then return "store" end
	return "kept"
end
local function finish(id, client, state, ttl)
	redis.call("zadd", P .. "until", "xx", now + ttl, id)
	redis.call("hset", P .. "job:" .. id, "state", state, "ended", now)
	if redis.call("hincrby", P .. "open", client, -1) <= 0 then redis.call("hdel", P .. "open", client) end
	redis.call("sadd", P .. "ending", id)
	for _, kind in ipairs({ "job:", "done:", "errors:" }) do redis.call("pexpire", P .. kind .. id, ttl) end
	local key = redis.call("hget", P .. "job:" .. id, "key")
	if key then redis.call("pexpire", P .. "key:" .. key, ttl) end
end
local function count(id, drawn, failed, bytes, errors)
	local J = P .. "job:" .. id
	redis.call("hincrby", J, "drawn", drawn)
	redis.call("hincrby", J, "failed", failed)
	redis.call("hincrby", J, "bytes", bytes)
	for _, error in ipairs(cjson.decode(errors)) do
		if redis.call("llen", P .. "errors:" .. id) < ${LIMITS.maxJobErrors} then redis.call("rpush", P .. "errors:" .. id, cjson.encode(error)) end
	end
end
local function waitingRows(id, rows, size, chunks, waiting)
	if waiting == 0 then return 0 end
	local isLastThere = redis.call("getbit", P .. "done:" .. id, chunks - 1) == 0
	return waiting * size - (isLastThere and chunks * size - rows or 0)
end
local function unbind(lease)
	local bound = redis.call("hget", P .. "bound", lease)
	if not bound then return nil end
	redis.call("hdel", P .. "bound", lease)
	bound = cjson.decode(bound)
	if redis.call("hincrby", P .. "flight", bound.client, -bound.rows) <= 0 then redis.call("hdel", P .. "flight", bound.client) end
	return bound
end
`;

const OPEN = `${COMMON}
local id, client, bytes = ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call("hexists", P .. "owner", id) == 1 then return "kept" end
local answer = room(client, bytes, tonumber(ARGV[5]), tonumber(ARGV[6]))
if answer == "kept" then account(id, client, bytes, now + ARGV[7]) end
return answer
`;

const KEEP = `${COMMON}
local id, bytes, lease = ARGV[2], tonumber(ARGV[3]), ARGV[4]
local client = redis.call("hget", P .. "owner", id)
if not client then return "gone" end
local answer = room(client, bytes, tonumber(ARGV[5]), tonumber(ARGV[6]))
if answer ~= "kept" then return answer end
grow(id, client, bytes)
local bound = lease ~= "" and redis.call("hget", P .. "bound", lease)
if bound then
	bound = cjson.decode(bound)
	bound.kept = (bound.kept or 0) + bytes
	redis.call("hset", P .. "bound", lease, cjson.encode(bound))
end
return answer
`;

const REMEMBER = `${COMMON}
if redis.call("hexists", P .. "owner", ARGV[2]) == 0 then account(ARGV[2], ARGV[3], ARGV[4], ARGV[5]) end
return 1
`;

const EXPIRED = `${COMMON}
local ids = redis.call("zrangebyscore", P .. "until", "-inf", now, "limit", 0, ARGV[2])
for _, id in ipairs(ids) do redis.call("zadd", P .. "until", now + ARGV[3], id) end
return ids
`;

const ADD = `${COMMON}
local id, client, rows, size, created = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local restored, key, digest, most, ttl = cjson.decode(ARGV[7]), ARGV[8], ARGV[9], tonumber(ARGV[10]), tonumber(ARGV[11])
local bytes = tonumber(ARGV[12])
local J = P .. "job:" .. id
if redis.call("exists", J) == 1 then return { "known", id, digest } end
if key ~= "" then
	local known = redis.call("hmget", P .. "key:" .. key, "id", "digest")
	if known[1] then return { "known", known[1], known[2] } end
end
local isNew = restored.chunks == nil
if isNew and tonumber(redis.call("hget", P .. "open", client) or "0") >= most then return { "full" } end
local done = restored.chunks or {}
local chunks = math.ceil(rows / size)
local waiting = chunks - #done
redis.call("hset", J, "client", client, "rows", rows, "size", size, "chunks", chunks, "next", 0, "waiting", waiting,
	"done", #done, "drawn", 0, "failed", 0, "bytes", 0, "created", created > 0 and created or now, "state", "queued")
if #done > 0 then redis.call("hset", J, "state", "running", "started", now) end
for _, chunk in ipairs(done) do redis.call("setbit", P .. "done:" .. id, chunk, 1) end
if not isNew then
	count(id, restored.drawn, restored.failed, restored.bytes, restored.errors)
	redis.call("hset", J, "found", restored.drawn + restored.failed)
end
if key ~= "" then
	redis.call("hset", J, "key", key)
	redis.call("hset", P .. "key:" .. key, "id", id, "digest", digest)
	redis.call("pexpire", P .. "key:" .. key, ttl)
end
redis.call("hincrby", P .. "open", client, 1)
if redis.call("hexists", P .. "owner", id) == 0 then account(id, client, bytes, "+inf") end
redis.call("zadd", P .. "until", "+inf", id)
if waiting == 0 then finish(id, client, "done", ttl) return { "added", "ended" } end
if redis.call("rpush", P .. "queue:" .. client, id) == 1 then redis.call("rpush", P .. "clients", client) end
redis.call("zadd", P .. "pending", created > 0 and created or now, id)
redis.call("hincrby", P .. "stats", "chunks", waiting)
redis.call("hincrby", P .. "stats", "rows", waitingRows(id, rows, size, chunks, waiting))
return { "added" }
`;

const TAKE = `${COMMON}
local lease, most = ARGV[2], tonumber(ARGV[3])
local bound = redis.call("hget", P .. "bound", lease)
if bound then
	local again = cjson.decode(bound)
	if (again.kept or 0) > 0 then
		if redis.call("hexists", P .. "owner", again.id) == 1 then grow(again.id, again.client, -again.kept) end
		again.kept = 0
		redis.call("hset", P .. "bound", lease, cjson.encode(again))
	end
	return bound
end
local waits = "none"
for _ = 1, redis.call("llen", P .. "clients") do
	local client = redis.call("lpop", P .. "clients")
	local id = redis.call("lindex", P .. "queue:" .. client, 0)
	local J = P .. "job:" .. id
	local job = redis.call("hmget", J, "rows", "size", "chunks", "next", "waiting", "state")
	local rows, size, chunks, next, waiting = tonumber(job[1]), tonumber(job[2]), tonumber(job[3]), tonumber(job[4]), tonumber(job[5])
	while next < chunks and redis.call("getbit", P .. "done:" .. id, next) == 1 do next = next + 1 end
	local taken = math.min(size, rows - next * size)
	local flight = tonumber(redis.call("hget", P .. "flight", client) or "0")
	if flight > 0 and flight + taken > most then
		waits = "wait"
		redis.call("rpush", P .. "clients", client)
	else
		redis.call("hset", J, "next", next + 1, "waiting", waiting - 1)
		if job[6] == "queued" then redis.call("hset", J, "state", "running", "started", now) end
		redis.call("hincrby", P .. "stats", "chunks", -1)
		redis.call("hincrby", P .. "stats", "rows", -taken)
		if waiting <= 1 then
			redis.call("lpop", P .. "queue:" .. client)
			redis.call("zrem", P .. "pending", id)
		end
		if redis.call("llen", P .. "queue:" .. client) > 0 then redis.call("rpush", P .. "clients", client) end
		redis.call("hincrby", P .. "flight", client, taken)
		local chunk = cjson.encode({ id = id, chunk = next, rows = taken, client = client })
		redis.call("hset", P .. "bound", lease, chunk)
		return chunk
	end
end
return waits
`;

const DONE = `${COMMON}
local bound = unbind(ARGV[2])
if not bound then return { 0, 0 } end
local J = P .. "job:" .. bound.id
local state = redis.call("hget", J, "state")
if state ~= "running" or redis.call("setbit", P .. "done:" .. bound.id, bound.chunk, 1) == 1 then return { 0, 0 } end
count(bound.id, ARGV[3], ARGV[4], ARGV[5], ARGV[6])
if redis.call("hexists", P .. "owner", bound.id) == 1 then grow(bound.id, bound.client, ARGV[8] - (bound.kept or 0)) end
local done = redis.call("hincrby", J, "done", 1)
local ended = 0
if done == tonumber(redis.call("hget", J, "chunks")) then
	finish(bound.id, bound.client, "done", ARGV[7])
	ended = 1
end
return { ended, tonumber(redis.call("hget", J, "bytes")) }
`;

const DROP = `${COMMON}
unbind(ARGV[2])
return 1
`;

const END = `${COMMON}
local id = ARGV[2]
local J = P .. "job:" .. id
local job = redis.call("hmget", J, "state", "client", "waiting", "rows", "size", "chunks")
if job[1] ~= "queued" and job[1] ~= "running" then return 0 end
if ARGV[4] ~= "" then redis.call("hset", J, "error", ARGV[4]) end
local waiting = tonumber(job[3])
redis.call("hincrby", P .. "stats", "chunks", -waiting)
redis.call("hincrby", P .. "stats", "rows", -waitingRows(id, tonumber(job[4]), tonumber(job[5]), tonumber(job[6]), waiting))
unqueue(id, job[2])
redis.call("hset", J, "waiting", 0)
finish(id, job[2], ARGV[3], ARGV[5])
return 1
`;

const FORGET = `${COMMON}
local J = P .. "job:" .. ARGV[2]
local job = redis.call("hmget", J, "state", "key")
if job[1] == "queued" or job[1] == "running" then return 0 end
-- A new job may have its key by now.
if job[2] and redis.call("hget", P .. "key:" .. job[2], "id") == ARGV[2] then redis.call("del", P .. "key:" .. job[2]) end
local owner = redis.call("hget", P .. "owner", ARGV[2])
if owner then
	grow(ARGV[2], owner, -(redis.call("hget", P .. "kept", ARGV[2]) or 0))
	redis.call("hdel", P .. "kept", ARGV[2])
	redis.call("hdel", P .. "owner", ARGV[2])
	redis.call("zrem", P .. "until", ARGV[2])
end
for _, kind in ipairs({ "job:", "done:", "errors:" }) do redis.call("del", P .. kind .. ARGV[2]) end
return 1
`;

const PROGRESS = `${COMMON}
local job = redis.call("hgetall", P .. "job:" .. ARGV[2])
if #job == 0 then return nil end
return { now, job, redis.call("lrange", P .. "errors:" .. ARGV[2], 0, -1) }
`;

const STATS = `${COMMON}
local flight = 0
for _, rows in ipairs(redis.call("hvals", P .. "flight")) do flight = flight + tonumber(rows) end
local oldest = redis.call("zrange", P .. "pending", 0, 0, "withscores")
local stats = redis.call("hmget", P .. "stats", "chunks", "rows", "kept")
local age = 0
if oldest[2] then age = now - tonumber(oldest[2]) end
return { tonumber(stats[1] or "0"), tonumber(stats[2] or "0"), flight, age, tonumber(stats[3] or "0") }
`;

const digests = new Map<string, string>();

/** The SHA-1 of a script, which identifies it in Redis. */
function digestOf(script: string): string {
	const known = digests.get(script);
	if (known !== undefined) return known;
	const digest = createHash("sha1").update(script).digest("hex");
	digests.set(script, digest);
	return digest;
}

/** A states in Redis, for all replicas. Every method throws RedisError if Redis is unavailable. */
export class RedisJobStates implements JobStates {
	readonly #redis: RedisConnection;
	readonly #limits: JobLimits;

	/** @param redis not closed by this class */
	constructor(redis: RedisConnection, limits: JobLimits) {
		this.#redis = redis;
		this.#limits = limits;
	}

	async open(id: string, client: string): Promise<QuotaResult> {
		const { clientBytes, storeBytes } = this.#limits;
		const record = [RECORD_BYTES, clientBytes, storeBytes, ARRIVING_MS];
		return (await this.#run(OPEN, id, client, ...record)) as QuotaResult;
	}

	async keep(id: string, bytes: number, lease = ""): Promise<QuotaResult> {
		const { clientBytes, storeBytes } = this.#limits;
		return (await this.#run(KEEP, id, bytes, lease, clientBytes, storeBytes)) as QuotaResult;
	}

	async remember({ id, client, bytes, endedAt }: KeptJob): Promise<void> {
		await this.#run(REMEMBER, id, client, bytes + RECORD_BYTES, endedAt + this.#limits.ttlMs);
	}

	async expired(): Promise<readonly string[]> {
		return (await this.#run(EXPIRED, DELETED_AT_A_TIME, DELETING_MS)) as string[];
	}

	/** Whether this replica does the shared work in this interval. Milliseconds. */
	async mayCheck(everyMs: number): Promise<boolean> {
		// Slightly shorter, so that the next interval is not missed.
		const set = await this.#redis.run((redis) =>
			redis.set(`${JOBS_PREFIX}check`, "done", "PX", Math.ceil(everyMs * 0.9), "NX"),
		);
		return set === "OK";
	}

	/**
	 * Whether this replica must count the finished jobs in the store: no replica has done so since
	 * Redis was empty.
	 */
	async mayRememberAll(): Promise<boolean> {
		const mark = `${JOBS_PREFIX}remembered`;
		const set = await this.#redis.run((redis) =>
			redis.set(mark, "under way", "PX", ARRIVING_MS, "NX"),
		);
		return set === "OK";
	}

	/** Records that finished jobs were counted. */
	async rememberedAll(): Promise<void> {
		await this.#redis.run((redis) => redis.set(`${JOBS_PREFIX}remembered`, "done"));
	}

	async add({
		id,
		client,
		rows,
		chunkRows,
		createdAt = 0,
		restored,
		key,
		rowBytes = 0,
	}: NewJob): Promise<Added> {
		const found = restored && together(restored);
		const answer = (await this.#run(
			ADD,
			id,
			client,
			rows,
			chunkRows,
			createdAt,
			JSON.stringify(found ?? {}),
			key?.name ?? "",
			key?.digest ?? "",
			this.#limits.openJobs,
			this.#limits.ttlMs,
			RECORD_BYTES + rowBytes + (found?.keptBytes ?? 0),
		)) as string[];
		const [kind, known = "", digest = ""] = answer;
		if (kind === "known") return { kind, id: known, digest };
		if (kind === "added" || kind === "full") return { kind };
		throw new RedisError("an unexpected answer");
	}

	async take(lease: string): Promise<TakenChunk | "wait" | "none"> {
		const answer = (await this.#run(TAKE, lease, this.#limits.rowsInFlight)) as string;
		if (answer === "wait" || answer === "none") return answer;
		const { id, chunk } = JSON.parse(answer) as TakenChunk;
		return { id, chunk };
	}

	async done(lease: string, { drawn, failed, bytes, keptBytes, errors }: ChunkOutcome) {
		const answer = await this.#run(
			DONE,
			lease,
			drawn,
			failed,
			bytes,
			JSON.stringify(errors),
			this.#limits.ttlMs,
			keptBytes,
		);
		const [ended, all] = answer as [number, number];
		return { ended: ended === 1, bytes: all };
	}

	async drop(lease: string): Promise<void> {
		await this.#run(DROP, lease);
	}

	async end(id: string, state: "failed" | "cancelled", error?: JobFailure): Promise<boolean> {
		const failure = error === undefined ? "" : JSON.stringify(error);
		return (await this.#run(END, id, state, failure, this.#limits.ttlMs)) === 1;
	}

	async progress(id: string): Promise<JobProgress | undefined> {
		const answer = (await this.#run(PROGRESS, id)) as [number, string[], string[]] | null;
		if (answer === null) return undefined;
		const [now, members, errors] = answer;
		const job: Record<string, string> = {};
		for (let i = 0; i + 1 < members.length; i += 2) job[members[i]!] = members[i + 1]!;
		const { found, started, ended, error } = job;
		return {
			state: job.state as JobProgress["state"],
			client: job.client ?? "",
			rows: Number(job.rows),
			chunks: Number(job.chunks),
			doneChunks: Number(job.done),
			drawn: Number(job.drawn),
			failed: Number(job.failed),
			bytes: Number(job.bytes),
			createdAt: Number(job.created),
			...(Number(found) > 0 && { found: Number(found) }),
			...(started !== undefined && { startedAt: Number(started) }),
			...(ended !== undefined && { endedAt: Number(ended) }),
			now,
			errors: errors.map((one) => JSON.parse(one) as JobRowError).sort((a, b) => a.row - b.row),
			...(error !== undefined && { error: JSON.parse(error) as JobFailure }),
		};
	}

	async forget(id: string): Promise<void> {
		await this.#run(FORGET, id);
	}

	async stats(): Promise<QueueStats> {
		const answer = (await this.#run(STATS)) as number[];
		const [waitingChunks = 0, waitingRows = 0, rowsInFlight = 0, age = 0, keptBytes = 0] = answer;
		const oldestSeconds = Math.max(0, age) / 1_000;
		return { waitingChunks, waitingRows, rowsInFlight, oldestSeconds, keptBytes };
	}

	/** Finished jobs whose end is not stored yet. */
	async ending(): Promise<string[]> {
		return this.#redis.run((client) => client.smembers(`${JOBS_PREFIX}ending`));
	}

	/** Records that the end of a job is stored. */
	async closed(id: string): Promise<void> {
		await this.#redis.run((client) => client.srem(`${JOBS_PREFIX}ending`, id));
	}

	/** Leases that have a chunk. */
	async leases(): Promise<Map<string, TakenChunk>> {
		const bound = await this.#redis.run((client) => client.hgetall(`${JOBS_PREFIX}bound`));
		return new Map(
			Object.entries(bound).map(([lease, chunk]) => [lease, JSON.parse(chunk) as TakenChunk]),
		);
	}

	/** Runs a script by its digest; sends its text if Redis does not know it. */
	#run(script: string, ...values: (string | number)[]): Promise<unknown> {
		return this.#redis.run((client) =>
			client.evalsha(digestOf(script), 0, JOBS_PREFIX, ...values).catch((error: unknown) => {
				if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
				return client.eval(script, 0, JOBS_PREFIX, ...values);
			}),
		);
	}
}

/** Combines the results of all finished chunks. */
function together(restored: ReadonlyMap<number, ChunkOutcome>) {
	let [drawn, failed, bytes, keptBytes] = [0, 0, 0, 0];
	const errors: JobRowError[] = [];
	for (const outcome of restored.values()) {
		drawn += outcome.drawn;
		failed += outcome.failed;
		bytes += outcome.bytes;
		keptBytes += outcome.keptBytes;
		errors.push(...outcome.errors);
	}
	const first = JSON.stringify(errors.slice(0, LIMITS.maxJobErrors));
	return { chunks: [...restored.keys()], drawn, failed, bytes, keptBytes, errors: first };
}
