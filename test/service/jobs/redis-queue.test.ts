/** The queue of all replicas with a real Redis, and what draws replaced by what can be held. */
import t, { type Test } from "tap";
import type { ChunkOutcome } from "../../../src/service/jobs/job.js";
import type { QueueWork } from "../../../src/service/jobs/queue.js";
import { JOBS_PREFIX, RedisJobStates } from "../../../src/service/jobs/redis-job-states.js";
import { RedisQueue } from "../../../src/service/jobs/redis-queue.js";
import { RedisConnection } from "../../../src/service/redis/connection.js";
import { noRedis, startRedis } from "../../helpers/redis-server.js";
import { until } from "../../helpers/until.js";

const LIMITS = {
	rowsInFlight: 100,
	openJobs: 3,
	ttlMs: 60_000,
	clientBytes: 1e9,
	storeBytes: 1e9,
};
const OUTCOME: ChunkOutcome = { drawn: 10, failed: 0, bytes: 0, keptBytes: 0, errors: [] };

/** A replica that draws one chunk at a time, each until it is let go. */
async function replica(t: Test, url: string, own: Partial<QueueWork> = {}) {
	const redis = new RedisConnection(url, 5_000, () => undefined);
	const queue = new RedisQueue(new RedisJobStates(redis, LIMITS), redis, { url, slots: 1 });
	const held: (() => void)[] = [];
	const work: QueueWork = {
		draw: async () => {
			await new Promise<void>((resolve) => held.push(resolve));
			return OUTCOME;
		},
		ended: async () => false,
		tell: async () => undefined,
		restore: async () => "restored",
		expire: async () => undefined,
		rememberAll: async () => undefined,
		onError: () => undefined,
		...own,
	};
	await queue.start(work);
	t.teardown(() => queue.close());
	return { queue, held };
}

t.test(
	"a replica that draws since before Redis was emptied does not end the chunk of another",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const job = { id: "job", client: "a", rows: 30, chunkRows: 10 };
		const first = await replica(t, redis.url);
		await first.queue.add(job);
		await until("it draws", () => first.held.length === 1);
		await redis.ask((client) => client.flushall());
		const second = await replica(t, redis.url);
		await second.queue.add(job);
		await until("the other draws", () => second.held.length === 1);
		first.held[0]!();
		await until("the first draws again", () => first.held.length === 2);
		t.equal(
			(await first.queue.states.progress("job"))?.doneChunks,
			0,
			"none of these chunks is done",
		);
		for (const { held } of [first, second]) held.at(-1)!();
		await until("they go on", () => first.held.length + second.held.length === 4);
		for (const { held } of [first, second]) held.at(-1)!();
		await until(
			"it is done",
			async () => (await first.queue.states.progress("job"))?.state === "done",
		);
		t.match(await first.queue.states.progress("job"), { doneChunks: 3, drawn: 30 });
	},
);

t.test(
	"finished jobs are counted by another replica if one ends meanwhile, which is no error",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const mark = () => redis.ask((client) => client.get(`${JOBS_PREFIX}remembered`));
		let begun = false;
		let end: (error: Error) => void = () => {};
		const errors: string[] = [];
		const onError = (_error: unknown, what: string) => void errors.push(what);
		const first = await replica(t, redis.url, {
			rememberAll: () => {
				begun = true;
				return new Promise((_, reject) => {
					end = reject;
				});
			},
			onError,
		});
		await until("it counts", () => begun);
		const ended = first.queue.stop();
		end(new Error("the store is closed"));
		await ended;
		t.not(await mark(), "done");
		t.same(errors, []);

		await redis.ask((client) => client.flushall());
		const second = await replica(t, redis.url, {
			rememberAll: () => Promise.reject(new Error("the store is unavailable")),
			onError,
		});
		await until("a failure is reported", () => errors.length > 0);
		t.same(errors, ["remember"]);
		t.not(await mark(), "done");
		await second.queue.stop();

		await redis.ask((client) => client.flushall());
		await replica(t, redis.url, { onError });
		await until("all are counted", async () => (await mark()) === "done");
		t.same(errors, ["remember"]);
	},
);
