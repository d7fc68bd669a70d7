import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "./client.js";
import { lightDocument } from "./documents.js";
import { eventLoopMaxMs, peakMb } from "./event-loop.js";
import { honestAlone, honestClient } from "./honest-client.js";
import { LAYER_ATTACKS } from "./layer-attacks.js";
import type { Claims, Scenario } from "./scenario.js";
import { startService } from "./service.js";
import { WORK_ATTACKS, type WorkAttack } from "./work-attacks.js";

const DEFAULT_SECONDS = 6;
/** How long the honest client is alone, for what to compare with. */
const IDLE_SECONDS = 2;
/** Longest delay of the event loop. Milliseconds. */
const LOOP_MS = 50;
const MEMORY_MB = 1_000;
/** Heap on which no attack may end the process. Megabytes. */
const SMALL_HEAP_MB = 259;
/** Times that an honest client may wait longer than without the attack. */
const P50_TIMES = 3;
const P99_TIMES = 20;

/**
 * No work without a bound: beside each attack an honest client is served as usual, the event
 * loop is never held up, and the process lives, on a small heap too.
 */
export const boundedWork: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	for (const attack of [...WORK_ATTACKS, ...LAYER_ATTACKS]) await one(claims, attack, seconds);
};

async function one(claims: Claims, attack: WorkAttack, seconds: number): Promise<void> {
	const service = await startService({
		LOG_LEVEL: "warn",
		NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP_MB}`,
		...attack.env,
	});
	await sleep(500);
	// Being read for the first time it begins to measure.
	await eventLoopMaxMs(service.url);
	const idle = await honestAlone(service.url, IDLE_SECONDS);
	const usual = await eventLoopMaxMs(service.url);
	const end = new AbortController();
	const stop = honestClient(service.url);
	const attacking = attack.run(service, end.signal);
	await sleep(seconds * 1_000);
	const honest = await stop();
	end.abort();
	const { answers, amplification } = await attacking;
	const alive = service.alive();
	const loop = alive ? await eventLoopMaxMs(service.url).catch(() => Number.NaN) : Number.NaN;
	const memory = await peakMb(service.pid);
	const afterwards = openClient(service.url, 1, "127.0.0.2");
	const stored = await afterwards.post("/api/render", { ...lightDocument(), delivery: "url" });
	await afterwards.close();
	await service.dispose();

	const figures = [
		`p50 ${ms(idle.p50)} to ${ms(honest.p50)}`,
		`p99 ${ms(idle.p99)} to ${ms(honest.p99)}`,
		`refused ${JSON.stringify(honest.refused)} of ${honest.sent}`,
		`event loop ${ms(usual)} to ${ms(loop)}`,
		`${Math.round(memory)} MB`,
		`answers ${JSON.stringify(answers)}, ${amplification.toFixed(1)} times what was sent`,
	];
	claims.note(`${attack.name}: ${figures.join("; ")}`);
	claims.check(`${attack.name}: the process lives`, alive);
	const served =
		Object.keys(honest.refused).length === 0 &&
		honest.p50 < idle.p50 * P50_TIMES &&
		honest.p99 < idle.p99 * P99_TIMES;
	claims.check(`${attack.name}: an honest client is served as usual`, served);
	claims.check(`${attack.name}: the event loop is not held up`, loop < LOOP_MS, ms(loop));
	claims.check(`${attack.name}: memory is bounded`, memory < MEMORY_MB);
	claims.check(`${attack.name}: others can store pictures`, stored.status === 200);
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
