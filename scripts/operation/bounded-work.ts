import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "./client.js";
import { lightDocument } from "./documents.js";
import { eventLoopMaxMs, peakMb } from "./event-loop.js";
import { type HonestResult, honestAlone, honestClient } from "./honest-client.js";
import { LAYER_ATTACKS } from "./layer-attacks.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { WORK_ATTACKS, type WorkAttack } from "./work-attacks.js";

const DEFAULT_SECONDS = 2;
/** Duration of the baseline with only the honest client, and of the one before a retry. Seconds. */
const IDLE_SECONDS = 3;
const IDLE_AGAIN_SECONDS = 1.5;
/** Pause between attacks, so that one does not affect the next. Milliseconds. */
const PAUSE_MS = 500;
/**
 * Longest delay of the event loop; if the machine is slower because of other load, twice the
 * baseline. No step of the service takes more than 20, but the attacker, the honest client and the
 * render processes share two cores: delays of 98 were observed, with the process running for half
 * of them. Milliseconds.
 */
const LOOP_MS = 100;
const LOOP_TIMES = 2;
const MEMORY_MB = 1_000;
/** Heap size at which no attack may crash the process. Megabytes. */
const SMALL_HEAP_MB = 259;
/** Maximum latency of an honest client, as a multiple of its latency without the attack. */
const P50_TIMES = 3;
const P99_TIMES = 20;
/** Latency that is always acceptable, however fast the baseline is. Milliseconds. */
const P50_FLOOR_MS = 30;
const P99_FLOOR_MS = 300;
/**
 * Runs of an attack, one of which must pass: other load on the machine can delay any run, but a
 * step that is too long delays every run.
 */
const TRIES = 8;

/**
 * Work is bounded: during each attack an honest client is served as usual, the event loop is not
 * blocked, and the process survives even with a small heap.
 */
export const boundedWork: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const attacks = [...WORK_ATTACKS, ...LAYER_ATTACKS];
	const environments = new Set(attacks.map(({ env }) => JSON.stringify(env ?? {})));
	for (const environment of environments) {
		const alike = attacks.filter(({ env }) => JSON.stringify(env ?? {}) === environment);
		await onOneService(claims, JSON.parse(environment), alike, seconds);
	}
};

/** Runs the attacks one after the other against one service. */
async function onOneService(
	claims: Claims,
	env: Readonly<Record<string, string>>,
	attacks: readonly WorkAttack[],
	seconds: number,
): Promise<void> {
	const service = await startService({
		LOG_LEVEL: "warn",
		NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP_MB}`,
		...env,
	});
	let idle = await idleFor(service, IDLE_SECONDS);
	for (const attack of attacks) {
		let run = await runOnce(service, attack, seconds);
		for (let i = 1; i < TRIES && !isServed(run, idle); i++) {
			// Other load on the machine may have changed.
			idle = await idleFor(service, IDLE_AGAIN_SECONDS);
			run = await runOnce(service, attack, seconds);
		}
		claims.check(
			`${attack.name}: honest clients and the event loop are not held up`,
			isServed(run, idle),
			inWords(run, idle),
		);
	}
	const memory = await peakMb(service.pid);
	claims.check(`the process lives after ${attacks.length} attacks`, service.alive());
	claims.check("memory is bounded", memory < MEMORY_MB, `${Math.round(memory)} MB`);
	const afterwards = openClient(service.url, 1, "127.0.0.2");
	const stored = await afterwards.post("/api/render", { ...lightDocument(), delivery: "url" });
	await afterwards.close();
	claims.check("others can store pictures", stored.status === 200, String(stored.status));
	await service.dispose();
}

/** Result of an honest client. */
interface Idle {
	readonly honest: HonestResult;
	/** Longest delay of the event loop during that time. Milliseconds. */
	readonly loop: number;
}

/** Result of one attack. */
interface Run extends Idle {
	readonly answers: Readonly<Record<string, number>>;
	readonly amplification: number;
}

async function idleFor(service: Service, seconds: number): Promise<Idle> {
	await sleep(PAUSE_MS);
	await eventLoopMaxMs(service.url);
	const honest = await honestAlone(service.url, seconds);
	return { honest, loop: await eventLoopMaxMs(service.url) };
}

async function runOnce(service: Service, attack: WorkAttack, seconds: number): Promise<Run> {
	await sleep(PAUSE_MS);
	// Reading the value resets it.
	await eventLoopMaxMs(service.url);
	const end = new AbortController();
	const stop = honestClient(service.url);
	const attacking = attack.run(service, end.signal);
	await sleep(seconds * 1_000);
	const honest = await stop();
	end.abort();
	const { answers, amplification } = await attacking;
	const loop = service.alive()
		? await eventLoopMaxMs(service.url).catch(() => Number.POSITIVE_INFINITY)
		: Number.POSITIVE_INFINITY;
	return { honest, loop, answers, amplification };
}

const isServed = ({ honest, loop }: Run, { honest: alone, loop: idle }: Idle): boolean =>
	loop < Math.max(LOOP_MS, idle * LOOP_TIMES) &&
	Object.keys(honest.refused).length === 0 &&
	honest.p50 < Math.max(P50_FLOOR_MS, alone.p50 * P50_TIMES) &&
	honest.p99 < Math.max(P99_FLOOR_MS, alone.p99 * P99_TIMES);

const inWords = ({ honest, loop, answers, amplification }: Run, idle: Idle): string =>
	[
		`p50 ${ms(idle.honest.p50)} to ${ms(honest.p50)}`,
		`p99 ${ms(idle.honest.p99)} to ${ms(honest.p99)}`,
		`refused ${JSON.stringify(honest.refused)} of ${honest.sent}`,
		`event loop ${ms(idle.loop)} to ${ms(loop)}`,
		`answers ${JSON.stringify(answers)}, ${amplification.toFixed(1)} times what was sent`,
	].join("; ");

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
