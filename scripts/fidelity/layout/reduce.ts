/** Reduces a sample while a difference remains, to show its cause. */
import type { Sample, SampleBox } from "./sample.js";

/** Samples in the browser at the same time. */
const BATCH = 15;

/** All samples with one box or one field removed. */
export function smallerSamples(sample: Sample): Sample[] {
	return [
		...smallerLists(sample.boxes).map((boxes) => ({ ...sample, boxes })),
		...(sample.dir === "rtl" ? [{ ...sample, dir: "ltr" as const }] : []),
	];
}

function smallerLists(boxes: readonly SampleBox[]): SampleBox[][] {
	return boxes.flatMap((box, index) => [
		boxes.filter((_, at) => at !== index),
		...smallerBoxes(box).map((smaller) => boxes.map((old, at) => (at === index ? smaller : old))),
	]);
}

function smallerBoxes(box: SampleBox): SampleBox[] {
	const smaller: SampleBox[] = [];
	for (const field of Object.keys(box)) {
		if (["kind", "children", "words"].includes(field)) continue;
		const { [field]: _, ...rest } = box as unknown as Record<string, unknown>;
		smaller.push(rest as unknown as SampleBox);
	}
	if ("children" in box)
		smaller.push(...smallerLists(box.children).map((children) => ({ ...box, children })));
	if ("words" in box && box.words.widths.length > 1)
		smaller.push({ ...box, words: { ...box.words, widths: box.words.widths.slice(1) } });
	return smaller;
}

/** @param differs whether Chromium differs, for each of several samples */
export async function reduceSample(
	sample: Sample,
	differs: (samples: readonly Sample[]) => Promise<boolean[]>,
): Promise<Sample> {
	let smallest = sample;
	for (;;) {
		const next = await firstThatDiffers(smallerSamples(smallest), differs);
		if (!next) return smallest;
		smallest = next;
	}
}

async function firstThatDiffers(
	samples: readonly Sample[],
	differs: (samples: readonly Sample[]) => Promise<boolean[]>,
): Promise<Sample | undefined> {
	for (let from = 0; from < samples.length; from += BATCH) {
		const batch = samples.slice(from, from + BATCH);
		const found = batch[(await differs(batch)).indexOf(true)];
		if (found) return found;
	}
	return undefined;
}
