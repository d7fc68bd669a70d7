import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, openClient } from "./client.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { processesReady } from "./health.js";
import { isAlive, renderProcesses } from "./processes.js";
import type { Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { median, quantile } from "./statistics.js";

const PROCESSES = 2;
const IN_FLIGHT = 8;
const DEFAULT_SECONDS = 14;
/** From the return of the spare to the next kill, so that it can warm up. Milliseconds. */
const PAUSE_MS = 800;
/** How long the scenario waits for processes. Milliseconds. */
const MAX_WAIT_MS = 10_000;

const DOCUMENTS = [
	lightDocument("one"),
	lightDocument("two"),
	heavyDocument(3, "three"),
	lightDocument("four"),
	heavyDocument(5, "five"),
];

/** Render processes are killed repeatedly under load: every request is still answered correctly. */
export const workerKilled: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const service = await startService({ RENDER_PROCESSES: String(PROCESSES) });
	const client = openClient(service.url, IN_FLIGHT);
	const expected: Answer[] = [];
	for (const document of DOCUMENTS) expected.push(await client.post("/api/render", document));

	// The spare starts after the others; a kill before that would measure the start of a process.
	await readyAfter(service, PROCESSES + 1, performance.now());

	let running = true;
	let answered = 0;
	const lost: Answer[] = [];
	let different = 0;
	const slowest: number[] = [];
	const work = async (worker: number) => {
		for (let i = worker; running; i++) {
			const which = i % DOCUMENTS.length;
			const answer = await client.post("/api/render", DOCUMENTS[which]);
			answered++;
			slowest.push(answer.ms);
			if (answer.status !== 200) lost.push(answer);
			else if (!expected[which]?.bytes.equals(answer.bytes)) different++;
		}
	};
	const load = Promise.all(Array.from({ length: IN_FLIGHT }, (_, worker) => work(worker)));

	const serving: number[] = [];
	const replaced: number[] = [];
	const end = performance.now() + seconds * 1_000;
	for (let turn = 0; performance.now() < end; turn++) {
		const pids = await renderProcesses(service.pid);
		const victim = pids[turn % pids.length];
		if (victim === undefined) throw new Error("there is no render process");
		const start = performance.now();
		process.kill(victim, "SIGKILL");
		await noticed(victim);
		serving.push(await readyAfter(service, PROCESSES, start));
		replaced.push(await readyAfter(service, PROCESSES + 1, start));
		await sleep(PAUSE_MS);
	}
	running = false;
	await load;
	await client.close();

	const kills = `${serving.length} kills, ${answered} answers`;
	// A slide is retried only once: some requests are hit a second time by chance.
	const unlucky = lost.filter((answer) => timesHit(service, answer) >= 2);
	claims.check(
		"no request is lost but one that was hit twice",
		unlucky.length === lost.length && lost.length <= serving.length / 4,
		[kills, `${lost.length} lost`, ...lost.map(({ status, error }) => error ?? status)].join(", "),
	);
	claims.check("each answer is the one of an undisturbed service", different === 0);
	const [quick, slow] = [median(serving), quantile(serving, 1)].map(Math.round);
	claims.check(
		`${PROCESSES} processes are ready again within a second`,
		(slow ?? 0) < 1_000,
		`median ${quick} ms, longest ${slow} ms`,
	);
	const [back, last] = [median(replaced), quantile(replaced, 1)].map(Math.round);
	claims.note(`the spare is back after ${back} ms (median), ${last} ms at most`);
	claims.note(`slowest answer: ${Math.round(quantile(slowest, 1))} ms`);
	claims.check("the serving process goes on", service.alive());
};

/** Waits until the service has noticed the end of a process: until then its id remains in use. */
async function noticed(pid: number): Promise<void> {
	while (isAlive(pid)) await sleep(2);
}

/** How many processes were killed while they rendered the request of a response. */
function timesHit({ log }: Service, { headers }: Answer): number {
	const id = `"requestId":"${headers["x-request-id"]}"`;
	return log.filter((line) => line.includes(`"reason":"died"`) && line.includes(id)).length;
}

/** @returns milliseconds since `start` until this many processes are ready; at most 10,000 */
async function readyAfter({ url }: Service, processes: number, start: number): Promise<number> {
	await processesReady(url, processes, start + MAX_WAIT_MS - performance.now());
	return performance.now() - start;
}
