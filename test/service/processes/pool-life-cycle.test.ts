import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { NOBODY } from "../../../src/service/fairness/usage.js";
import { createRenderPool, type RenderPoolOptions } from "../../../src/service/processes/pool.js";
import { longestTurn } from "../../helpers/processor-time.js";
import { until } from "../../helpers/until.js";
import {
	DIES_AT_START,
	fixturePool,
	from,
	HANGS_AT_START,
	isAlive,
	NEVER_WARM,
	NO_IMAGES,
	slideJob,
} from "./fixtures/pool-fixture.js";

const pidOf = async (pool: ReturnType<typeof createRenderPool>) =>
	Number((await pool.drawSlide(slideJob("pid"), NO_IMAGES, from("a"))).bytes.toString());

t.test("a process is replaced after its number of jobs, and after growth", async (t) => {
	for (const options of [{ recycleJobs: 5 }, { recycleMb: 1 }] as Partial<RenderPoolOptions>[]) {
		const pool = createRenderPool(fixturePool({ spare: false, ...options }));
		const seen = new Set<number>();
		while (seen.size < 3) {
			seen.add(await pidOf(pool));
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		t.ok(seen.size >= 3, `${seen.size} processes served`);
		await until("the old ones are gone", () => pool.pids().length === 1);
		await pool.close();
		for (const pid of seen) t.notOk(isAlive(pid));
	}
});

t.test("a killed spare or idle process is replaced", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, spare: true }));
	t.teardown(() => pool.close());
	await until("both are ready", () => pool.health().processes === 2);
	const before = pool.pids();
	for (const pid of before) process.kill(pid, "SIGKILL");
	t.notOk(before.includes(await pidOf(pool)));
	await until("both are back", () => pool.health().processes === 2);
});

t.test("the first spare process waits while others are busy", async (t) => {
	// On a loaded machine, the job may begin too late to put it off; then again, with more time.
	for (const spareAfterMs of [1_000, 4_000, 16_000]) {
		const begun = performance.now();
		const pool = createRenderPool(fixturePool({ size: 1, spare: true, spareAfterMs }));
		const job = pool.drawSlide(slideJob(`idle-image ${1.5 * spareAfterMs}`), NO_IMAGES, from("a"));
		await until("the job runs", () => pool.health().busy === 1);
		const inTime = performance.now() - begun < 0.8 * spareAfterMs;
		await job;
		const put = pool.pids().length;
		if (inTime) await until("it comes when there is nothing to do", () => pool.pids().length === 2);
		await pool.close();
		if (!inTime) continue;
		t.equal(put, 1, "put off");
		return;
	}
	t.fail("no job began in time");
});

t.test("the first spare process does not wait for ever", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, spare: true, spareAfterMs: 20 }));
	const job = pool.drawSlide(slideJob("idle-image 20000"), NO_IMAGES, from("a"));
	const end = t.rejects(job, { code: "overloaded" });
	await until("the job runs", () => pool.health().busy === 1);
	await until("it comes while the job runs", () => pool.pids().length === 2);
	t.equal(pool.health().busy, 1);
	await pool.close();
	await end;
});

t.test("half of the processes start at once, the others when jobs wait", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 4, spare: false, othersAfterMs: 3_600_000 }));
	t.teardown(() => pool.close());
	t.equal(pool.pids().length, 2);
	await until("both are ready", () => pool.health().processes === 2);
	const idle = (client: string) =>
		pool.drawSlide(slideJob("idle-image 300"), NO_IMAGES, from(client));
	await Promise.all([idle("a"), idle("b")]);
	await Promise.all(Array.from({ length: 4 }, () => idle(NOBODY)));
	t.equal(pool.pids().length, 2, "jobs of the warm-up may wait");
	await Promise.all([idle("a"), idle("a"), idle("a")]);
	t.equal(pool.pids().length, 4);
	await until("all are ready", () => pool.health().processes === 4);
});

t.test("a client does not wait for the warm-up, and starts nothing beside it", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 2, spare: false, othersAfterMs: 3_600_000 }));
	t.teardown(() => pool.close());
	const order: string[] = [];
	const draw = async (client: string) => {
		await pool.drawSlide(slideJob("idle-image 100"), NO_IMAGES, from(client));
		order.push(client);
	};
	// All wait before the process is ready, so that the order does not depend on the machine's speed.
	const warmUp = Array.from({ length: 4 }, () => draw(NOBODY));
	await Promise.all([draw("a"), ...warmUp]);
	t.ok(order.indexOf("a") <= 2, order.join(" "));
	t.equal(pool.pids().length, 1);
});

t.test("the others start after some time, even if the first one hangs", async (t) => {
	const pool = createRenderPool(
		fixturePool({ size: 2, spare: false, othersAfterMs: 50, drawModule: HANGS_AT_START }),
	);
	t.teardown(() => pool.close());
	t.equal(pool.pids().length, 1);
	await until("the other starts", () => pool.pids().length === 2);
});

t.test("a module that never loads: back-off, refusal, degraded health", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, drawModule: DIES_AT_START }));
	t.teardown(() => pool.close());
	await t.rejects(pidOf(pool), { code: "overloaded" });
	t.match(pool.health(), { ok: false, degraded: true, processes: 0 });
	await t.rejects(pidOf(pool), { code: "overloaded" });
});

t.test("a process that hangs before it is warm is given up", async (t) => {
	for (const drawModule of [HANGS_AT_START, NEVER_WARM]) {
		const log: string[] = [];
		const pool = createRenderPool(
			fixturePool({
				size: 1,
				drawModule,
				startTimeoutMs: 500,
				log: ({ event, output }) => log.push(`${event}: ${output}`),
			}),
		);
		await until("one is given up, and the next", () => log.length >= 2);
		t.match(log[0], /^died: not warm in time/);
		await pool.close();
	}
});

t.test("descriptors and processes do not pile up, crashes included", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 2, spare: false, recycleJobs: 1_000 }));
	const descriptors = () => readdirSync("/proc/self/fd").length;
	const run = (command: string) =>
		pool.drawSlide(slideJob(command), NO_IMAGES, from("a")).catch(() => undefined);
	await Promise.all([run("pid"), run("pid")]);
	await until("both are ready", () => pool.health().processes === 2);
	const before = descriptors();
	await Promise.all(Array.from({ length: 200 }, (_, i) => run(i % 40 === 0 ? "abort" : "pid")));
	await until("both are ready again", () => pool.health().processes === 2);
	t.equal(descriptors(), before);
	const pids = pool.pids();
	t.equal(pids.length, 2);
	await pool.close();
	for (const pid of pids) t.notOk(isAlive(pid));
	await t.rejects(pidOf(pool), { code: "overloaded" }, "closed");
	t.match(pool.health(), { ok: false, processes: 0 });
});

t.test("closing ends what runs and what waits", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, spare: false }));
	const jobs = ["hang", "pid"].map((command) =>
		pool.drawSlide(slideJob(command), NO_IMAGES, from("a")),
	);
	const ends = Promise.all(jobs.map((job) => t.rejects(job, { code: "overloaded" })));
	await until("one runs", () => pool.health().busy === 1);
	await pool.close();
	await ends;
	t.same(pool.pids(), []);
});

t.test("large transfers do not block the loop of the parent", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, spare: false }));
	t.teardown(() => pool.close());
	await pool.whenReady();
	const source = Buffer.alloc(30 * 1024 * 1024, 1);
	const images = { sources: new Map([["s", source]]), bitmaps: new Map() };
	const turn = longestTurn();
	for (let i = 0; i < 3; i++) await pool.drawSlide(slideJob("echo"), images, from("a"));
	const longest = turn();
	t.ok(longest < 500, `${longest} ms of a processor`);
});

t.test("no process outlives a parent that was killed, not even a hanging one", async (t) => {
	const file = fileURLToPath(new URL("./fixtures/parent.js", import.meta.url));
	const parent = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
	const line = await new Promise<string>((resolve) => parent.stdout.once("data", resolve));
	const pids = JSON.parse(String(line)) as number[];
	t.equal(pids.length, 2);
	t.ok(pids.every(isAlive));
	parent.kill("SIGKILL");
	await until("all are gone", () => !pids.some(isAlive));
});
