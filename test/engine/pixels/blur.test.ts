import t from "tap";
import {
	blurBitmap,
	blurOf,
	blurReach,
	boxVariance,
	boxWindow,
} from "../../../src/engine/pixels/blur.js";

/** A point of light, and how it spreads. */
function spreadOf(deviation: number) {
	const reach = blurReach(deviation);
	const side = 2 * reach + 1;
	const data = new Uint8Array(side * side * 4);
	// An area rather than a point: a byte could not hold what is left of that.
	const half = Math.min(reach, 40);
	for (let y = 0; y < side; y++)
		for (let x = 0; x < side; x++)
			if (Math.abs(x - reach) <= half) data.set([255, 128, 0, 255], (y * side + x) * 4);
	const geometry = { left: 0, top: 0, startX: 0, startY: reach, stepX: 1, stepY: 1 };
	const bitmap = { width: side, height: side, channels: 4, data } as const;
	return {
		reach,
		half,
		row: blurBitmap(bitmap, blurOf(deviation), {
			...geometry,
			width: side,
			height: side,
			columns: side,
			rows: 1,
		}),
	};
}

/** The error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function erf(x: number): number {
	const k = 1 / (1 + 0.3275911 * Math.abs(x));
	const sum =
		((((1.061405429 * k - 1.453152027) * k + 1.421413741) * k - 0.284496736) * k + 0.254829592) * k;
	return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

t.test("an edge is blurred as by a Gaussian, and its colour stays", async (t) => {
	for (const deviation of [0.6, 1.5, 2, 3.4, 8]) {
		const { reach, half, row } = spreadOf(deviation);
		const real = deviation < 2 ? deviation : Math.sqrt(boxVariance(boxWindow(deviation)));
		const at = (edge: number) => 0.5 * (1 + erf(edge / real / Math.SQRT2));
		let worst = 0;
		for (let x = 0; x < row.width; x++) {
			const want = at(x - (reach - half - 0.5)) - at(x - (reach + half + 0.5));
			const alpha = row.data[x * 4 + 3]!;
			worst = Math.max(worst, Math.abs(alpha - 255 * want));
			if (alpha > 100) t.ok(Math.abs(row.data[x * 4 + 1]! - 128) <= 2);
		}
		// The rows above and below the picture are clear: in the middle nothing of that is seen.
		// A narrow Gaussian is sampled at pixels, not integrated over them.
		t.ok(worst < (deviation < 1 ? 9 : 6), `${deviation}: ${worst}`);
	}
});

t.test(
	"an even picture is even where nothing else is near, and nothing wraps around",
	async (t) => {
		for (const deviation of [1, 5, 30, 120]) {
			const reach = blurReach(deviation);
			const [width, height] = [2 * reach + 9, 2 * reach + 7];
			const data = new Uint8Array(width * height * 4).fill(77);
			for (let i = 3; i < data.length; i += 4) data[i] = 255;
			const blurred = blurBitmap({ width, height, channels: 4, data }, blurOf(deviation), {
				...{ width, height, left: 0, top: 0, startX: 0, startY: 0, stepX: 1, stepY: 1 },
				...{ columns: width, rows: height },
			});
			const middle = ((height >> 1) * width + (width >> 1)) * 4;
			t.same([...blurred.data.subarray(middle, middle + 4)], [77, 77, 77, 255], String(deviation));
			const corner = blurred.data[3]!;
			const kept = 255 * (0.5 * (1 + erf(0.5 / deviation / Math.SQRT2))) ** 2;
			t.ok(Math.abs(corner - kept) < 8, `${deviation}: a corner keeps ${corner} of ${kept}`);
		}
	},
);
