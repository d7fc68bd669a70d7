/** Writes the trees that the tests lay out without a browser, with Chromium's boxes. */
import { writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import type { Rect } from "../../../src/engine/layout/index.js";
import { chromiumBoxes } from "./chromium-boxes.js";
import { compare, ourBoxes } from "./compare.js";
import { randomSample } from "./random-sample.js";
import type { Sample } from "./sample.js";

const COUNT = 40;
const FILE = new URL("../../../../test/engine/layout/chromium-samples.json", import.meta.url);

export interface StoredSample {
	readonly seed: number;
	readonly sample: Sample;
	/** x, y, width, height of every box in document order, from Chromium. */
	readonly boxes: readonly (readonly number[])[];
}

export async function storeSamples(page: Page): Promise<void> {
	const stored: StoredSample[] = [];
	for (let seed = 1; stored.length < COUNT; seed++) {
		const sample = randomSample(seed);
		const theirs = (await chromiumBoxes(page, [sample]))[0]!;
		// Known differences are described in the documentation and excluded from the tests.
		if (theirs.length < 8 || compare(sample, ourBoxes(sample), theirs).first >= 0) continue;
		stored.push({ seed, sample, boxes: theirs.map(numbers) });
	}
	const lines = stored.map((entry) => `\t${JSON.stringify(entry)}`).join(",\n");
	await writeFile(FILE, `[\n${lines}\n]\n`);
	console.log(`${stored.length} trees stored`);
}

const numbers = ({ x, y, width, height }: Rect) =>
	[x, y, width, height].map((value) => Math.round(value * 1000) / 1000);
