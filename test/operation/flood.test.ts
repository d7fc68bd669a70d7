/** Far more requests than the service can render: some are rendered, the others are refused. */
import { availableParallelism } from "node:os";
import t from "tap";
import { type Answer, isWholePng, openClient } from "../helpers/http-client.js";
import { sample, settledDescriptors, treeMemoryMb } from "../helpers/processes.js";
import { startService } from "../helpers/service-process.js";
import { check } from "./check.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { processesReady, rendererCheck } from "./health.js";
import { median } from "./statistics.js";

const REQUESTS = 12_000;
const CONNECTIONS = 512;
const HEAVY_SLIDES = 4;
/** One in this many documents is a carousel. */
const HEAVY_EVERY = 5;
/** Time for all render processes to start, on a busy machine. Milliseconds. */
const STARTING_MS = 60_000;

t.test("a flood: accepted requests are right, the rest is refused, memory is flat", async (t) => {
	const processes = availableParallelism();
	const service = await startService({ LOG_LEVEL: "warn", RENDER_PROCESSES: String(processes) });
	t.teardown(() => service.dispose());
	// The spare process starts some seconds after the others, and takes descriptors and memory.
	check(t, "all processes start", await processesReady(service.url, processes + 1, STARTING_MS));
	const client = openClient(service.url, CONNECTIONS);
	const before = await settledDescriptors(service.pid);
	const failures: string[] = [];
	const stopHealth = sample(
		() =>
			rendererCheck(service.url).then(
				() => failures.length,
				(error) => failures.push(`${error}`),
			),
		100,
	);
	const stopMemory = sample(() => treeMemoryMb(service.pid), 250);
	const counts = { drawn: 0, refused: 0 };
	const wrong: string[] = [];
	const isWhole = ({ bytes }: Answer, heavy: boolean) => {
		if (!heavy) return isWholePng(bytes);
		const { images } = JSON.parse(bytes.toString()) as { images: unknown[] };
		return images.length === HEAVY_SLIDES;
	};
	await Promise.all(
		Array.from({ length: REQUESTS }, async (_, i) => {
			const heavy = i % HEAVY_EVERY === 0;
			const answer = heavy
				? await client.post("/api/render", heavyDocument(HEAVY_SLIDES))
				: await client.post("/api/render.png", lightDocument());
			if (answer.status === 200 && isWhole(answer, heavy)) counts.drawn++;
			else if (answer.status === 503 && Number(answer.headers["retry-after"]) >= 1)
				counts.refused++;
			else wrong.push(answer.error ?? `status ${answer.status}`);
		}),
	);
	const memory = (await stopMemory()).map(({ value }) => value);
	await stopHealth();
	await client.close();
	t.same(wrong, [], "every request is either drawn right or refused with a Retry-After");
	t.ok(counts.drawn > 0 && counts.refused > 0, JSON.stringify(counts));
	t.same(failures, [], "health answers throughout");
	const quarter = (which: number) =>
		median(memory.slice((which * memory.length) / 4, ((which + 1) * memory.length) / 4));
	check(t, "memory is flat", quarter(3) < quarter(1) * 1.2, `${quarter(1)} MB, then ${quarter(3)}`);
	const { busy, queued } = await rendererCheck(service.url);
	t.same({ busy, queued }, { busy: 0, queued: 0 }, "nothing waits afterwards");
	const open = await settledDescriptors(service.pid);
	check(t, "no descriptor is left", open <= before, `${before}, then ${open}`);
});
