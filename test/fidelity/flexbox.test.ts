/**
 * Compares the layout of layers with Chromium's on random trees. FLEXBOX_TREES sets their number and
 * FLEXBOX_SEED the first seed; STORE_SAMPLES=1 also writes the trees of engine/layout/chromium.test.
 */
import t from "tap";
import { findChromium, launchChromium } from "./chromium.js";
import { chromiumBoxes } from "./layout/chromium-boxes.js";
import { compare, ourBoxes } from "./layout/compare.js";
import { randomSample } from "./layout/random-sample.js";
import { storeSamples } from "./layout/store.js";

const TREES = Number(process.env.FLEXBOX_TREES ?? 500);
const SEED = Number(process.env.FLEXBOX_SEED ?? 1);
/** Shares of equal trees: of those whose content fits into its stacks, and of all. */
const LEAST = { fitting: 0.98, all: 0.95 };

const executable = findChromium();

for (const grids of [false, true])
	t.test(
		grids ? "random trees with grids" : "random trees",
		{ skip: executable === undefined && "no Chromium" },
		async (t) => {
			const browser = await launchChromium(executable!);
			t.teardown(() => browser.close());
			const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
			if (process.env.STORE_SAMPLES === "1" && !grids) await storeSamples(page);
			const seeds = Array.from({ length: TREES }, (_, index) => SEED + index);
			const samples = seeds.map((seed) => randomSample(seed, grids));
			const theirs = await chromiumBoxes(page, samples);
			const results = samples
				.map((sample, index) => ({
					seed: seeds[index]!,
					...compare(sample, ourBoxes(sample), theirs[index]!),
				}))
				// Chromium places some boxes 2^25 pixels away, where its numbers end.
				.filter(({ worst }) => worst < 1e6);
			for (const { seed, fits, worst, first } of results)
				if (first >= 0)
					t.comment(
						`seed ${seed}: box ${first}, ${worst.toFixed(2)} px${fits ? "" : ", overflows"}`,
					);
			const fitting = results.filter(({ fits }) => fits);
			for (const [group, what, least] of [
				[fitting, "trees that fit", LEAST.fitting],
				[results, "trees", LEAST.all],
			] as const) {
				const right = group.filter(({ first }) => first < 0).length;
				t.ok(right >= least * group.length, `${right} of ${group.length} ${what} are equal`);
			}
		},
	);
