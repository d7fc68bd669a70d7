/** Both ledgers say the same: the one of this process, and the one in Redis. */
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { MemoryJobStates } from "../../../src/service/jobs/memory-job-states.js";
import {
	type JobLimits,
	type JobStates,
	type NewJob,
	RECORD_BYTES,
} from "../../../src/service/jobs/queue.js";
import { RedisJobStates } from "../../../src/service/jobs/redis-job-states.js";
import { RedisConnection } from "../../../src/service/redis/connection.js";
import { noRedis, startRedis } from "../../helpers/redis-server.js";

const MB = 1_048_576;
const LIMITS = {
	rowsInFlight: 100,
	openJobs: 3,
	ttlMs: 60_000,
	clientBytes: 100 * MB,
	storeBytes: 1_000 * MB,
};
const OUTCOME = { drawn: 10, failed: 0, bytes: 1_000, keptBytes: 1_200, errors: [] };
const job = (id: string, client = "a", more: Partial<NewJob> = {}): NewJob => ({
	id,
	client,
	rows: 25,
	chunkRows: 10,
	...more,
});

const openRedis = async (t: Test, limits: JobLimits) => {
	const server = await startRedis(t);
	const redis = new RedisConnection(server.url, 5_000, () => undefined);
	await redis.start();
	t.teardown(() => redis.close());
	return new RedisJobStates(redis, limits);
};

const KINDS: [string, (t: Test, limits?: JobLimits) => Promise<JobStates>, string | false][] = [
	["memory", async (_t, limits = LIMITS) => new MemoryJobStates(limits), false],
	["Redis", (t, limits = LIMITS) => openRedis(t, limits), noRedis],
];

for (const [kind, open, skip] of KINDS) {
	t.test(`${kind}: a job from its first chunk to its end`, { skip }, async (t) => {
		const states = await open(t);
		t.strictSame(await states.add(job("one")), { kind: "added" });
		t.match(await states.progress("one"), { state: "queued", rows: 25, chunks: 3, doneChunks: 0 });
		t.match(await states.stats(), { waitingChunks: 3, waitingRows: 25, rowsInFlight: 0 });
		t.strictSame(await states.take("x"), { id: "one", chunk: 0 });
		t.strictSame(await states.take("x"), { id: "one", chunk: 0 }, "a lease keeps its chunk");
		t.strictSame(await states.take("y"), { id: "one", chunk: 1 });
		t.match(await states.progress("one"), { state: "running" });
		t.match(await states.stats(), { waitingChunks: 1, waitingRows: 5, rowsInFlight: 20 });
		t.strictSame(await states.done("y", OUTCOME), { ended: false, bytes: 1_000 });
		t.strictSame(await states.done("y", OUTCOME), { ended: false, bytes: 0 }, "once");
		t.strictSame(await states.take("z"), { id: "one", chunk: 2 });
		t.equal(await states.take("w"), "none");
		const failed = { row: 21, code: "too_complex", message: "No." };
		await states.done("z", { drawn: 4, failed: 1, bytes: 500, keptBytes: 600, errors: [failed] });
		t.strictSame(await states.done("x", OUTCOME), { ended: true, bytes: 2_500 });
		const { endedAt, startedAt, createdAt, now, ...end } = (await states.progress("one"))!;
		t.ok(createdAt <= startedAt! && startedAt! <= endedAt! && endedAt! <= now);
		t.strictSame(end, {
			state: "done",
			client: "a",
			rows: 25,
			chunks: 3,
			doneChunks: 3,
			drawn: 24,
			failed: 1,
			bytes: 2_500,
			errors: [failed],
		});
		t.match(await states.stats(), {
			waitingChunks: 0,
			waitingRows: 0,
			rowsInFlight: 0,
			oldestSeconds: 0,
		});
		await states.forget("one");
		t.equal(await states.progress("one"), undefined);
	});

	t.test(
		`${kind}: clients take turns, and jobs of one client come in order`,
		{ skip },
		async (t) => {
			const states = await open(t);
			for (const id of ["a1", "a2"]) await states.add(job(id, "a", { rows: 30 }));
			await states.add(job("b1", "b", { rows: 20 }));
			const turns: string[] = [];
			for (let i = 0; i < 8; i++) {
				const taken = await states.take(`t${i}`);
				turns.push(typeof taken === "string" ? taken : taken.id);
			}
			t.strictSame(turns, ["a1", "b1", "a1", "b1", "a1", "a2", "a2", "a2"]);
		},
	);

	t.test(`${kind}: a client has a bounded number of rows at work`, { skip }, async (t) => {
		const states = await open(t, { ...LIMITS, rowsInFlight: 14 });
		await states.add(job("a1"));
		await states.add(job("big", "b", { rows: 40, chunkRows: 20 }));
		t.match(await states.take("1"), { id: "a1" });
		t.match(await states.take("2"), { id: "big" }, "one chunk may be in any case");
		t.equal(await states.take("3"), "wait");
		await states.done("1", OUTCOME);
		t.match(await states.take("3"), { id: "a1", chunk: 1 });
		t.equal(await states.take("4"), "wait");
		await states.drop("2");
		t.match(await states.take("4"), { id: "big", chunk: 1 });
	});

	t.test(`${kind}: cancelled jobs leave nothing behind`, { skip }, async (t) => {
		const states = await open(t);
		await states.add(job("one"));
		await states.add(job("two"));
		await states.take("x");
		t.equal(await states.end("one", "cancelled"), true);
		t.equal(await states.end("one", "cancelled"), false);
		t.equal(await states.end("none", "cancelled"), false);
		t.strictSame(await states.done("x", OUTCOME), { ended: false, bytes: 0 });
		t.match(await states.progress("one"), { state: "cancelled", drawn: 0 });
		t.match(await states.stats(), { waitingChunks: 3, waitingRows: 25, rowsInFlight: 0 });
		t.match(await states.take("x"), { id: "two", chunk: 0 });
		const error = { code: "internal_error", message: "No." };
		await states.end("two", "failed", error);
		t.match(await states.progress("two"), { state: "failed", error });
		await states.drop("x");
		t.match(await states.stats(), { waitingChunks: 0, waitingRows: 0, rowsInFlight: 0 });
		t.strictSame(await states.add(job("three")), { kind: "added" });
		t.match(await states.take("y"), { id: "three" });
	});

	t.test(`${kind}: jobs of a client are bounded, and keys are known`, { skip }, async (t) => {
		const states = await open(t);
		const key = { name: "key", digest: "digest" };
		t.strictSame(await states.add(job("1", "a", { key })), { kind: "added" });
		t.strictSame(await states.add(job("2", "a", { key })), {
			kind: "known",
			id: "1",
			digest: "digest",
		});
		await states.add(job("2"));
		await states.add(job("3"));
		t.strictSame(await states.add(job("4")), { kind: "full" });
		t.strictSame(await states.add(job("5", "b")), { kind: "added" });
		await states.end("3", "cancelled");
		t.strictSame(await states.add(job("4")), { kind: "added" });
		t.match(await states.add(job("4")), { kind: "known", id: "4" });
		await states.end("1", "cancelled");
		await states.forget("1");
		t.strictSame(await states.add(job("6", "c", { key })), { kind: "added" });
	});

	t.test(`${kind}: a job that was lost goes on where it was`, { skip }, async (t) => {
		const states = await open(t);
		const failed = { row: 1, code: "too_complex", message: "No." };
		const restored = new Map([
			[0, { drawn: 9, failed: 1, bytes: 10, keptBytes: 30, errors: [failed] }],
			[2, { drawn: 5, failed: 0, bytes: 20, keptBytes: 40, errors: [] }],
		]);
		await states.add(job("one", "a", { restored, createdAt: 1_000 }));
		t.match(await states.progress("one"), {
			state: "running",
			createdAt: 1_000,
			drawn: 14,
			failed: 1,
			found: 15,
			bytes: 30,
			errors: [failed],
		});
		t.match(await states.stats(), { waitingChunks: 1, waitingRows: 10 });
		t.strictSame(await states.take("x"), { id: "one", chunk: 1 });
		t.equal(await states.take("y"), "none");
		t.strictSame(await states.done("x", OUTCOME), { ended: true, bytes: 1_030 });
		const all = new Map([0, 1, 2].map((chunk) => [chunk, OUTCOME]));
		await states.add(job("two", "a", { restored: all }));
		t.match(await states.progress("two"), { state: "done", drawn: 30 });
		t.match(await states.stats(), { waitingChunks: 0, waitingRows: 0 });
	});

	t.test(`${kind}: what is kept is counted by client, until it is deleted`, { skip }, async (t) => {
		const most = { clientBytes: MB, storeBytes: 1.5 * MB };
		const states = await open(t, { ...LIMITS, ...most });
		const kept = async () => (await states.stats()).keptBytes;
		t.equal(await states.open("one", "a"), "kept");
		t.equal(await states.open("one", "a"), "kept");
		t.equal(await kept(), RECORD_BYTES, "once");
		t.equal(await states.keep("one", 1_000), "kept");
		t.strictSame(await states.add(job("one", "a", { rows: 20 })), { kind: "added" });
		t.equal(await kept(), RECORD_BYTES + 1_000);
		await states.take("x");
		t.equal(await states.keep("one", 500, "x"), "kept");
		t.equal(await states.keep("one", 300, "x"), "kept");
		await states.take("x");
		t.equal(await kept(), RECORD_BYTES + 1_000, "an attempt that failed counts no longer");
		t.equal(await states.keep("one", 500, "x"), "kept");
		await states.done("x", OUTCOME);
		t.equal(await kept(), RECORD_BYTES + 1_000 + 1_200, "the outcome counts, not the attempt");

		t.equal(await states.keep("one", MB), "client");
		t.equal(await states.open("two", "a"), "kept");
		t.equal(await states.keep("two", MB - 2 * RECORD_BYTES), "client", "all jobs together");
		t.equal(await states.keep("two", MB / 4), "kept");
		t.equal(await states.open("three", "a"), "client", "a new job has no room");
		t.equal(await states.open("other", "b"), "kept", "others go on");
		t.equal(await states.keep("other", MB), "client");
		t.equal(await states.keep("other", MB * 0.7), "store", "there is no room for all");
		t.equal(await states.keep("none", 1), "gone");

		await states.forget("one");
		t.ok((await kept()) > 3 * RECORD_BYTES, "a job that is not over is not forgotten");
		await states.take("y");
		await states.done("y", OUTCOME);
		await states.forget("one");
		await states.forget("two");
		t.equal(await kept(), RECORD_BYTES);
		t.equal(await states.open("three", "a"), "kept", "there is room again");
		await states.forget("other");
		await states.forget("three");
		t.equal(await kept(), 0);
	});

	t.test(`${kind}: jobs whose time is over are told, and found ones count`, { skip }, async (t) => {
		const states = await open(t, { ...LIMITS, ttlMs: 300 });
		const restored = new Map([[0, OUTCOME]]);
		await states.add(job("lost", "a", { restored, rowBytes: 50 }));
		await states.add(job("one", "a"));
		await states.end("one", "cancelled");
		const endedAt = Date.now();
		await states.remember({ id: "old", client: "a", bytes: 70, endedAt: endedAt - 1_000 });
		await states.remember({ id: "new", client: "a", bytes: 80, endedAt: endedAt + 60_000 });
		await states.remember({ id: "one", client: "a", bytes: 90, endedAt });
		t.equal((await states.stats()).keptBytes, 4 * RECORD_BYTES + 50 + 1_200 + 70 + 80);
		t.strictSame(await states.expired(), ["old"]);
		t.strictSame(await states.expired(), [], "not told again at once");
		await sleep(400);
		t.strictSame(await states.expired(), ["one"]);
		t.equal(await states.progress("one"), undefined);
		for (const id of ["old", "one", "new", "lost"]) await states.forget(id);
		t.equal((await states.stats()).keptBytes, RECORD_BYTES + 50 + 1_200, "one is not over");
	});
}
