import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, openClient } from "./client.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { rendererCheck } from "./health.js";
import { isAlive, renderProcesses } from "./processes.js";
import type { Scenario } from "./scenario.js";
import { type Service, startService } from "./service.js";
import { median, quantile } from "./statistics.js";

const PROCESSES = 2;
const IN_FLIGHT = 8;
const DEFAULT_SECONDS = 12;
/** From one kill to the next. Milliseconds. */
const KILL_EVERY_MS = 700;

const DOCUMENTS = [
	lightDocument("one"),
	lightDocument("two"),
	heavyDocument(3, "three"),
	lightDocument("four"),
	heavyDocument(5, "five"),
];

/** Render processes are killed again and again under load: every request is answered as if nothing was. */
export const workerKilled: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const service = await startService({ RENDER_PROCESSES: String(PROCESSES) });
	const client = openClient(service.url, IN_FLIGHT);
	const expected: Answer[] = [];
	for (const document of DOCUMENTS) expected.push(await client.post("/api/render", document));

	let running = true;
	let answered = 0;
	const failures: string[] = [];
	let different = 0;
	const slowest: number[] = [];
	const work = async (worker: number) => {
		for (let i = worker; running; i++) {
			const { status, bytes, ms, error } = await client.post(
				"/api/render",
				DOCUMENTS[i % DOCUMENTS.length],
			);
			answered++;
			slowest.push(ms);
			if (status !== 200) failures.push(error ?? `${status} ${bytes}`);
			else if (!expected[i % DOCUMENTS.length]?.bytes.equals(bytes)) different++;
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
		await sleep(Math.max(0, KILL_EVERY_MS - (performance.now() - start)));
	}
	running = false;
	await load;
	await client.close();

	const kills = `${serving.length} kills, ${answered} answers`;
	claims.check(
		"no request is lost",
		failures.length === 0,
		[kills, `${failures.length} lost`, ...new Set(failures)].join(", "),
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

/** Waits until the service has seen the end of a process: until then its id is taken. */
async function noticed(pid: number): Promise<void> {
	while (isAlive(pid)) await sleep(2);
}

/** @returns milliseconds since `start` when so many processes are ready; at most 10,000 */
async function readyAfter({ url }: Service, processes: number, start: number): Promise<number> {
	while (performance.now() - start < 10_000) {
		if ((await rendererCheck(url)).processes >= processes) break;
		await sleep(5);
	}
	return performance.now() - start;
}
