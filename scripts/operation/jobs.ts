import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { Job, JobFile } from "../../src/contract/jobs.js";
import { lightDocument } from "./documents.js";
import { memoryMb, treeMemoryMb } from "./processes.js";
import { RedisServer } from "./redis-server.js";
import { startS3Server } from "./s3-server.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";

/** Rows of the job, unless --count says otherwise. */
const ROWS = 10_000;
/** Shares of the rows after which a replica, Redis and the bucket are killed. */
const REPLICA_DIES_AT = 0.2;
const REDIS_DIES_AT = 0.45;
const BUCKET_DIES_AT = 0.7;
/** How long Redis and the bucket are away. Milliseconds. */
const AWAY_MS = 5_000;
/** Between two requests of the honest client, and two looks at the memory. Milliseconds. */
const HONEST_PAUSE_MS = 500;
const LOOK_MS = 2_000;
/** Requests of the honest client before the job. */
const HONEST_ALONE = 40;
/** Pictures that are fetched at the end. */
const FETCHED = 50;

const photo = (n: string) => ({
	platform: "photo-feed-square",
	format: "jpeg",
	slides: [
		{
			image: n,
			textBlocks: [{ text: "Row {{n}}", style: "shadow", x: 40, y: 300, width: 325 }],
		},
	],
});

/**
 * A job with a photo in each row, on two replicas with a Redis and a bucket. One replica, then Redis,
 * then the bucket is killed in the middle and comes back: every row is in the manifest exactly once.
 */
export const jobs: Scenario = async (claims, { count = ROWS }) => {
	const [redis, s3, photos] = await Promise.all([
		RedisServer.create(),
		startS3Server(),
		startPhotos(),
	]);
	const env = {
		REDIS_URL: redis.url,
		...s3.env,
		RENDER_PROCESSES: "1",
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
		LOG_LEVEL: "warn",
	};
	const first = await startService(env);
	let second = await startService(env);
	const replicas = () => [first, second];
	try {
		const alone: number[] = [];
		for (let i = 0; i < HONEST_ALONE; i++) alone.push(await honestMs(first));
		const job = await start(first, photos.url, count);
		const began = performance.now();
		const watching = watch(first, replicas);
		const reach = (share: number) => reached(first, job.id, count * share);

		await reach(REPLICA_DIES_AT);
		second.signal("SIGKILL");
		await second.ended();
		claims.note(`a replica was killed after ${await rowsOf(first, job.id)} rows`);
		second = await startService(env);

		await reach(REDIS_DIES_AT);
		await redis.kill();
		claims.note("Redis was killed; it comes back empty");
		await sleep(AWAY_MS);
		await redis.start();

		await reach(BUCKET_DIES_AT);
		await s3.kill();
		claims.note("the bucket was killed");
		await sleep(AWAY_MS);
		await s3.start();

		await reach(1);
		const seconds = (performance.now() - began) / 1_000;
		const { honest, servers, trees } = await watching.end();
		const done = await jobOf(first, job.id);
		claims.check(
			"the job is done, and every row was drawn",
			done?.state === "done" && done.rows.drawn === count,
			`${done?.rows.drawn} of ${count} rows in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} rows/s with all that died`,
		);
		await checkManifest(claims, first, job.id, count);
		claims.check(
			"the process that serves HTTP stays small",
			Math.max(...servers) < 400,
			`at most ${Math.max(...servers).toFixed(0)} MB, with its render processes ${Math.max(...trees).toFixed(0)} MB`,
		);
		const failed = honest.filter(({ status }) => status !== 200).length;
		const times = honest.map(({ ms }) => ms);
		claims.check("an honest client is answered meanwhile", failed === 0, `${failed} failed`);
		claims.note(
			`honest client: p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms of ${times.length} requests; before the job ${quantile(alone, 0.5)} and ${quantile(alone, 0.99)} ms`,
		);
	} finally {
		await Promise.all(replicas().map((service) => service.dispose()));
		await Promise.all([redis.dispose(), s3.dispose(), photos.dispose()]);
	}
};

/** A server with a photo of a camera's noise. */
async function startPhotos() {
	const size = { width: 1_200, height: 1_200 };
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const bytes = await sharp({ create: { ...size, channels: 3, background: "#888", noise } })
		.blur(3)
		.jpeg({ quality: 85 })
		.toBuffer();
	const server = createServer((_request, response) => {
		response.setHeader("content-type", "image/jpeg");
		response.end(bytes);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/photo.jpg`,
		dispose: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function start(service: Service, image: string, count: number): Promise<Job> {
	const head = JSON.stringify({ document: photo(image), output: "both", fileName: "post-{{n}}" });
	const rows = Array.from({ length: count }, (_, i) => JSON.stringify({ n: i + 1 }));
	const answer = await fetch(`${service.url}/api/jobs`, {
		method: "POST",
		headers: { "content-type": "application/x-ndjson" },
		body: [head, ...rows].join("\n"),
	});
	if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
	return (await answer.json()) as Job;
}

/** @returns undefined while it cannot be asked */
async function jobOf(service: Service, id: string): Promise<Job | undefined> {
	const answer = await fetch(`${service.url}/api/jobs/${id}`).catch(() => undefined);
	return answer?.status === 200 ? ((await answer.json()) as Job) : undefined;
}

async function rowsOf(service: Service, id: string): Promise<number> {
	const job = await jobOf(service, id);
	return job === undefined ? 0 : job.rows.drawn + job.rows.failed;
}

async function reached(service: Service, id: string, rows: number): Promise<void> {
	while ((await rowsOf(service, id)) < rows) await sleep(250);
}

async function honestMs(service: Service): Promise<number> {
	return (await ask(service)).ms;
}

async function ask(service: Service): Promise<{ readonly status: number; readonly ms: number }> {
	const began = performance.now();
	const answer = await fetch(`${service.url}/api/render.png`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(lightDocument()),
	});
	await answer.arrayBuffer();
	return { status: answer.status, ms: performance.now() - began };
}

/** Asks as an honest client does, and looks at the memory, until it is ended. */
function watch(service: Service, replicas: () => readonly Service[]) {
	const honest: { readonly status: number; readonly ms: number }[] = [];
	const servers: number[] = [];
	const trees: number[] = [];
	let ended = false;
	const asking = (async () => {
		for (; !ended; await sleep(HONEST_PAUSE_MS)) honest.push(await ask(service));
	})();
	const looking = (async () => {
		for (; !ended; await sleep(LOOK_MS))
			for (const { pid } of replicas()) {
				servers.push(await memoryMb(pid));
				trees.push(await treeMemoryMb(pid));
			}
	})();
	return {
		async end() {
			ended = true;
			await Promise.all([asking, looking]);
			return { honest, servers, trees };
		},
	};
}

async function checkManifest(
	claims: Claims,
	service: Service,
	id: string,
	count: number,
): Promise<void> {
	const text = await (await fetch(`${service.url}/api/jobs/${id}/manifest`)).text();
	const lines = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as { row: number; files?: JobFile[] });
	const inOrder = lines.every(({ row }, i) => row === i + 1);
	claims.check(
		"every row is in the manifest exactly once",
		inOrder && lines.length === count && new Set(lines.map(({ row }) => row)).size === count,
		`${lines.length} lines`,
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
		"the pictures are in the bucket",
		right === looked.length,
		`${right} of ${looked.length} that were fetched`,
	);
}

function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
