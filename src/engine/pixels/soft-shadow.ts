/** The grid on which a soft shadow is drawn, before it is scaled up, and pictures on such a grid. */

interface Rect {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Deviation on the grid: with a smaller one, scaling up would be visible. */
const GRID_DEVIATION = 1.75;
/** Longest side of a grid. */
const MAX_SIDE = 8_192;

/** A grid for a shadow, and the scale from pixels to its cells. */
export interface ShadowGrid {
	readonly columns: number;
	readonly rows: number;
	readonly scale: number;
	readonly box: Rect;
}

/**
 * The grid on which a shadow is drawn and blurred.
 * @param ink the shape that casts the shadow, grown by its spread; before its offset. Pixels
 * @param seen the part of the space where the shadow can be seen, before the offset
 * @param deviation of the blur, half of the CSS blur radius, pixels
 * @returns undefined if the shadow is not visible
 */
export function shadowGrid(ink: Rect, seen: Rect, deviation: number): ShadowGrid | undefined {
	const reach = 3 * deviation + 1;
	const x = Math.floor(Math.max(ink.x, seen.x - reach) - reach);
	const y = Math.floor(Math.max(ink.y, seen.y - reach) - reach);
	const right = Math.ceil(Math.min(ink.x + ink.width, seen.x + seen.width + reach) + reach);
	const bottom = Math.ceil(Math.min(ink.y + ink.height, seen.y + seen.height + reach) + reach);
	if (!(right - x > 2 * reach && bottom - y > 2 * reach)) return undefined;
	const fitting = MAX_SIDE / Math.max(right - x, bottom - y);
	const scale = Math.min(1, fitting, deviation > 0 ? GRID_DEVIATION / deviation : 1);
	const columns = Math.ceil((right - x) * scale);
	const rows = Math.ceil((bottom - y) * scale);
	return {
		columns,
		rows,
		scale,
		box: { x, y, width: columns / scale, height: rows / scale },
	};
}

/** RGBA pixels, and the transform from them to the space of a grid. */
export interface PlacedPixels {
	readonly data: Uint8Array;
	readonly width: number;
	readonly height: number;
	readonly matrix: readonly [number, number, number, number, number, number];
}

/**
 * Samples along each side of a pixel that is turned or enlarged: its cell is found for each of them.
 */
const SAMPLES = 4;

/** The alpha of a picture on a grid: the mean of the pixels of each cell, rows from the top. */
export function alphaOnGrid(
	{ data, width, height, matrix: [a, b, c, d, e, f] }: PlacedPixels,
	{ columns, rows, scale, box }: ShadowGrid,
): Uint8Array {
	const sums = new Float64Array(columns * rows);
	const samples = a === 1 && b === 0 && c === 0 && d === 1 ? 1 : SAMPLES;
	const share = (Math.abs(a * d - b * c) * scale * scale) / samples ** 2;
	const add = (px: number, py: number, alpha: number) => {
		const column = Math.floor((a * px + c * py + e - box.x) * scale);
		const row = Math.floor((b * px + d * py + f - box.y) * scale);
		if (column >= 0 && column < columns && row >= 0 && row < rows)
			sums[row * columns + column]! += alpha;
	};
	for (let y = 0, at = 3; y < height; y++)
		for (let x = 0; x < width; x++, at += 4) {
			const alpha = data[at]!;
			if (alpha === 0) continue;
			for (let i = 0; i < samples; i++)
				for (let k = 0; k < samples; k++)
					add(x + (i + 0.5) / samples, y + (k + 0.5) / samples, alpha);
		}
	return Uint8Array.from(sums, (sum) => Math.min(255, Math.round(sum * share)));
}
