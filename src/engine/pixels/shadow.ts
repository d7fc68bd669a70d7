import { kernels, stageRows, stagingArea } from "./kernels.js";

/** Reach of the blur on each side: three times the largest deviation. Pixels. */
const RADIUS = 6;

/** Largest standard deviation of a blur. Pixels. */
export const MAX_DEVIATION = RADIUS / 3;

/**
 * The alphas of a picture, blurred by a separable Gaussian (transparent outside the picture) and
 * scaled by an opacity.
 * @param pixels RGBA
 * @param deviation pixels, at most MAX_DEVIATION
 * @param opacity 0 to 1, the result for a full alpha
 */
export function softAlpha(
	pixels: Uint8Array,
	columns: number,
	rows: number,
	deviation: number,
	opacity: number,
): Uint8Array {
	for (const [distance, weight] of gaussian(deviation).entries())
		kernels.setWeight(distance, weight);
	kernels.beginShadow(columns, opacity);
	// The first output rows are above the picture.
	const alpha = new Uint8Array(columns * (rows + RADIUS));
	const take = (row: number, count: number) => {
		kernels.shadowRows(count);
		alpha.set(stagingArea().subarray(0, count * columns), row * columns);
	};
	stageRows(pixels, columns * 4, 0, rows, take);
	stageRows(new Uint8Array(columns * 4 * RADIUS), columns * 4, 0, RADIUS, (row, count) =>
		take(rows + row, count),
	);
	return alpha.subarray(columns * RADIUS);
}

/** Weights of a Gaussian from its centre outwards; those of both sides add up to 1. */
function gaussian(deviation: number): number[] {
	const weights = Array.from({ length: RADIUS + 1 }, (_, i) =>
		Math.exp((-i * i) / (2 * deviation * deviation)),
	);
	const total = weights.reduce((sum, weight) => sum + 2 * weight, -1);
	return weights.map((weight) => weight / total);
}
