/**
 * Compares the layout of layers with Chromium's on random trees.
 *
 *     node dist/scripts/fidelity/layout/main.js [--trees 1000] [--seed 1] [--show SEED,SEED] [--store] [--times]
 *
 * Exits with 1 if fewer than 98 % of the trees whose content fits are equal, or 75 % of the others.
 * --show prints the smallest tree that still differs, for each seed; --store writes the trees for
 * the tests; --times measures the time without a browser.
 */
import { parseArgs } from "node:util";
import { findChromium, launchChromium } from "../chromium.js";
import { chromiumBoxes } from "./chromium-boxes.js";
import { compare, ourBoxes, TOLERANCE } from "./compare.js";
import { randomSample } from "./random-sample.js";
import { showSample } from "./show.js";
import { storeSamples } from "./store.js";
import { printTimes } from "./times.js";

const LEAST_FITTING = 0.98;
const LEAST_OVERFLOWING = 0.75;

const { values } = parseArgs({
	options: {
		trees: { type: "string", default: "1000" },
		seed: { type: "string", default: "1" },
		show: { type: "string" },
		store: { type: "boolean", default: false },
		times: { type: "boolean", default: false },
	},
});
const executable = findChromium();
if (values.times) {
	printTimes();
} else if (executable === undefined) {
	console.log("layout: SKIPPED, there is no Chromium in PATH and CHROMIUM_PATH is not set");
} else {
	const browser = await launchChromium(executable);
	try {
		const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
		if (values.show !== undefined)
			for (const seed of values.show.split(",")) await showSample(page, Number(seed));
		else if (values.store) await storeSamples(page);
		else await run(page, Number(values.seed), Number(values.trees));
	} finally {
		await browser.close();
	}
}

async function run(page: Parameters<typeof chromiumBoxes>[0], seed: number, trees: number) {
	const seeds = Array.from({ length: trees }, (_, index) => seed + index);
	const samples = seeds.map(randomSample);
	const theirs = await chromiumBoxes(page, samples);
	const results = samples.map((sample, index) => ({
		seed: seeds[index]!,
		boxes: theirs[index]!.length,
		...compare(sample, ourBoxes(sample), theirs[index]!),
	}));
	const wrong = results.filter(({ first }) => first >= 0);
	for (const { seed, fits, worst, first } of wrong.slice(0, 40))
		console.log(`seed ${seed}: box ${first}, ${worst.toFixed(2)} px${fits ? "" : ", overflows"}`);
	const boxes = results.reduce((sum, result) => sum + result.boxes, 0);
	console.log(`${trees} trees, ${boxes} boxes, within ${TOLERANCE} px of Chromium:`);
	const share = (fits: boolean) => {
		const group = results.filter((result) => result.fits === fits);
		const right = group.filter(({ first }) => first < 0).length;
		const part = right / Math.max(1, group.length);
		console.log(
			`  ${fits ? "fits" : "overflows"}: ${right} of ${group.length} (${(100 * part).toFixed(1)} %)`,
		);
		return part;
	};
	if (share(true) < LEAST_FITTING) process.exitCode = 1;
	if (share(false) < LEAST_OVERFLOWING) process.exitCode = 1;
}
