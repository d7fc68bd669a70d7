/** Time for the layout of a slide with about 50 boxes, and how often it measures text. */
import { layOutBoxes } from "../../../src/engine/layout/index.js";
import { randomSample } from "./random-sample.js";
import { type Sample, type SampleBox, sampleBoxes } from "./sample.js";

const TREES = 100;
const LEAST_BOXES = 45;
const ROUNDS = 30;

const countBoxes = (boxes: readonly SampleBox[]): number =>
	boxes.reduce((sum, box) => sum + 1 + ("children" in box ? countBoxes(box.children) : 0), 0);
const countTexts = (boxes: readonly SampleBox[]): number =>
	boxes.reduce(
		(sum, box) => sum + ("words" in box ? 1 : "children" in box ? countTexts(box.children) : 0),
		0,
	);

export function printTimes(): void {
	const samples: Sample[] = [];
	for (let seed = 1; samples.length < TREES; seed++) {
		const sample = randomSample(seed);
		if (countBoxes(sample.boxes) >= LEAST_BOXES) samples.push(sample);
	}
	let measurements = 0;
	// The minimum of several rounds, because other programs only add time.
	const best = samples.map(() => Number.POSITIVE_INFINITY);
	for (let round = 0; round < ROUNDS; round++) {
		for (const [index, sample] of samples.entries()) {
			const boxes = sampleBoxes(sample.boxes, () => measurements++);
			const started = performance.now();
			layOutBoxes({ ...sample, boxes });
			best[index] = Math.min(best[index]!, performance.now() - started);
		}
	}
	const sorted = best.sort((a, b) => a - b);
	const sum = (count: (boxes: readonly SampleBox[]) => number) =>
		samples.reduce((total, { boxes }) => total + count(boxes), 0);
	const figure = (value: number) => value.toFixed(2);
	console.log(
		`${TREES} trees of ${Math.round(sum(countBoxes) / TREES)} boxes on average: ` +
			`median ${figure(sorted[TREES / 2]!)} ms, slowest ${figure(sorted.at(-1)!)} ms, ` +
			`${figure(measurements / ROUNDS / sum(countTexts))} measurements per text`,
	);
}
