import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, type Attackers, BYTE_ATTACKS, noiseServer } from "./byte-attacks.js";
import { isWholePng, openClient } from "./client.js";
import { lightDocument } from "./documents.js";
import { descriptors, memoryMb, sample, treeMemoryMb } from "./processes.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { median, quantile } from "./statistics.js";

const DEFAULT_SECONDS = 15;
/** Maximum memory of the process that serves HTTP. MB. */
const MAX_SERVER_MB = 1_000;
/** Time until the service releases what attackers held. Milliseconds. */
const GIVEN_BACK_MS = 10_000;
/** Time for the service to finish deferred startup work. Milliseconds. */
const SETTLE_MS = 8_000;
/** Interval of the honest client's requests. Milliseconds. */
const HONEST_MS = 200;

const SETTINGS = { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1", LOG_LEVEL: "fatal" };

/**
 * Clients that hold resources without reading or sending: each attack alone, with an honest client.
 */
export const hostileBytes: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const images = await noiseServer();
	try {
		for (const attack of BYTE_ATTACKS) {
			const service = await startService(SETTINGS);
			await against(claims, service, [attack], images.url, seconds);
			await service.dispose();
		}
	} finally {
		images.close();
	}
};

/** The same attacks, all at the same time, for any duration. */
export const hostileSoak: Scenario = async (claims, { seconds = 600 }) => {
	const images = await noiseServer();
	try {
		const service = await startService({
			...SETTINGS,
			RENDER_PROCESSES: "2",
			RENDER_MEMORY_MB: "1000",
		});
		await against(claims, service, BYTE_ATTACKS, images.url, seconds);
	} finally {
		images.close();
	}
};

async function against(
	claims: Claims,
	service: Service,
	attacks: readonly Attack[],
	images: string,
	seconds: number,
): Promise<void> {
	const name = attacks.length === 1 ? attacks[0]!.name : "all together";
	await honest(service, SETTLE_MS);
	const before = { files: await descriptors(service.pid), mb: await memoryMb(service.pid) };
	const stopServer = sample(() => memoryMb(service.pid), 200);
	const stopTree = sample(() => treeMemoryMb(service.pid), 500);
	const attackers: Attackers[] = attacks.map((attack) => attack.begin(service, images));
	const asked = await honest(service, seconds * 1_000);
	for (const one of attackers) one.leave();
	const left = performance.now();
	let files = Number.POSITIVE_INFINITY;
	while (performance.now() - left < GIVEN_BACK_MS) {
		files = await descriptors(service.pid);
		if (files <= before.files + 16) break;
		await sleep(200);
	}
	const server = (await stopServer()).map(({ value }) => value);
	const tree = (await stopTree()).map(({ value }) => value);
	const after = await honest(service, 2_000);
	claims.note(
		`${name}: statuses ${attackers.map(({ statuses }) => JSON.stringify(statuses)).join(" ")}`,
	);
	claims.check(
		`${name}: every honest request is answered`,
		asked.failed === 0 && asked.ms.length > 0,
		`${asked.ms.length} answered, ${asked.failed} not ${JSON.stringify(asked.why)}; median ${Math.round(median(asked.ms))} ms, 99 % within ${Math.round(quantile(asked.ms, 0.99))} ms`,
	);
	claims.check(
		`${name}: the process that serves HTTP stays below ${MAX_SERVER_MB} MB`,
		service.alive() && Math.max(...server) < MAX_SERVER_MB,
		`${Math.round(before.mb)} MB before, ${Math.round(Math.max(...server))} at most; all processes ${Math.round(Math.max(...tree))}`,
	);
	claims.check(
		`${name}: what the attackers held is given back within ${GIVEN_BACK_MS / 1_000} s, and renders go on`,
		files <= before.files + 16 && after.failed === 0,
		`${before.files} descriptors before, ${files} after; ${after.ms.length} renders, ${after.failed} failed`,
	);
}

/** An honest client with its own address. */
async function honest(service: Service, ms: number) {
	const client = openClient(service.url, 64);
	const times: number[] = [];
	const why: Record<string, number> = {};
	let failed = 0;
	const asked: Promise<void>[] = [];
	const end = performance.now() + ms;
	while (performance.now() < end && service.alive()) {
		asked.push(
			client.post("/api/render.png", lightDocument()).then((answer) => {
				if (answer.status === 200 && isWholePng(answer.bytes)) times.push(answer.ms);
				else {
					failed++;
					const key = answer.error ?? String(answer.status);
					why[key] = (why[key] ?? 0) + 1;
				}
			}),
		);
		await sleep(HONEST_MS);
	}
	await Promise.race([Promise.all(asked), sleep(60_000)]);
	const open = asked.length - times.length - failed;
	await client.close();
	return { ms: times, failed: failed + open, why };
}
