import t from "tap";
import { MAX_DEVIATION, softAlpha } from "../../../src/engine/pixels/shadow.js";

/** The definition: every pixel from all pixels that the Gaussian reaches. */
function reference(
	alpha: (x: number, y: number) => number,
	columns: number,
	rows: number,
	deviation: number,
	opacity: number,
): number[] {
	const kernel = Array.from({ length: 13 }, (_, i) =>
		Math.exp(-((i - 6) ** 2) / (2 * deviation * deviation)),
	);
	const total = kernel.reduce((sum, weight) => sum + weight, 0);
	const result: number[] = [];
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < columns; x++) {
			let sum = 0;
			for (let dy = -6; dy <= 6; dy++) {
				for (let dx = -6; dx <= 6; dx++) {
					const inside = x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows;
					if (inside) sum += kernel[dx + 6]! * kernel[dy + 6]! * alpha(x + dx, y + dy);
				}
			}
			result.push((sum / total ** 2) * opacity);
		}
	}
	return result;
}

t.test("alphas are blurred by a Gaussian, whatever the size of the picture", async (t) => {
	// The larger ones first: nothing of them may be left.
	for (const [columns, rows] of [
		[40, 31],
		[17, 2],
		[1, 1],
		[7, 13],
		[2, 20],
	] as const) {
		for (const deviation of [0.3, 1.75, MAX_DEVIATION]) {
			const alpha = (x: number, y: number) => (x * 91 + y * 57 + ((x * y) % 7) * 33) % 256;
			const pixels = new Uint8Array(columns * rows * 4).fill(200);
			for (let i = 0; i < columns * rows; i++)
				pixels[i * 4 + 3] = alpha(i % columns, Math.floor(i / columns));
			const got = softAlpha(pixels, columns, rows, deviation, 0.6);
			const want = reference(alpha, columns, rows, deviation, 0.6);
			t.equal(got.length, columns * rows);
			const worst = Math.max(...want.map((value, i) => Math.abs(value - got[i]!)));
			t.ok(worst <= 0.501, `${columns} x ${rows}, ${deviation}: ${worst}`);
		}
	}
});

t.test("a picture larger than the staging area", async (t) => {
	const [columns, rows] = [1_200, 300];
	const pixels = new Uint8Array(columns * rows * 4).fill(255);
	const got = softAlpha(pixels, columns, rows, 1.75, 1);
	for (const y of [6, 53, 54, 55, 150, 293])
		t.ok(
			got.subarray(y * columns + 6, (y + 1) * columns - 6).every((value) => value === 255),
			`row ${y}`,
		);
});
