/** Trees with the boxes that Chromium gave them; written by fidelity/flexbox.test with STORE_SAMPLES=1. */
import { readFileSync } from "node:fs";
import t from "tap";
import { ourBoxes, TOLERANCE } from "../../fidelity/layout/compare.js";
import type { StoredSample } from "../../fidelity/layout/store.js";

const file = new URL("../../../../test/engine/layout/chromium-samples.json", import.meta.url);
const samples: StoredSample[] = JSON.parse(readFileSync(file, "utf8"));

t.test("boxes are where Chromium puts them", async (t) => {
	t.equal(samples.length, 40);
	for (const { seed, sample, boxes } of samples) {
		const ours = ourBoxes(sample).map(({ x, y, width, height }) => [x, y, width, height]);
		const far = ours.filter((box, index) =>
			box.some((value, side) => !(Math.abs(value - boxes[index]![side]!) <= TOLERANCE)),
		);
		t.strictSame([ours.length, far], [boxes.length, []], `tree ${seed}`);
	}
});
