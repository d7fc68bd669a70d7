import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "./client.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { descriptors, processTree, type Sample, sample, treeMemoryMb } from "./processes.js";
import type { Claims, Scenario } from "./scenario.js";
import { startService } from "./service.js";
import { median } from "./statistics.js";

const DEFAULT_SECONDS = 1_800;
const IN_FLIGHT = 6;
/** Lifetime of temporary images, short enough for many generations. Seconds. */
const TTL_SECONDS = 5;
const SAMPLE_MS = 500;

/** A data URL that is not an image: its render returns 422. */
const BROKEN = "data:image/png;base64,AAAA";

/** Requests that clients send in turn, and the expected status. */
const REQUESTS: readonly { path: string; document: () => unknown; status: number }[] = [
	{ path: "/api/render.png", document: () => lightDocument(), status: 200 },
	{
		path: "/api/render",
		document: () => ({ ...heavyDocument(3), delivery: "url" }),
		status: 200,
	},
	{ path: "/api/render", document: () => ({ ...lightDocument(), format: "svg" }), status: 200 },
	{ path: "/api/render", document: () => ({ slides: [{ image: BROKEN }] }), status: 422 },
	{ path: "/api/render", document: () => ({ slides: [] }), status: 400 },
	{ path: "/api/render", document: () => heavyDocument(4), status: 200 },
];

/**
 * Mixed requests for a long time: memory, descriptors and processes stay constant, and no files
 * remain.
 */
export const soak: Scenario = async (claims, { seconds = DEFAULT_SECONDS }) => {
	const service = await startService({
		LOG_LEVEL: "warn",
		RENDER_TTL_SECONDS: String(TTL_SECONDS),
	});
	const client = openClient(service.url, IN_FLIGHT);
	const end = performance.now() + seconds * 1_000;
	const wrong: string[] = [];
	let sent = 0;
	const work = async () => {
		while (performance.now() < end) {
			const { path, document, status } = REQUESTS[sent++ % REQUESTS.length]!;
			const answer = await client.post(path, document());
			if (answer.status !== status) wrong.push(answer.error ?? `${answer.status} for ${status}`);
		}
	};
	const samplers = {
		"memory of all processes, MB": sample(() => treeMemoryMb(service.pid), SAMPLE_MS),
		"descriptors of the serving process": sample(() => descriptors(service.pid), SAMPLE_MS),
		processes: sample(async () => (await processTree(service.pid)).length, SAMPLE_MS),
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, work));
	const measured = await Promise.all(
		Object.entries(samplers).map(async ([what, stop]) => [what, await stop()] as const),
	);
	claims.check(
		"every answer is the expected one",
		wrong.length === 0,
		[`${sent} requests`, ...new Set(wrong)].join(", "),
	);
	for (const [what, samples] of measured) level(claims, what, samples);
	// Files are deleted at least once per lifetime of an image.
	await sleep(3 * TTL_SECONDS * 1_000);
	const left = (await service.files()).length;
	claims.check("no temporary image outlasts its time", left === 0, `${left} left`);
	await client.close();
};

/** Fails if the last quarter is higher than the second. */
function level(claims: Claims, what: string, samples: readonly Sample[]): void {
	const quarter = (which: number) =>
		median(
			samples
				.slice((which * samples.length) / 4, ((which + 1) * samples.length) / 4)
				.map(({ value }) => value),
		);
	const [second, last] = [quarter(1), quarter(3)];
	claims.check(
		`level: ${what}`,
		last <= second * 1.2 + 2,
		`${Math.round(second)} in the second quarter, ${Math.round(last)} in the last`,
	);
}
