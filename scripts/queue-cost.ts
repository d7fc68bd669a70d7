/**
 * The cost of the job queue itself per row, including BullMQ: 1, 2, 8 and 32 simulated replicas
 * that share a real Redis and render nothing. Processor time does not depend on other load on the
 * machine.
 *
 *     npm run build && node dist/scripts/queue-cost.js
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ChunkOutcome } from "../src/service/jobs/job.js";
import type { QueueWork } from "../src/service/jobs/queue.js";
import { RedisLedger } from "../src/service/jobs/redis-ledger.js";
import { RedisQueue } from "../src/service/jobs/redis-queue.js";
import { RedisConnection } from "../src/service/redis/connection.js";
import { RedisServer } from "./operation/redis-server.js";

const REPLICAS = [1, 2, 8, 32];
const ROWS = 20_000;
/** Same as for slides with one photo. */
const CHUNK_ROWS = 25;
/** Chunks that a replica renders at a time, same as in the service. */
const SLOTS = 2;
/** The image of a row, and its line in the manifest. Bytes. */
const PICTURE_BYTES = 100_000;
const LINE_BYTES = 300;
const COMMAND_MS = 60_000;
const LIMITS = {
	rowsInFlight: 1_000_000,
	openJobs: 100,
	ttlMs: 60_000,
	clientBytes: 1e12,
	storeBytes: 1e12,
};
/** How long idle replicas are observed. Milliseconds. */
const IDLE_MS = 20_000;

/** Processor time that Redis has used. Seconds. */
const redisSeconds = (server: RedisServer): Promise<number> =>
	server.ask(async (client) => {
		const info = await client.info("cpu");
		const used = (kind: string) =>
			Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1] ?? Number.NaN);
		return used("user") + used("sys");
	});

/** A replica whose rows take no time to render. */
async function replica(server: RedisServer) {
	const redis = new RedisConnection(server.url, COMMAND_MS, () => undefined);
	const ledger = new RedisLedger(redis, LIMITS);
	const queue = new RedisQueue(ledger, redis, { url: server.url, slots: SLOTS });
	let chunks = 0;
	const draw = async ({ id }: { id: string }, token: string): Promise<ChunkOutcome> => {
		chunks++;
		for (let row = 0; row < CHUNK_ROWS; row++) await queue.keep(id, PICTURE_BYTES, token);
		await queue.keep(id, LINE_BYTES * CHUNK_ROWS, token);
		await queue.progress(id);
		const bytes = PICTURE_BYTES * CHUNK_ROWS;
		const keptBytes = bytes + LINE_BYTES * CHUNK_ROWS;
		return { drawn: CHUNK_ROWS, failed: 0, bytes, keptBytes, errors: [] };
	};
	const work: QueueWork = {
		draw,
		ended: async () => false,
		tell: async () => undefined,
		restore: async () => "none",
		expire: async () => undefined,
		rememberAll: async () => undefined,
		onError: (error, what) => console.error(what, error),
	};
	await queue.start(work);
	return { queue, chunks: () => chunks };
}

for (const count of REPLICAS) {
	const server = await RedisServer.create();
	const replicas = await Promise.all(Array.from({ length: count }, () => replica(server)));
	const [first] = replicas;
	await sleep(1_000);
	const used = async () => {
		const { user, system } = process.cpuUsage();
		return { own: (user + system) / 1_000_000, redis: await redisSeconds(server) };
	};
	const idle = await used();
	await sleep(IDLE_MS);
	const before = await used();
	await first!.queue.open("job", "client");
	await first!.queue.add({ id: "job", client: "client", rows: ROWS, chunkRows: CHUNK_ROWS });
	const began = performance.now();
	while ((await first!.queue.progress("job"))?.state !== "done") await sleep(20);
	const seconds = (performance.now() - began) / 1_000;
	const after = await used();
	const ms = (part: number) => ((part * 1_000) / ROWS).toFixed(3);
	const percent = (part: number) => ((part * 100_000) / IDLE_MS).toFixed(2);
	const most = Math.max(...replicas.map((one) => one.chunks())) / (ROWS / CHUNK_ROWS / count);
	console.log(
		`${count} replicas: ${ms(after.own - before.own)} ms a row in the replicas, ${ms(after.redis - before.redis)} ms in Redis, ${(ROWS / seconds).toFixed(0)} rows/s; the busiest had ${most.toFixed(2)} times its part; idle ${percent(before.own - idle.own)} % of a core in all replicas, ${percent(before.redis - idle.redis)} % in Redis`,
	);
	await Promise.all(replicas.map((one) => one.queue.close()));
	await server.dispose();
}
process.exit();
