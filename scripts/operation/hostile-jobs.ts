import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "../../src/contract/jobs.js";
import { type Client, getOnce, openClient } from "./client.js";
import { eventLoopMaxMs, peakMb } from "./event-loop.js";
import { type HonestResult, honestAlone, honestClient } from "./honest-client.js";
import { RedisServer } from "./redis-server.js";
import { startS3Server } from "./s3-server.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { DEAREST } from "./worst-requests.js";

/** Rows of the most expensive job. */
const ROWS = 100_000;
/** Jobs of the client that sends many. */
const JOBS = 10_000;
const SECONDS = 15;
/** How long the bucket is unavailable. Milliseconds. */
const AWAY_MS = 60_000;
/** Maximum factors for the honest client's median and 99th percentile. */
const MEDIAN_TIMES = 3;
const LAST_TIMES = 20;
/** Client addresses; honest-client.ts has its own. */
const HOSTILE = "127.0.0.3";
const HONEST = "127.0.0.2";

const NDJSON = { "content-type": "application/x-ndjson" };
const SMALL = {
	platform: "custom",
	size: { width: 64, height: 64 },
	slides: [{ layers: [{ type: "text", text: "{{n}}", fontSize: 12 }] }],
};

/**
 * Clients that abuse jobs, next to an honest one: the most expensive rows, rows that all fail,
 * thousands of jobs, a full store. Then a bucket that is unavailable for a minute.
 */
export const hostileJobs: Scenario = async (claims, { seconds = SECONDS, count = ROWS }) => {
	await besideHonest(claims, seconds, count);
	await fullShare(claims);
	await bucketAway(claims);
};

async function besideHonest(claims: Claims, seconds: number, rows: number): Promise<void> {
	const service = await startService({ LOG_LEVEL: "warn" });
	const { url } = service;
	const client = openClient(url, 16, HOSTILE);
	try {
		await honestAlone(url, 5);
		const idle = await honestAlone(url, seconds);
		claims.note(`idle: p50 ${idle.p50.toFixed(0)} ms, p99 ${idle.p99.toFixed(0)} ms`);

		await eventLoopMaxMs(url);
		let stop = honestClient(url);
		const began = performance.now();
		const dear = await startJob(
			client,
			{ document: DEAREST },
			Array.from({ length: rows }, (_, n) => ({ n })),
		);
		const taken = ((performance.now() - began) / 1_000).toFixed(1);
		await sleep(seconds * 1_000);
		const { drawn, failed } = (await jobOf(url, dear.id)).rows;
		claims.note(
			`${rows} rows of 20 dear slides: taken in ${taken} s, then ${drawn} rows drawn, ${failed} refused`,
		);
		await remove(url, dear.id);
		await fares(claims, service, `${rows} rows of the dearest slide`, idle, await stop());
		await remove(url, dear.id);

		stop = honestClient(url);
		await allFail(claims, url, client, rows);
		await fares(claims, service, `${rows} rows that all fail`, idle, await stop());

		stop = honestClient(url);
		const statuses = new Map<number, number>();
		const many = Array.from({ length: JOBS }, (_, n) => n).values();
		const honest = openClient(url, 1, HONEST);
		const jobs: number[] = [];
		const send = async () => {
			for (const n of many) {
				const { status } = await client.post("/api/jobs", { document: SMALL, rows: [{ n }] });
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			}
		};
		const sending = Promise.all(Array.from({ length: 16 }, send));
		let isSending = true;
		void sending.then(() => {
			isSending = false;
		});
		while (isSending) {
			const start = performance.now();
			const { id } = await startJob(honest, { document: SMALL }, [{ n: 1 }, { n: 2 }]);
			while (!(await jobOf(url, id)).endedAt) await sleep(50);
			jobs.push(performance.now() - start);
		}
		await sending;
		await honest.close();
		const all = JSON.stringify(Object.fromEntries(statuses));
		claims.note(
			`${JOBS} jobs of one client: ${all}; ${jobs.length} jobs of the honest one took ${Math.max(...jobs).toFixed(0)} ms at most`,
		);
		claims.check(
			"jobs are taken or refused",
			[...statuses.keys()].every((status) => status === 202 || status === 429),
			all,
		);
		await fares(claims, service, `${JOBS} jobs of one client`, idle, await stop());
	} finally {
		await client.close();
		await service.dispose();
	}
}

/** Rows that lack a required variable: none of them can be rendered. */
async function allFail(claims: Claims, url: string, client: Client, rows: number): Promise<void> {
	const began = performance.now();
	const nothing = Array.from({ length: rows }, () => ({ nothing: "x".repeat(200) }));
	const { id } = await startJob(client, { document: SMALL }, nothing);
	const job = await ended(url, id);
	const seconds = (performance.now() - began) / 1_000;
	const { text } = await getOnce(`${url}/api/jobs/${id}/manifest`);
	const lines = text.trimEnd().split("\n");
	const inOrder = lines.every((line, i) => (JSON.parse(line) as { row: number }).row === i + 1);
	claims.check(
		"a job whose rows all fail is done, and each is in the manifest once with its reason",
		job.state === "done" && job.rows.failed === rows && lines.length === rows && inOrder,
		`${job.rows.failed} failed in ${seconds.toFixed(0)} s, ${lines.length} lines with ${(text.length / 1e6).toFixed(1)} MB`,
	);
	claims.check("its state lists the first ten", job.errors.length === 10);
	await remove(url, id);
}

/** One client fills its storage quota; the next has its own. */
async function fullShare(claims: Claims): Promise<void> {
	const service = await startService({ LOG_LEVEL: "warn", JOB_CLIENT_MAX_MB: "8" });
	const client = openClient(service.url, 1, HOSTILE);
	const other = openClient(service.url, 1, HONEST);
	try {
		let refused = 0;
		let taken = 0;
		for (; refused === 0; taken++) {
			const { status, bytes } = await client.post("/api/jobs", {
				document: SMALL,
				rows: [{ n: 1 }],
			});
			if (status === 202) await ended(service.url, (JSON.parse(bytes.toString()) as Job).id);
			else refused = status;
		}
		claims.check(
			"a client that keeps its share is refused",
			refused === 409,
			`${refused} after ${taken - 1} jobs`,
		);
		const job = await startJob(other, { document: SMALL }, [{ n: 1 }]);
		const { state } = await ended(service.url, job.id);
		claims.check("another client's job is done", state === "done", state);
	} finally {
		await Promise.all([client.close(), other.close()]);
		await service.dispose();
	}
}

async function bucketAway(claims: Claims): Promise<void> {
	const [redis, s3] = await Promise.all([RedisServer.create(), startS3Server()]);
	const env = { REDIS_URL: redis.url, ...s3.env, RENDER_PROCESSES: "1", LOG_LEVEL: "warn" };
	const service = await startService(env);
	const client = openClient(service.url, 1, HOSTILE);
	try {
		const count = 600;
		const { id } = await startJob(
			client,
			{ document: SMALL },
			Array.from({ length: count }, (_, n) => ({ n })),
		);
		while ((await jobOf(service.url, id)).rows.drawn < 100) await sleep(100);
		await s3.kill();
		await sleep(AWAY_MS);
		const { checks } = JSON.parse((await getOnce(`${service.url}/api/health`)).text);
		claims.check("health says that jobs have no store", checks.jobs.ok === false);
		await s3.start();
		const job = await ended(service.url, id);
		const { text } = await getOnce(`${service.url}/api/jobs/${id}/manifest`);
		const rows = text
			.trimEnd()
			.split("\n")
			.map((line) => (JSON.parse(line) as { row: number }).row);
		claims.check(
			"after a minute without the bucket, every row is in the manifest once",
			job.state === "done" && rows.length === count && new Set(rows).size === count,
			`${job.state}, ${rows.length} lines`,
		);
	} finally {
		await client.close();
		await service.dispose();
		await Promise.all([redis.dispose(), s3.dispose()]);
	}
}

async function startJob(client: Client, head: object, rows: readonly object[]): Promise<Job> {
	const body = [head, ...rows].map((line) => JSON.stringify(line)).join("\n");
	const { status, bytes } = await client.post("/api/jobs", body, NDJSON);
	if (status !== 202) throw new Error(`${status} ${bytes.toString().slice(0, 500)}`);
	return JSON.parse(bytes.toString()) as Job;
}

const jobOf = async (url: string, id: string): Promise<Job> =>
	JSON.parse((await getOnce(`${url}/api/jobs/${id}`)).text) as Job;

async function ended(url: string, id: string): Promise<Job> {
	for (;;) {
		const { status, text } = await getOnce(`${url}/api/jobs/${id}`);
		const job = status === 200 ? (JSON.parse(text) as Job) : undefined;
		if (job?.endedAt !== undefined) return job;
		await sleep(100);
	}
}

const remove = (url: string, id: string) => fetch(`${url}/api/jobs/${id}`, { method: "DELETE" });

/** Results of the honest client during an attack. */
async function fares(
	claims: Claims,
	{ url, pid }: Service,
	attack: string,
	idle: HonestResult,
	beside: HonestResult,
): Promise<void> {
	const refused = Object.values(beside.refused).reduce((sum, count) => sum + count, 0);
	claims.check(
		`beside ${attack} each request of an honest client is answered`,
		refused === 0,
		`${beside.sent} requests, ${JSON.stringify(beside.refused)}`,
	);
	claims.check(
		`beside ${attack} the honest client waits little`,
		beside.p50 <= MEDIAN_TIMES * idle.p50 && beside.p99 <= LAST_TIMES * idle.p99,
		`p50 ${beside.p50.toFixed(0)} ms, ${(beside.p50 / idle.p50).toFixed(1)} times; p99 ${beside.p99.toFixed(0)} ms, ${(beside.p99 / idle.p99).toFixed(1)} times`,
	);
	const memory = await peakMb(pid);
	const lag = await eventLoopMaxMs(url);
	claims.check(
		`beside ${attack} the process stays below 1 GB`,
		memory < 1_024,
		`${memory.toFixed(0)} MB; event loop at most ${lag.toFixed(0)} ms`,
	);
}
