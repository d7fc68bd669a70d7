import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { type Answer, openClient } from "../helpers/http-client.js";
import { isAlive, renderProcesses } from "../helpers/processes.js";
import { type Service, startService } from "../helpers/service-process.js";
import { check } from "./check.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { processesReady } from "./health.js";

const PROCESSES = 2;
const IN_FLIGHT = 8;
const KILLS = 10;
/** From the return of the spare to the next kill, so that it can warm up. Milliseconds. */
const PAUSE_MS = 800;
/** How long the scenario waits for processes. Milliseconds. */
const MAX_WAIT_MS = 60_000;

const DOCUMENTS = [
	lightDocument("one"),
	lightDocument("two"),
	heavyDocument(3, "three"),
	lightDocument("four"),
	heavyDocument(5, "five"),
];

/** Render processes are killed repeatedly under load: every request is still answered correctly. */
t.test("worker killed", async (t) => {
	const service = await startService({ RENDER_PROCESSES: String(PROCESSES) });
	t.teardown(() => service.dispose());
	const client = openClient(service.url, IN_FLIGHT);
	const expected: Answer[] = [];
	for (const document of DOCUMENTS) expected.push(await client.post("/api/render", document));

	// The spare starts after the others; a kill before that would measure the start of a process.
	await processesReady(service.url, PROCESSES + 1, MAX_WAIT_MS);

	let running = true;
	let answered = 0;
	const lost: Answer[] = [];
	let different = 0;
	const work = async (worker: number) => {
		for (let i = worker; running; i++) {
			const which = i % DOCUMENTS.length;
			const answer = await client.post("/api/render", DOCUMENTS[which]);
			answered++;
			if (answer.status !== 200) lost.push(answer);
			else if (!expected[which]?.bytes.equals(answer.bytes)) different++;
		}
	};
	const load = Promise.all(Array.from({ length: IN_FLIGHT }, (_, worker) => work(worker)));

	let replaced = 0;
	for (let turn = 0; turn < KILLS; turn++) {
		const pids = await renderProcesses(service.pid);
		const victim = pids[turn % pids.length];
		if (victim === undefined) throw new Error("there is no render process");
		process.kill(victim, "SIGKILL");
		await noticed(victim);
		if (await processesReady(service.url, PROCESSES + 1, MAX_WAIT_MS)) replaced++;
		await sleep(PAUSE_MS);
	}
	running = false;
	await load;
	await client.close();

	const kills = `${KILLS} kills, ${answered} answers`;
	// A slide is retried only once: some requests are hit a second time by chance.
	const unlucky = lost.filter((answer) => timesHit(service, answer) >= 2);
	check(
		t,
		"no request is lost but one that was hit twice",
		unlucky.length === lost.length && lost.length <= KILLS / 4,
		[kills, `${lost.length} lost`, ...lost.map(({ status, error }) => error ?? status)].join(", "),
	);
	check(t, "each answer is the one of an undisturbed service", different === 0);
	t.equal(replaced, KILLS, "each killed process is replaced");
	check(t, "the serving process goes on", service.alive());
});

/** Waits until the service has noticed the end of a process: until then its id remains in use. */
async function noticed(pid: number): Promise<void> {
	while (isAlive(pid)) await sleep(2);
}

/** How many processes were killed while they rendered the request of a response. */
function timesHit({ log }: Service, { headers }: Answer): number {
	const id = `"requestId":"${headers["x-request-id"]}"`;
	return log.filter((line) => line.includes(`"reason":"died"`) && line.includes(id)).length;
}
