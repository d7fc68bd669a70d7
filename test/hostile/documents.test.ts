import fc from "fast-check";
import t from "tap";
import { checkCase } from "../helpers/check-response.js";
import { documentCases } from "../helpers/document-arbitraries.js";
import { startVictim } from "../helpers/hostile-rows.js";
import { sampleImages } from "../helpers/sample-images.js";
import { samples } from "../helpers/samples.js";

const RUNS = samples(100, 4);
const SEED = 20_261_122;

t.test(
	"any document of the contract is drawn or blames an image; any other is a 400",
	async (t) => {
		const victim = await startVictim({ RENDER_TTL_SECONDS: "1" });
		const outcomes = new Map<string, number>();
		const property = fc.asyncProperty(documentCases(await sampleImages()), async (asked) => {
			const outcome = await checkCase(victim, asked);
			outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
		});
		await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
		t.comment(Object.fromEntries(outcomes));
		for (const outcome of ["200 png", "200 svg", "200 render.png", "400"]) {
			t.ok(outcomes.has(outcome), `there were some of ${outcome}`);
		}
		t.ok(victim.alive(), "the same process serves");
		t.ok(victim.peakMb() < 400, `${Math.round(victim.peakMb())} MB at most`);
	},
);
