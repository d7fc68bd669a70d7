/** Jobs on several replicas: real processes, a real Redis, a real S3 server. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Job } from "../../src/contract/jobs.js";
import { finished, manifestOf } from "../helpers/jobs.js";
import { noRedis, startRedis } from "../helpers/redis-server.js";
import { startS3 } from "../helpers/s3-server.js";
import { type Service, startService } from "../helpers/service.js";

t.jobs = 1;

/** Small, so that many rows are drawn in little time. */
const DOCUMENT = {
	platform: "custom",
	size: { width: 64, height: 64 },
	slides: [{ layers: [{ type: "text", text: "{{n}}", fontSize: 12 }] }],
};
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n: n + 1 }));

/** A folder that replicas share. */
async function sharedFolder(t: Test): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-jobs-"));
	t.teardown(() => rm(directory, { recursive: true, force: true }));
	return directory;
}

async function replica(t: Test, env: Record<string, string>): Promise<Service> {
	const service = await startService({ RENDER_PROCESSES: "1", LOG_LEVEL: "info", ...env });
	t.teardown(() => service.dispose());
	return service;
}

async function taken(service: Service, count: number, more: object = {}): Promise<Job> {
	const answer = await service.post("/api/jobs", {
		document: DOCUMENT,
		rows: rows(count),
		...more,
	});
	if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
	return (await answer.json()) as Job;
}

/** A server that reads requests and never answers. */
async function silentHook(t: Test) {
	const open = new Map<string, number>();
	const most = new Map<string, number>();
	const server = createServer((request, response) => {
		const path = request.url ?? "";
		const now = (open.get(path) ?? 0) + 1;
		open.set(path, now);
		most.set(path, Math.max(now, most.get(path) ?? 0));
		request.resume();
		response.once("close", () => open.set(path, open.get(path)! - 1));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		open: (path: string) => open.get(path) ?? 0,
		most: (path: string) => most.get(path) ?? 0,
	};
}

/** Waits until so many rows are over. */
async function reached(service: Service, id: string, count: number): Promise<void> {
	for (;;) {
		const answer = await service.get(`/api/jobs/${id}`).catch(() => undefined);
		const job = answer?.status === 200 ? ((await answer.json()) as Job) : undefined;
		if (job && job.rows.drawn + job.rows.failed >= count) return;
		await sleep(50);
	}
}

async function everyRowOnce(t: Test, service: Service, id: string, count: number): Promise<void> {
	const job = await finished(service, id);
	t.strictSame([job.state, job.rows], ["done", { total: count, drawn: count, failed: 0, left: 0 }]);
	const lines = await manifestOf(service, id);
	t.strictSame(
		lines.map(({ row }) => row),
		Array.from({ length: count }, (_, i) => i + 1),
	);
	for (const i of [0, Math.floor(count / 2), count - 1]) {
		const picture = await fetch(lines[i]!.files![0]!.url!);
		t.equal(picture.status, 200);
		t.equal((await picture.arrayBuffer()).byteLength, lines[i]!.files![0]!.bytes);
	}
}

const drawnBy = async (service: Service): Promise<number> => {
	const text = await (await service.get("/metrics")).text();
	return Number(/^post_image_job_rows_total\{outcome="drawn"\} (\d+)$/m.exec(text)?.[1]);
};

/** One after the other, as a replica takes seconds to start. */
t.test("two replicas that share a folder", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t, ["--appendonly", "yes"]);
	const env = {
		REDIS_URL: redis.url,
		JOB_DIR: await sharedFolder(t),
		TRUST_PROXY: "1",
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
	};
	const [first, second] = await Promise.all([replica(t, env), replica(t, env)]);

	await t.test("two requests with one key are one job", async (t) => {
		const body = { document: DOCUMENT, rows: rows(50), idempotencyKey: "once" };
		const answers = await Promise.all(
			[first, second, first, second].map((service) => service.post("/api/jobs", body)),
		);
		t.strictSame(answers.map(({ status }) => status).sort(), [200, 200, 200, 202]);
		const jobs = await Promise.all(answers.map(async (answer) => (await answer.json()) as Job));
		t.equal(new Set(jobs.map(({ id }) => id)).size, 1);
		await everyRowOnce(t, second, jobs[0]!.id, 50);
	});

	await t.test("a job that one replica deletes is gone for the other", async (t) => {
		const { id } = await taken(first, 400);
		await everyRowOnce(t, second, id, 400);
		t.equal((await first.get(`/api/jobs/${id}`, { method: "DELETE" })).status, 200);
		for (const service of [first, second]) {
			t.equal((await service.get(`/api/jobs/${id}`)).status, 404);
			t.equal((await service.get(`/api/jobs/${id}/manifest`)).status, 404);
		}
		// Replicas look for jobs that Redis has lost every five seconds.
		await sleep(7_000);
		t.equal((await second.get(`/api/jobs/${id}`)).status, 404);
		t.notOk(second.log.some((line) => line.includes("was missing from the queue")));
	});

	await t.test("webhooks of one client that never answer do not delay others", async (t) => {
		const hook = await silentHook(t);
		const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
		const ask = async (client: string, path: string) => {
			const webhook = { url: `${hook.url}${path}`, secret };
			const body = { document: DOCUMENT, rows: rows(1), webhook };
			const answer = await first.post("/api/jobs", body, { "x-forwarded-for": client });
			t.equal(answer.status, 202);
		};
		// Eight for each replica, and some more.
		for (let i = 0; i < 24; i++) await ask("192.0.2.1", "/never");
		while (hook.open("/never") < 16) await sleep(20);
		await ask("192.0.2.2", "/other");
		while (hook.open("/other") < 1) await sleep(20);
		t.equal(hook.open("/never"), 16, "none of them has given up yet");
		t.equal(hook.most("/never"), 16);
	});

	await t.test("requests of others are answered beside a job", async (t) => {
		const { id } = await taken(first, 2_000);
		await reached(first, id, 50);
		const statuses: number[] = [];
		for (let i = 0; i < 20; i++)
			statuses.push(
				(await first.post("/api/render.png", { ...DOCUMENT, variables: { n: i } })).status,
			);
		t.strictSame([...new Set(statuses)], [200]);
		const { state } = (await (await first.get(`/api/jobs/${id}`)).json()) as Job;
		t.equal(state, "running", "the job was at work meanwhile");
		await first.get(`/api/jobs/${id}`, { method: "DELETE" });
		t.equal((await finished(first, id)).state, "cancelled");
	});

	await t.test("a Redis that hangs, then is killed and keeps its data", async (t) => {
		const { id } = await taken(first, 1_000);
		await reached(first, id, 100);
		redis.pause();
		// Longer than commands wait.
		await sleep(3_000);
		redis.resume();
		await reached(first, id, 400);
		await redis.kill();
		await sleep(500);
		await redis.start();
		await everyRowOnce(t, first, id, 1_000);
	});

	await t.test("a replica that is killed costs its chunks alone", async (t) => {
		const before = await drawnBy(second);
		const { id } = await taken(first, 1_500);
		// Both draw.
		while ((await drawnBy(second)) === before) await sleep(20);
		second.signal("SIGKILL");
		await second.ended();
		const { rows } = (await (await first.get(`/api/jobs/${id}`)).json()) as Job;
		t.ok(rows.left > 0, `it was at work: ${rows.left} rows are left`);
		await everyRowOnce(t, first, id, 1_500);
	});

	await t.test("SIGTERM hands chunks back at once", async (t) => {
		const third = await replica(t, env);
		const { id } = await taken(first, 1_000);
		while ((await drawnBy(third)) === 0) await sleep(20);
		third.signal("SIGTERM");
		t.equal(await third.ended(), 0);
		const { rows } = (await (await first.get(`/api/jobs/${id}`)).json()) as Job;
		t.ok(rows.left > 0, `it was at work: ${rows.left} rows are left`);
		await everyRowOnce(t, first, id, 1_000);
		t.notOk(third.log.some((line) => line.includes("cut off")));
	});
});

t.test("workers draw, and replicas that only answer do not", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t);
	const JOB_DIR = await sharedFolder(t);
	const env = { REDIS_URL: redis.url, JOB_DIR };
	const api = await replica(t, { ...env, ROLE: "api" });
	const { id } = await taken(api, 300);
	await sleep(1_500);
	t.equal(((await (await api.get(`/api/jobs/${id}`)).json()) as Job).state, "queued");
	const waiting = await (await api.get("/metrics")).text();
	t.match(waiting, /^post_image_job_rows_waiting 300$/m);
	t.notMatch(waiting, /^post_image_job_oldest_seconds 0$/m);
	const worker = await replica(t, { ...env, ROLE: "worker" });
	t.equal((await worker.post("/api/render", DOCUMENT)).status, 404);
	t.equal((await worker.get(`/api/jobs/${id}`)).status, 404);
	await everyRowOnce(t, api, id, 300);
	t.equal(await drawnBy(api), 0);
	t.equal(await drawnBy(worker), 300);
});

t.test(
	"a Redis that comes back empty: the job goes on where it was",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const service = await replica(t, { REDIS_URL: redis.url, JOB_DIR: await sharedFolder(t) });
		const { id } = await taken(service, 1_000);
		await reached(service, id, 200);
		await redis.kill();
		await sleep(500);
		const away = await service.get(`/api/jobs/${id}`);
		t.equal(away.status, 503);
		t.equal(((await away.json()) as { error: { code: string } }).error.code, "storage_unavailable");
		t.equal((await service.post("/api/jobs", { document: DOCUMENT, rows: rows(1) })).status, 503);
		await redis.start();
		await everyRowOnce(t, service, id, 1_000);
		t.ok(service.log.some((line) => line.includes("was missing from the queue")));
	},
);

t.test(
	"a bucket that is away for a while, and a job cancelled during a ZIP",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const s3 = await startS3(t);
		const env = { REDIS_URL: redis.url, ...s3.env };
		const first = await replica(t, env);
		await replica(t, env);
		const { id } = await taken(first, 400, { output: "both" });
		await reached(first, id, 100);
		await s3.kill();
		await sleep(5_000);
		await s3.start();
		await everyRowOnce(t, first, id, 400);
		const [zip] = ((await (await first.get(`/api/jobs/${id}`)).json()) as Job).links.zips!;
		const download = await fetch(zip!);
		t.equal(download.status, 200);
		const reader = download.body!.getReader();
		t.notOk((await reader.read()).done);
		t.equal((await first.get(`/api/jobs/${id}`, { method: "DELETE" })).status, 200);
		t.equal((await first.get(`/api/jobs/${id}`)).status, 404);
		// It ends, whole or cut off.
		for (let done = false; !done; )
			done = await reader.read().then(
				(next) => next.done,
				() => true,
			);
		t.equal((await first.get("/api/health")).status, 200);
		t.notOk(first.log.some((line) => line.includes("internal_error")));
	},
);

/** Has Date say another time, as on a machine whose clock goes wrong. */
const clockOff = (hours: number) => ({
	NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
		`const now = Date.now; Date.now = () => now() + ${hours} * 3600000;
		globalThis.Date = class extends Date { constructor(...all) { all.length ? super(...all) : super(Date.now()); } };`,
	)}`,
});

t.test(
	"clocks that are hours apart: no chunk waits, no result is deleted",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const env = { REDIS_URL: redis.url, JOB_DIR: await sharedFolder(t), JOB_TTL_SECONDS: "3600" };
		const first = await replica(t, env);
		const ahead = await replica(t, { ...env, ...clockOff(5) });
		const behind = await replica(t, { ...env, ...clockOff(-5) });
		t.ok(new Date((await ahead.get("/api/health")).headers.get("date")!), "it answers");
		const { id, createdAt } = await taken(ahead, 1_200);
		t.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 600_000, "times are those of Redis");
		await reached(first, id, 200);
		for (const replica of [ahead, behind]) {
			while ((await drawnBy(replica)) === 0) await sleep(50);
			replica.signal("SIGTERM");
			await replica.ended();
		}
		// It deletes what is over when it starts, by its clock.
		const again = await replica(t, { ...env, ...clockOff(5) });
		await reached(first, id, 1_200);
		const { links } = (await (await first.get(`/api/jobs/${id}`)).json()) as Job;
		const lines = await manifestOf(again, id);
		t.equal(new Set(lines.map(({ row }) => row)).size, 1_200);
		t.equal(lines.length, 1_200);
		t.match(links.self, id);
		const job = await finished(again, id);
		t.equal(job.state, "done");
		t.ok(Date.parse(job.expiresAt!) - Date.parse(job.endedAt!) === 3_600_000);
		const name = lines[0]!.files![0]!.url!.split("/").slice(-2).join("/");
		t.equal((await first.get(`/api/jobs/files/${name}`)).status, 200);
	},
);

t.test(
	"a client's share is counted over replicas, and after Redis was empty",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const s3 = await startS3(t);
		const env = { REDIS_URL: redis.url, ...s3.env, JOB_CLIENT_MAX_MB: "1" };
		const replicas = [await replica(t, env), await replica(t, env)];
		const [first, second] = replicas as [Service, Service];
		const jobs = [await taken(first, 20), await taken(second, 20), await taken(first, 20)];
		for (const { id } of jobs) await finished(second, id);
		const ask = (service: Service) =>
			service.post("/api/jobs", { document: DOCUMENT, rows: rows(20) });
		for (const service of replicas) {
			const refused = await ask(service);
			t.equal(refused.status, 409);
			t.match(await refused.json(), { error: { code: "quota_exceeded" } });
		}
		await second.get(`/api/jobs/${jobs[0]!.id}`, { method: "DELETE" });
		const { id } = await taken(first, 20);
		await finished(first, id);
		t.equal((await ask(second)).status, 409);
		await redis.kill();
		await redis.start();
		const kept = async () => {
			const text = await (await first.get("/metrics")).text();
			return Number(/^post_image_job_kept_bytes (\d+)$/m.exec(text)?.[1] ?? 0);
		};
		while ((await kept()) < 3 * 262_144) await sleep(100);
		t.equal((await ask(second)).status, 409, "what is in the bucket is counted again");
	},
);
