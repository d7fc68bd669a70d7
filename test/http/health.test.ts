/** GET /api/health: which check fails and why, told once in the log. */
import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Value } from "@sinclair/typebox/value";
import t from "tap";
import { type Health, HealthSchema } from "../../src/contract/health.js";
import type { RendererHealth } from "../../src/service/processes/renderer.js";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { captureLog } from "../helpers/log.js";

/** Longer than the result of a check is cached. */
const CHECK_AGE_MS = 550;

const storeOf = (check: () => Promise<void>) => ({
	start: async () => undefined,
	put: async () => "",
	get: async () => undefined,
	delete: async () => undefined,
	check,
	stats: () => ({ store: "redis" }) as const,
	close: () => undefined,
});

async function health({ get }: RunningApp): Promise<{ status: number; body: Health }> {
	const response = await get("/api/health");
	const body: unknown = await response.json();
	if (!Value.Check(HealthSchema, body)) throw new Error(`no health: ${JSON.stringify(body)}`);
	return { status: response.status, body };
}

t.test("a check that fails is named, with a reason", async (t) => {
	const log = captureLog();
	const figures = { processes: 1, busy: 0, queued: 0, degraded: false };
	let renderer: RendererHealth = { ok: true, ...figures };
	const parts = { renderer: fakeRenderer({ health: () => renderer }), ...log };
	const app = await startApp(t, { LOG_LEVEL: "info" }, parts);
	const { status, body } = await health(app);
	t.equal(status, 200);
	t.match(body, { ok: true, checks: { renderer: { ok: true }, storage: { ok: true } } });
	t.notOk("reason" in body.checks.storage);
	t.match(body.version, /^\d+\.\d+\.\d+$/);

	renderer = { ok: false, reason: "no_process", ...figures };
	for (let i = 0; i < 3; i++) {
		const { status, body } = await health(app);
		t.equal(status, 503);
		t.match(body, {
			ok: false,
			checks: { renderer: { ok: false, reason: "no_process" }, storage: { ok: true } },
		});
	}
	await rm(app.directory, { recursive: true });
	await writeFile(app.directory, "a file in the way");
	await sleep(CHECK_AGE_MS);
	t.match((await health(app)).body.checks.storage, { ok: false, reason: "unavailable" });

	renderer = { ok: true, ...figures };
	await rm(app.directory);
	await sleep(CHECK_AGE_MS);
	t.equal((await health(app)).status, 200);
	t.equal((await health(app)).status, 200);
	t.match(
		log.lines.filter(({ level }) => level === 40),
		[
			{ failing: { renderer: "no_process" }, msg: "health: a check fails" },
			{ failing: { renderer: "no_process", storage: "unavailable" } },
			{ msg: "health: every check passes again" },
		],
	);
	t.equal(log.lines.filter(({ level }) => level === 40).length, 3);
	t.same(log.requests(), [], "a probe is no line at info");
});

t.test("a store that is away fails health, but neither liveness nor readiness", async (t) => {
	const reply = (name: string) => new ReplyError(name);
	class ReplyError extends Error {}
	let failure: Error | undefined;
	let renderer: RendererHealth = { ok: true, processes: 1, busy: 0, queued: 0, degraded: false };
	const store = storeOf(async () => {
		if (failure !== undefined) throw failure;
	});
	const parts = { renderer: fakeRenderer({ health: () => renderer }), temporaryImages: store };
	const { get } = await startApp(t, {}, parts);
	const status = async (path: string) => {
		const response = await get(path);
		t.equal(response.headers.get("cache-control"), "no-store");
		return [response.status, await response.json()] as const;
	};
	const cases: [Error, string][] = [
		[reply("READONLY You can't write against a read only replica."), "read_only"],
		[reply("OOM command not allowed when used memory > 'maxmemory'."), "full"],
		[new Error("failed", { cause: Object.assign(new Error("x"), { code: "ENOSPC" }) }), "full"],
		[new Error("there is no connection"), "unavailable"],
	];
	for (const [error, reason] of cases) {
		failure = error;
		await sleep(CHECK_AGE_MS);
		t.match(await status("/api/health"), [503, { checks: { storage: { ok: false, reason } } }]);
		t.strictSame(await status("/api/health/live"), [200, { ok: true }]);
		t.strictSame(await status("/api/health/ready"), [200, { ok: true }]);
	}
	renderer = { ...renderer, ok: false, reason: "stopped" };
	t.strictSame(await status("/api/health/ready"), [503, { ok: false, reason: "stopped" }]);
	t.strictSame(await status("/api/health/live"), [200, { ok: true }]);
});

t.test("a storage that does not answer fails in time", async (t) => {
	const store = storeOf(() => new Promise<void>(() => undefined));

	const app = await startApp(t, {}, { renderer: fakeRenderer(), temporaryImages: store });
	const { status, body } = await health(app);
	t.equal(status, 503);
	t.match(body.checks, { storage: { ok: false, reason: "timeout", store: "redis" } });
});

t.test("a pool whose processes do not start says so", async (t) => {
	const { createRenderPool } = await import("../../src/service/processes/pool.js");
	const drawModule = new URL("../service/processes/fixtures/dies-at-start.js", import.meta.url);
	const renderer = createRenderPool({ size: 1, spare: false, memoryMb: 1_500, drawModule });
	const app = await startApp(t, {}, { renderer });
	for (let i = 0; i < 2_000 && renderer.health().ok; i++) await sleep(20);
	const { status, body } = await health(app);
	t.equal(status, 503);
	t.match(body.checks.renderer, { ok: false, reason: "no_process", processes: 0 });
});
