/**
 * Renders random documents, generated from the contract, with the production service over HTTP, and
 * checks every response. The same seed produces the same documents.
 *
 *     node dist/scripts/fuzz-documents.js [--seed 1] [--count 10000] [--parallel 3] [--out folder]
 *
 * Documents with a wrong response are written to the folder. Exits with 1 if there were any.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { checkCase } from "../test/helpers/check-answer.js";
import { type DocumentCase, documentCases } from "../test/helpers/document-arbitraries.js";
import { sampleImages } from "../test/helpers/sample-images.js";
import { startService } from "../test/helpers/service.js";

/** Documents generated at a time; each batch has its own seed. */
const BATCH = 25;
const REPORT_MS = 30_000;

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: "1" },
		count: { type: "string", default: "10000" },
		parallel: { type: "string", default: "3" },
		out: { type: "string", default: "fuzz-failures" },
	},
});
const [seed, count, parallel] = [values.seed, values.count, values.parallel].map(Number) as [
	number,
	number,
	number,
];

const cases = documentCases(await sampleImages());
function* numbered(): Generator<[number, DocumentCase]> {
	for (let from = 0; from < count; from += BATCH) {
		const numRuns = Math.min(BATCH, count - from);
		const batch = fc.sample(cases, { seed: seed * 1_000_003 + from, numRuns });
		for (const [i, one] of batch.entries()) yield [from + i, one];
	}
}

const service = await startService({ RENDER_TTL_SECONDS: "60" });
const outcomes = new Map<string, number>();
const documents = numbered();
let [done, failures, slowest] = [0, 0, 0];

async function work(): Promise<void> {
	for (const [index, one] of documents) {
		const start = performance.now();
		const outcome = await checkCase(service, one).catch(async (error: unknown) => {
			failures++;
			await mkdir(values.out, { recursive: true });
			const file = join(values.out, `${seed}-${index}.json`);
			await writeFile(file, JSON.stringify(one));
			console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
			return "WRONG";
		});
		const ms = performance.now() - start;
		if (ms > slowest) {
			slowest = ms;
			console.error(`document ${index} took ${Math.round(ms)} ms: ${outcome}`);
		}
		outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
		done++;
	}
}

/** Lines of the log at level "warn" or above. */
const warnings = () => service.log.filter((line) => !/^\{"level":[123]0,/.test(line));
const report = () =>
	console.log(
		JSON.stringify({
			seed,
			done,
			failures,
			outcomes: Object.fromEntries([...outcomes].sort()),
			slowestMs: Math.round(slowest),
			peakMb: Math.round(service.peakMb()),
			alive: service.alive(),
			warnings: warnings().length,
		}),
	);

const timer = setInterval(report, REPORT_MS);
await Promise.all(Array.from({ length: parallel }, work));
clearInterval(timer);
report();
for (const line of warnings().slice(0, 50)) console.error(line.slice(0, 1_000));
await service.dispose();
process.exitCode = failures > 0 ? 1 : 0;
