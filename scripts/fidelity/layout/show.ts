/** Prints the smallest tree that differs from Chromium in the same way as a given random tree. */
import type { Page } from "playwright-core";
import type { Rect } from "../../../src/engine/layout/index.js";
import { chromiumBoxes } from "./chromium-boxes.js";
import { compare, ourBoxes, TOLERANCE } from "./compare.js";
import { randomSample } from "./random-sample.js";
import { reduceSample } from "./reduce.js";
import type { Sample, SampleBox } from "./sample.js";

export async function showSample(page: Page, seed: number): Promise<void> {
	const sample = await reduceSample(randomSample(seed), async (samples: readonly Sample[]) => {
		const boxes = await chromiumBoxes(page, samples);
		return samples.map((one, index) => compare(one, ourBoxes(one), boxes[index]!).first >= 0);
	});
	const [theirs] = await chromiumBoxes(page, [sample]);
	const ours = ourBoxes(sample);
	const print = ({ x, y, width, height }: Rect) =>
		[x, y, width, height].map((value) => Math.round(value * 100) / 100).join(" ");
	let index = 0;
	const visit = (box: SampleBox, indent: string) => {
		const { children, ...fields } = { children: [] as readonly SampleBox[], ...box };
		const [a, b] = [ours[index]!, theirs![index]!];
		const differs = (["x", "y", "width", "height"] as const).some(
			(side) => !(Math.abs(a[side] - b[side]) <= TOLERANCE),
		);
		console.log(
			`${indent}${index++} ${JSON.stringify(fields)}\n${indent}  ${print(a)}${differs ? ` ≠ ${print(b)}` : ""}`,
		);
		for (const child of children) visit(child, `${indent}  `);
	};
	console.log(`seed ${seed}, ${sample.dir}`);
	for (const box of sample.boxes) visit(box, "");
}
