/**
 * Work is bounded: during each attack an honest client is served, and the process survives even
 * with a small heap.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { isWholePng, openClient } from "../helpers/http-client.js";
import { startService } from "../helpers/service-process.js";
import { check } from "./check.js";
import { lightDocument } from "./documents.js";
import { LAYER_ATTACKS } from "./layer-attacks.js";
import { WORK_ATTACKS } from "./work-attacks.js";

const SECONDS = 2;
/** Pause between attacks, so that one does not affect the next. Milliseconds. */
const PAUSE_MS = 500;
const MEMORY_MB = 1_000;
/** Heap size at which no attack may crash the process. Megabytes. */
const SMALL_HEAP_MB = 259;
/** Documents that the honest client gets during an attack. */
const HONEST = 5;

const attacks = [...WORK_ATTACKS, ...LAYER_ATTACKS];
for (const environment of new Set(attacks.map(({ env }) => JSON.stringify(env ?? {})))) {
	t.test(`attacks on a service with ${environment}`, async (t) => {
		const service = await startService({
			LOG_LEVEL: "warn",
			NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP_MB}`,
			...(JSON.parse(environment) as Record<string, string>),
		});
		t.teardown(() => service.dispose());
		const honest = openClient(service.url, 1, "127.0.0.2");
		for (const attack of attacks.filter(({ env }) => JSON.stringify(env ?? {}) === environment)) {
			const end = new AbortController();
			const attacking = attack.run(service, end.signal);
			const least = sleep(SECONDS * 1_000);
			for (let i = 0; i < HONEST; i++) {
				const { status, bytes, error } = await honest.post("/api/render.png", lightDocument());
				check(
					t,
					`${attack.name}: an honest client is served`,
					isWholePng(bytes),
					error ?? `${status}`,
				);
			}
			await least;
			end.abort();
			const { answers } = await attacking;
			t.comment(`${attack.name}: ${JSON.stringify(answers)}`);
			await sleep(PAUSE_MS);
		}
		const stored = await honest.post("/api/render", { ...lightDocument(), delivery: "url" });
		t.equal(stored.status, 200, "others can store pictures");
		await honest.close();
		t.ok(service.alive(), "the same process serves");
		const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
		const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
		check(t, "memory is bounded", peak < MEMORY_MB, `${Math.round(peak)} MB`);
	});
}
