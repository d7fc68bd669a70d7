/**
 * What the queue of jobs itself costs for each row, on 1, 2 and 8 simulated replicas that share a
 * real Redis and draw nothing. Processor time does not depend on what else the machine does.
 *
 *     npx tsc -p tsconfig.json && node dist/scripts/queue-cost.js
 */
import { RedisLedger } from "../src/service/jobs/redis-ledger.js";
import { RedisConnection } from "../src/service/redis/connection.js";
import { RedisServer } from "./operation/redis-server.js";

const ROWS = 20_000;
/** As for slides of one photo. */
const CHUNK_ROWS = 25;
/** A picture of a row, and its line of the manifest. Bytes. */
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

/** Seconds that Redis has used of a processor. */
async function redisSeconds(redis: RedisConnection): Promise<number> {
	const info = await redis.run((client) => client.info("cpu"));
	const used = (kind: string) =>
		Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1] ?? Number.NaN);
	return used("user") + used("sys");
}

/** Takes chunks until there are none. @returns how many */
async function replica(ledger: RedisLedger, id: string, name: string): Promise<number> {
	for (let chunks = 0; ; chunks++) {
		const token = `${name}-${chunks}`;
		if (typeof (await ledger.take(token)) === "string") return chunks;
		for (let row = 0; row < CHUNK_ROWS; row++) await ledger.keep(id, PICTURE_BYTES, token);
		await ledger.keep(id, LINE_BYTES * CHUNK_ROWS, token);
		await ledger.progress(id);
		const bytes = PICTURE_BYTES * CHUNK_ROWS;
		const keptBytes = bytes + LINE_BYTES * CHUNK_ROWS;
		await ledger.done(token, { drawn: CHUNK_ROWS, failed: 0, bytes, keptBytes, errors: [] });
	}
}

for (const count of [1, 2, 8]) {
	const server = await RedisServer.create();
	const connections = Array.from(
		{ length: count },
		() => new RedisConnection(server.url, COMMAND_MS, () => undefined),
	);
	await Promise.all(connections.map((connection) => connection.start()));
	const ledgers = connections.map((connection) => new RedisLedger(connection, LIMITS));
	await ledgers[0]!.open("job", "client");
	await ledgers[0]!.add({ id: "job", client: "client", rows: ROWS, chunkRows: CHUNK_ROWS });
	const before = await redisSeconds(connections[0]!);
	const own = process.cpuUsage();
	const chunks = await Promise.all(ledgers.map((one, i) => replica(one, "job", `replica-${i}`)));
	const { user, system } = process.cpuUsage(own);
	const inRedis = (await redisSeconds(connections[0]!)) - before;
	const most = Math.max(...chunks) / (ROWS / CHUNK_ROWS / count);
	console.log(
		`${count} replicas: ${((user + system) / 1_000 / ROWS).toFixed(3)} ms a row in the replicas, ${((inRedis * 1_000) / ROWS).toFixed(3)} ms in Redis; the busiest had ${most.toFixed(2)} times its part`,
	);
	for (const connection of connections) connection.close();
	await server.dispose();
}
