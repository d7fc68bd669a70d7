import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openClient } from "./client.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { type FloodOrder, type FloodResult, HEAVY_EVERY, HEAVY_SLIDES } from "./flood-mix.js";
import { processesReady, rendererCheck } from "./health.js";
import { type Sample, sample, settledDescriptors, treeMemoryMb } from "./processes.js";
import type { Claims, Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { median, quantile } from "./statistics.js";

const DEFAULT_SECONDS = 60;
/** The flood, as a multiple of the service's capacity. */
const FACTOR = 10;
/** Duration of the capacity measurement, and requests in flight during it. */
const CAPACITY_SECONDS = 4;
const IN_FLIGHT = 8;
/** Time for all render processes to start, on a busy machine. Milliseconds. */
const STARTING_MS = 60_000;

const CLIENT = fileURLToPath(new URL("./flood-client.js", import.meta.url));
const run = promisify(execFile);

/**
 * Ten times the service's capacity: accepted requests are correct, the rest is refused at once, and
 * memory stays constant.
 */
export const flood: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const processes = availableParallelism();
	const service = await startService({ LOG_LEVEL: "warn", RENDER_PROCESSES: String(processes) });
	// The spare process starts some seconds after the others, and takes descriptors and memory.
	if (!(await processesReady(service.url, processes + 1, STARTING_MS)))
		throw new Error(`not all of ${processes + 1} render processes are ready`);
	const before = await capacity(service);
	const usual = await usualMs(service);
	const openBefore = await settledDescriptors(service.pid);
	const rate = Math.ceil(before * FACTOR);
	claims.note(`it can do ${before.toFixed(1)}/s; the flood is ${rate}/s for ${seconds} s`);

	const health: number[] = [];
	const failures: string[] = [];
	const stopHealth = sample(async () => {
		const start = performance.now();
		await rendererCheck(service.url).catch((error: unknown) => failures.push(String(error)));
		return health.push(performance.now() - start);
	}, 100);
	const stopMemory = sample(() => treeMemoryMb(service.pid), 250);
	const result = await send({ url: service.url, rate, seconds });
	const memory = await stopMemory();
	await stopHealth();

	report(claims, result);
	flat(claims, memory);
	claims.check(
		"health answers throughout",
		failures.length === 0 && quantile(health, 0.99) < 1_000,
		`${health.length} times, median ${ms(median(health))}, 99 % within ${ms(quantile(health, 0.99))}`,
	);
	await normalAgain(claims, service, { capacity: before, usual, descriptors: openBefore });
};

async function send(order: FloodOrder): Promise<FloodResult> {
	const { stdout } = await run(process.execPath, [CLIENT, JSON.stringify(order)]);
	return JSON.parse(stdout) as FloodResult;
}

/** Documents of the mix per second, with a few in flight. */
async function capacity({ url }: Service): Promise<number> {
	const client = openClient(url, IN_FLIGHT);
	const post = (i: number) =>
		i % HEAVY_EVERY === 0
			? client.post("/api/render", heavyDocument(HEAVY_SLIDES))
			: client.post("/api/render.png", lightDocument());
	for (let i = 0; i < 2 * HEAVY_EVERY; i++) await post(i);
	let drawn = 0;
	const start = performance.now();
	const work = async () => {
		while (performance.now() - start < CAPACITY_SECONDS * 1_000) await post(drawn++);
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, work));
	const perSecond = drawn / ((performance.now() - start) / 1_000);
	await client.close();
	return perSecond;
}

/** Median time for one light document on an idle service. Milliseconds. */
async function usualMs({ url }: Service): Promise<number> {
	const client = openClient(url, 1);
	const times: number[] = [];
	for (let i = 0; i < 15; i++)
		times.push((await client.post("/api/render.png", lightDocument())).ms);
	await client.close();
	return median(times);
}

function report(claims: Claims, result: FloodResult): void {
	const { sent, drawn, refused, wrong, refusedMs, drawnMs, retryAfter, lateMs } = result;
	claims.check(
		"every request is either drawn right or refused with a Retry-After",
		drawn + refused === sent,
		[
			`${sent} sent, ${drawn} drawn, ${refused} refused`,
			...Object.entries(wrong).map(([what, count]) => `${count} ${what}`),
		].join(", "),
	);
	claims.check(
		"a refusal takes no time",
		refusedMs[0] < 50 && refusedMs[1] < 1_000,
		`median ${ms(refusedMs[0])}, 99 % within ${ms(refusedMs[1])}, Retry-After ${retryAfter.join(" to ")} s`,
	);
	claims.note(
		`what was accepted took ${ms(drawnMs[0])} (median), 99 % within ${ms(drawnMs[1])}; the client was ${ms(lateMs)} late at most`,
	);
}

function flat(claims: Claims, samples: readonly Sample[]): void {
	const quarter = (which: number) =>
		samples
			.slice((which * samples.length) / 4, ((which + 1) * samples.length) / 4)
			.map(({ value }) => value);
	const [second, last] = [median(quarter(1)), median(quarter(3))];
	claims.check(
		"memory is flat",
		last < second * 1.2,
		`all processes: ${Math.round(second)} MB in the second quarter, ${Math.round(last)} MB in the last, ${Math.round(
			quantile(
				samples.map(({ value }) => value),
				1,
			),
		)} MB at most`,
	);
}

async function normalAgain(
	claims: Claims,
	service: Service,
	before: { readonly capacity: number; readonly usual: number; readonly descriptors: number },
): Promise<void> {
	const { busy, queued } = await rendererCheck(service.url);
	claims.check("nothing waits afterwards", busy === 0 && queued === 0);
	const usual = await usualMs(service);
	claims.check(
		"a request takes what it took before",
		usual < before.usual * 2 + 20,
		`${ms(before.usual)}, then ${ms(usual)}`,
	);
	const after = await capacity(service);
	claims.check(
		"it can do what it could",
		after > before.capacity * 0.6,
		`${before.capacity.toFixed(1)}/s, then ${after.toFixed(1)}/s`,
	);
	const open = await settledDescriptors(service.pid);
	claims.check(
		"no descriptor is left",
		open <= before.descriptors,
		`${before.descriptors}, then ${open}`,
	);
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
