/** What the service says and does while a real Redis or its render processes do not work. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Health } from "../../src/contract/health.js";
import type { Job } from "../../src/contract/jobs.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { finished, manifestOf } from "../helpers/jobs.js";
import { captureLog } from "../helpers/log.js";
import { noRedis, type RedisServer, startRedis } from "../helpers/redis-server.js";
import { startS3 } from "../helpers/s3-server.js";
import { startService, stopAllServices } from "../helpers/service-process.js";
import { until } from "../helpers/until.js";

const DOCUMENT = { slides: [{}] };
/** How long an outage lasts here. Milliseconds. */
const OUTAGE_MS = 8_000;

async function withRedis(t: Test, options: readonly string[] = []) {
	const redis = await startRedis(t, options);
	const directory = await mkdtemp(join(tmpdir(), "post-image-jobs-"));
	t.teardown(() => rm(directory, { recursive: true, force: true }));
	const log = captureLog();
	const app = await startApp(
		t,
		{
			REDIS_URL: redis.url,
			JOB_DIR: directory,
			RATE_LIMIT_MAX: "100000",
			LOG_LEVEL: "info",
		},
		{ renderer: fakeRenderer(), ...log },
	);
	const job = () => app.post("/api/jobs", { document: DOCUMENT, rows: [{}, {}] });
	const stored = () => app.post("/api/render", { ...DOCUMENT, delivery: "url" });
	const health = async () => {
		const response = await app.get("/api/health");
		return { status: response.status, body: (await response.json()) as Health };
	};
	return { redis, app, log, job, stored, health };
}

/** The ways in which a Redis fails, and how it works again. */
const OUTAGES: readonly [
	string,
	string,
	(redis: RedisServer) => Promise<unknown>,
	(redis: RedisServer) => Promise<unknown>,
][] = [
	[
		"READONLY",
		"read_only",
		(redis) => redis.ask((client) => client.replicaof("127.0.0.1", 1)),
		(redis) => redis.ask((client) => client.replicaof("NO", "ONE")),
	],
	[
		"OOM",
		"full",
		(redis) => redis.ask((client) => client.config("SET", "maxmemory", "1")),
		(redis) => redis.ask((client) => client.config("SET", "maxmemory", "0")),
	],
	["refused", "unavailable", (redis) => redis.kill(), (redis) => redis.start()],
];

for (const [kind, reason, begin, end] of OUTAGES) {
	t.test(`an outage of the kind ${kind}`, { skip: noRedis }, async (t) => {
		const { redis, app, log, job, stored, health } = await withRedis(t);
		// Without a connection yet, jobs are refused and the rest works: the status is 200 already.
		await until("Redis is connected", async () => (await health()).body.checks.jobs?.ok === true);
		const made = (await (await job()).json()) as { id: string };
		t.equal((await finished(app, made.id)).state, "done");
		t.match(await health(), { status: 200, body: { ok: true, checks: { jobs: { ok: true } } } });
		await begin(redis);
		const before = log.lines.length;
		const processor = process.cpuUsage();
		await sleep(OUTAGE_MS);
		t.match(await health(), {
			status: 503,
			body: { checks: { storage: { ok: false, reason }, jobs: { ok: false, reason } } },
		});
		t.equal((await app.get("/api/health/ready")).status, 200);
		t.equal((await app.get("/api/health/live")).status, 200);
		t.equal((await app.post("/api/render.png", DOCUMENT)).status, 200, "others are served");
		for (const ask of [job, stored]) t.equal((await ask()).status, 503);
		const { user, system } = process.cpuUsage(processor);
		t.ok((user + system) / 1_000 < OUTAGE_MS / 4, `${user + system} µs of processor time`);
		const lines = log.lines.slice(before);
		t.ok(
			lines.length < 20,
			`${lines.length} lines: ${JSON.stringify(lines.map(({ msg }) => msg))}`,
		);
		const told = lines.filter(({ event }) => (event as { kind?: string })?.kind === kind);
		t.equal(told.length, 1, "its class is told once");
		const metrics = await (await app.get("/metrics")).text();
		t.match(
			metrics,
			new RegExp(`post_image_outages_total\\{dependency="redis",kind="${kind}"\\} 1\\n`),
		);
		t.match(metrics, /post_image_outage\{dependency="redis"\} 1\n/);
		await end(redis);
		await until("it works again", async () => {
			const { storage, jobs } = (await health()).body.checks;
			return storage.ok && jobs?.ok === true;
		});
		const isBack = ({ msg }: { msg?: unknown }) => msg === "Redis is available again";
		await until("the end is told", () => log.lines.some(isBack));
		await sleep(2_000);
		t.equal(log.lines.filter(isBack).length, 1);
		const next = (await (await job()).json()) as { id: string };
		t.equal((await finished(app, next.id)).state, "done");
	});
}

t.test("all render processes are stopped", async (t) => {
	const { createRenderPool } = await import("../../src/service/processes/pool.js");
	const renderer = createRenderPool({ size: 2, memoryMb: 1_500 });
	const app = await startApp(t, {}, { renderer });
	t.equal((await app.post("/api/render.png", DOCUMENT)).status, 200);
	await until("all are ready", () => renderer.health().processes === 3);
	for (const pid of renderer.pids()) process.kill(pid, "SIGSTOP");
	await until("health says so", async () => (await app.get("/api/health")).status === 503);
	t.match(await (await app.get("/api/health/ready")).json(), { ok: false, reason: "stopped" });
	t.equal((await app.post("/api/render.png", DOCUMENT)).status, 200, "others take over");
	t.equal((await app.get("/api/health/ready")).status, 200);
});

t.test("a second process on the same port and folders touches no job", async (t) => {
	t.teardown(stopAllServices);
	const directory = await mkdtemp(join(tmpdir(), "post-image-jobs-"));
	t.teardown(() => rm(directory, { recursive: true, force: true }));
	const env = { RENDER_DIR: join(directory, "images"), JOB_DIR: join(directory, "jobs") };
	const first = await startService(env);
	const rows = Array.from({ length: 300 }, (_, i) => ({ i: String(i) }));
	const document = { slides: [{ textBlocks: [{ text: "{{i}}", x: 20, y: 20, width: 300 }] }] };
	const made = await fetch(`${first.url}/api/jobs`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ document, rows }),
	});
	t.equal(made.status, 202);
	const { id } = (await made.json()) as { id: string };
	const app = { get: (path: string, init?: RequestInit) => fetch(`${first.url}${path}`, init) };
	const drawn = async () => ((await (await app.get(`/api/jobs/${id}`)).json()) as Job).rows.drawn;
	await until("some rows are drawn", async () => (await drawn()) > 0);
	// It cannot write, so that whatever changes is the work of the other.
	first.signal("SIGSTOP");
	const stored = async () => {
		const names = (await readdir(env.JOB_DIR, { recursive: true })).sort();
		return Promise.all(
			names.map(async (name) => {
				const { size, mtimeMs, ino } = await stat(join(env.JOB_DIR, name));
				return [name, size, mtimeMs, ino];
			}),
		);
	};
	const before = await stored();
	await t.rejects(startService({ ...env, PORT: String(first.port) }), /EADDRINUSE|in use/);
	t.strictSame(await stored(), before);
	first.signal("SIGCONT");
	t.equal((await finished(app, id)).state, "done");
	const drawnRows = (await manifestOf(app, id)).map(({ row }) => row);
	t.strictSame(
		drawnRows.sort((a, b) => a - b),
		rows.map((_, i) => i + 1),
	);
});

t.test("a bucket that hangs, and one that is away", async (t) => {
	const s3 = await startS3(t);
	const log = captureLog();
	const env = { ...s3.env, LOG_LEVEL: "info", RATE_LIMIT_MAX: "100000" };
	const app = await startApp(t, env, { renderer: fakeRenderer(), ...log });
	const job = () => app.post("/api/jobs", { document: DOCUMENT, rows: [{}, {}] });
	const checks = async () => ((await (await app.get("/api/health")).json()) as Health).checks;
	const isGood = async () => {
		const { storage, jobs } = await checks();
		return storage.ok && jobs?.ok === true;
	};
	await until("the bucket is there", isGood);
	const troubles: [string, () => unknown, () => unknown][] = [
		["timeout", () => s3.pause(), () => s3.resume()],
		["refused", () => s3.kill(), () => s3.start()],
	];
	for (const [kind, begin, end] of troubles) {
		const { id } = (await (await job()).json()) as Job;
		await begin();
		const before = log.lines.length;
		await until("health tells it", async () => {
			const { storage, jobs } = await checks();
			return !storage.ok && jobs?.ok === false;
		});
		t.equal((await job()).status, 503, kind);
		t.equal((await app.post("/api/render", { ...DOCUMENT, delivery: "url" })).status, 503);
		t.equal((await app.post("/api/render.png", DOCUMENT)).status, 200, "others are served");
		t.equal((await app.get("/api/health/ready")).status, 200);
		await sleep(OUTAGE_MS / 2);
		await end();
		await until("it works again", isGood);
		t.equal((await finished(app, id)).state, "done", "a job that was taken goes on");
		t.strictSame((await manifestOf(app, id)).map(({ row }) => row).sort(), [1, 2]);
		const lines = log.lines.slice(before).filter(({ msg }) => msg !== "request finished");
		t.ok(lines.length < 12, `${lines.length} lines: ${lines.map(({ msg }) => msg).join("; ")}`);
		const told = lines.filter(({ event }) => (event as { kind?: string })?.kind === kind);
		t.equal(told.length, 1, `${kind} is told once`);
		t.match(
			await (await app.get("/metrics")).text(),
			new RegExp(`post_image_outages_total\\{dependency="[a-z0-9_ ]+",kind="${kind}"\\} 1\n`),
		);
	}
});
