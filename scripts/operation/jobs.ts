import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { Job, JobFile } from "../../src/contract/jobs.js";
import { folderOf } from "../../src/service/jobs/job.js";
import { type HonestResult, honestClient } from "./honest-client.js";
import { processMemory } from "./processes.js";
import { RedisServer } from "./redis-server.js";
import { type S3Server, startS3Server } from "./s3-server.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";

/** Rows of each of the two jobs; --count overrides it. */
const ROWS = 10_000;
/** The rate is measured until this share of the rows, before anything is killed. */
const RATE_UNTIL = 0.5;
/** Shares of the rows after which a replica, Redis and the bucket are killed. */
const REPLICA_DIES_AT = 0.55;
const REDIS_DIES_AT = 0.7;
const BUCKET_DIES_AT = 0.85;
/** How long Redis and the bucket are unavailable. Milliseconds. */
const AWAY_MS = 5_000;
/**
 * An honest client that sends two requests per second from its own address, and the duration of its
 * baseline before there is a job. Milliseconds.
 */
const HONEST = "127.0.0.2";
const HONEST_PAUSE_MS = 500;
const ALONE_MS = 20_000;
/** Intervals for checking the memory and the progress of a job. Milliseconds. */
const MEMORY_MS = 2_000;
const LOOK_MS = 250;
/** Number of different photos; each row has its own URL. */
const PHOTOS = 12;
/** Images that are downloaded at the end. */
const FETCHED = 50;
/** Minimum rows per second on two replicas, as a share of those on one. */
const NO_LOSS = 0.9;
/** Maximum factors for the honest client's median and 99th percentile. */
const MEDIAN_TIMES = 3;
const LAST_TIMES = 20;
/** Maximum memory of the process that serves HTTP. MB. */
const SERVER_MB = 400;
/** Render processes of all replicas together: one for each core of the documented figures. */
const RENDER_PROCESSES = 2;

/** Services that a job needs. */
interface Surroundings {
	readonly redis: RedisServer;
	readonly s3: S3Server;
	readonly photos: Awaited<ReturnType<typeof startPhotos>>;
	readonly hook: Awaited<ReturnType<typeof startHook>>;
	readonly count: number;
}

/**
 * A job with a photo in each row, with a real Redis and an S3 server: first on two replicas, then
 * on one. In the second half of the first job, a replica, Redis and the bucket are killed one after
 * the other; every row must still be in the manifest exactly once.
 */
export const jobs: Scenario = async (claims, { count = ROWS }) => {
	const [redis, s3, photos, hook] = await Promise.all([
		RedisServer.create(),
		startS3Server(),
		startPhotos(),
		startHook(),
	]);
	const all: Surroundings = { redis, s3, photos, hook, count };
	try {
		const two = await run(claims, all, 2);
		const one = await run(claims, all, 1);
		claims.check(
			"two replicas draw as many rows per second as one",
			two >= NO_LOSS * one,
			`${two.toFixed(1)} and ${one.toFixed(1)} rows/s`,
		);
	} finally {
		await Promise.all([redis.dispose(), s3.dispose(), photos.dispose(), hook.dispose()]);
	}
};

/** Renders a job. @returns rows per second before anything was killed */
async function run(claims: Claims, all: Surroundings, replicaCount: 1 | 2): Promise<number> {
	const { redis, s3, photos, hook, count } = all;
	const on = replicaCount === 1 ? "one replica" : "two replicas";
	const env = {
		REDIS_URL: redis.url,
		...s3.env,
		RENDER_PROCESSES: String(RENDER_PROCESSES / replicaCount),
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
		LOG_LEVEL: "warn",
	};
	const services = [await startService(env)];
	if (replicaCount === 2) services.push(await startService(env));
	const first = services[0]!;
	try {
		const alone = honestClient(first.url, HONEST, HONEST_PAUSE_MS);
		await sleep(ALONE_MS);
		const idle = await alone();
		const memory = watchMemory(() => services);
		const honest = honestClient(first.url, HONEST, HONEST_PAUSE_MS);
		const { id } = await start(first, all);
		const began = performance.now();
		const reach = (share: number) => reached(first, id, count * share);
		await reach(RATE_UNTIL);
		const rows = await rowsOf(first, id);
		const rate = (rows * 1_000) / (performance.now() - began);
		claims.note(`${on}: ${rate.toFixed(1)} rows/s over the first ${rows} rows`);

		if (replicaCount === 2) {
			await reach(REPLICA_DIES_AT);
			services[1]!.signal("SIGKILL");
			await services[1]!.ended();
			claims.note(`a replica was killed after ${await rowsOf(first, id)} rows`);
			services[1] = await startService(env);

			await reach(REDIS_DIES_AT);
			claims.note(`Redis was killed after ${await rowsOf(first, id)} rows; it comes back empty`);
			await redis.kill();
			await sleep(AWAY_MS);
			await redis.start();

			await reach(BUCKET_DIES_AT);
			claims.note(`the bucket was killed after ${await rowsOf(first, id)} rows`);
			await s3.kill();
			await sleep(AWAY_MS);
			await s3.start();
		}
		await reach(1);
		const seconds = (performance.now() - began) / 1_000;
		const beside = await honest();
		const peaks = await memory.end();
		const done = await ended(first, id);
		claims.check(
			`${on}: the job is done, and every row was drawn`,
			done.state === "done" && done.rows.drawn === count,
			`${done.rows.drawn} of ${count} rows in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} rows/s${replicaCount === 2 ? " with all that died" : ""}`,
		);
		await checkManifest(claims, all, first, id, on);
		await hook.called(id);
		claims.check(`${on}: the webhook was called once`, hook.calls(id) === 1, `${hook.calls(id)}`);
		checkMemory(claims, on, peaks);
		fares(claims, on, idle, beside);
		claims.note(`${on}: photos were fetched ${photos.requests()} times`);
		return rate;
	} finally {
		await Promise.all(services.map((service) => service.dispose()));
	}
}

/** A server for photos with camera noise. */
async function startPhotos() {
	const size = { width: 1_200, height: 1_200 };
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const photos: Buffer[] = [];
	for (let i = 0; i < PHOTOS; i++)
		photos.push(
			await sharp({ create: { ...size, channels: 3, background: "#888", noise } })
				.blur(3)
				.jpeg({ quality: 85 })
				.toBuffer(),
		);
	let requests = 0;
	const server = createServer((request, response) => {
		const [, n] = /^\/(\d+)\.jpg$/.exec(request.url ?? "") ?? [];
		requests++;
		response.setHeader("content-type", "image/jpeg");
		response.end(photos[Number(n) % PHOTOS]);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		/** Since the last call. */
		requests: () => {
			const before = requests;
			requests = 0;
			return before;
		},
		dispose: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** A webhook that is called when jobs end. */
async function startHook() {
	const ids: string[] = [];
	const server = createServer(async (request, response) => {
		const pieces: Buffer[] = [];
		for await (const piece of request) pieces.push(piece as Buffer);
		const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: Job };
		ids.push(data.id);
		response.end();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const calls = (id: string) => ids.filter((one) => one === id).length;
	return {
		url: `http://127.0.0.1:${port}/hook`,
		calls,
		/** Waits for a call, and then for a possible second one. */
		called: async (id: string) => {
			for (let looks = 0; looks < 100 && calls(id) === 0; looks++) await sleep(100);
			await sleep(2_000);
		},
		dispose: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function start(service: Service, { photos, hook, count }: Surroundings): Promise<Job> {
	const head = {
		document: {
			platform: "photo-feed-square",
			format: "jpeg",
			slides: [
				{
					image: `${photos.url}/{{n}}.jpg`,
					textBlocks: [{ text: "Row {{n}}", style: "shadow", x: 40, y: 300, width: 325 }],
				},
			],
		},
		output: "both",
		fileName: "post-{{n}}",
		webhook: { url: hook.url, secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
	};
	const rows = Array.from({ length: count }, (_, i) => JSON.stringify({ n: i + 1 }));
	const answer = await fetch(`${service.url}/api/jobs`, {
		method: "POST",
		headers: { "content-type": "application/x-ndjson" },
		body: [JSON.stringify(head), ...rows].join("\n"),
	});
	if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
	return (await answer.json()) as Job;
}

/** @returns undefined while the service is unreachable */
async function jobOf(service: Service, id: string): Promise<Job | undefined> {
	const answer = await fetch(`${service.url}/api/jobs/${id}`).catch(() => undefined);
	return answer?.status === 200 ? ((await answer.json()) as Job) : undefined;
}

async function rowsOf(service: Service, id: string): Promise<number> {
	const job = await jobOf(service, id);
	return job === undefined ? 0 : job.rows.drawn + job.rows.failed;
}

async function reached(service: Service, id: string, rows: number): Promise<void> {
	while ((await rowsOf(service, id)) < rows) await sleep(LOOK_MS);
}

async function ended(service: Service, id: string): Promise<Job> {
	for (;;) {
		const job = await jobOf(service, id);
		if (job?.endedAt !== undefined) return job;
		await sleep(LOOK_MS);
	}
}

/** Samples the memory until it is stopped. */
function watchMemory(replicas: () => readonly Service[]) {
	const peaks = { server: 0, render: 0, replica: 0 };
	let isOver = false;
	const looking = (async () => {
		for (; !isOver; await sleep(MEMORY_MS))
			for (const { pid } of replicas()) {
				const [server = 0, ...others] = await processMemory(pid);
				peaks.server = Math.max(peaks.server, server);
				peaks.render = Math.max(peaks.render, ...others);
				peaks.replica = Math.max(
					peaks.replica,
					others.reduce((sum, one) => sum + one, server),
				);
			}
	})();
	return {
		async end() {
			isOver = true;
			await looking;
			return peaks;
		},
	};
}

function checkMemory(
	claims: Claims,
	on: string,
	{ server, render, replica }: { server: number; render: number; replica: number },
): void {
	claims.check(
		`${on}: the process that serves HTTP stays small`,
		server < SERVER_MB,
		`at most ${server.toFixed(0)} MB, a render process ${render.toFixed(0)} MB, a replica ${replica.toFixed(0)} MB in all`,
	);
}

function fares(claims: Claims, on: string, idle: HonestResult, beside: HonestResult): void {
	const refused = Object.values(beside.refused).reduce((sum, count) => sum + count, 0);
	claims.check(
		`${on}: each request of an honest client is answered meanwhile`,
		refused === 0,
		`${beside.sent} requests, ${JSON.stringify(beside.refused)}`,
	);
	const ms = ({ p50, p99 }: HonestResult) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
	claims.check(
		`${on}: the honest client waits little`,
		beside.p50 <= MEDIAN_TIMES * idle.p50 && beside.p99 <= LAST_TIMES * idle.p99,
		`${ms(beside)}; before the job ${ms(idle)}`,
	);
}

async function checkManifest(
	claims: Claims,
	{ s3, count }: Surroundings,
	service: Service,
	id: string,
	on: string,
): Promise<void> {
	const text = await (await fetch(`${service.url}/api/jobs/${id}/manifest`)).text();
	const lines = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as { row: number; files?: JobFile[] });
	claims.check(
		`${on}: every row is in the manifest exactly once`,
		lines.length === count && lines.every(({ row }, i) => row === i + 1),
		`${lines.length} lines`,
	);
	const named = new Set(lines.flatMap(({ files = [] }) => files.map(({ file }) => file)));
	const stored = await s3.names(`jobs/${folderOf(id)}/files/`);
	claims.check(
		`${on}: the bucket has each picture of the manifest, and no other`,
		named.size === count && stored.length === count && stored.every((name) => named.has(name)),
		`${stored.length} pictures`,
	);
	let right = 0;
	const step = Math.max(1, Math.floor(count / FETCHED));
	const looked = lines.filter((_, i) => i % step === 0);
	for (const { files } of looked) {
		const [file] = files ?? [];
		const answer = file?.url && (await fetch(file.url));
		if (answer && answer.status === 200)
			right += (await answer.arrayBuffer()).byteLength === file.bytes ? 1 : 0;
	}
	claims.check(
		`${on}: pictures can be downloaded`,
		right === looked.length,
		`${right} of ${looked.length} that were fetched`,
	);
}
