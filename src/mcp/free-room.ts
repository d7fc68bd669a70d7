import type { Rectangle } from "../contract/measure-response.js";

/** Size of a cell of the grid for finding free space. Preview pixels. */
const CELL = 5;
/** Maximum number of cells per side; a canvas may be 1,536 preview pixels wide. */
const MAX_CELLS = 120;

/**
 * The largest free upright box, with the precision of the grid: for each row of cells, the largest
 * rectangle under the histogram of free cells above it.
 * @param area the searched area, preview pixels
 * @param occupied preview pixels; may be outside of the area
 * @returns undefined if nothing is free
 */
export function largestFreeBox(
	area: Rectangle,
	occupied: readonly Rectangle[],
): Rectangle | undefined {
	const cell = Math.max(CELL, Math.max(area.width, area.height) / MAX_CELLS);
	const columns = Math.floor(area.width / cell);
	const rows = Math.floor(area.height / cell);
	const taken = new Uint8Array(columns * rows);
	for (const box of occupied) {
		const left = Math.max(0, Math.floor((box.x - area.x) / cell));
		const right = Math.min(columns, Math.ceil((box.x + box.width - area.x) / cell));
		const top = Math.max(0, Math.floor((box.y - area.y) / cell));
		const bottom = Math.min(rows, Math.ceil((box.y + box.height - area.y) / cell));
		for (let row = top; row < bottom; row++)
			if (left < right) taken.fill(1, row * columns + left, row * columns + right);
	}
	const heights = new Uint16Array(columns);
	let best = { cells: 0, x: 0, y: 0, width: 0, height: 0 };
	for (let row = 0; row < rows; row++) {
		for (let x = 0; x < columns; x++)
			heights[x] = taken[row * columns + x] === 1 ? 0 : heights[x]! + 1;
		for (const { x, width, height } of boxesUnder(heights)) {
			if (width * height <= best.cells) continue;
			best = { cells: width * height, x, y: row + 1 - height, width, height };
		}
	}
	if (best.cells === 0) return undefined;
	return {
		x: area.x + best.x * cell,
		y: area.y + best.y * cell,
		width: best.width * cell,
		height: best.height * cell,
	};
}

/** The widest box of each height under a histogram. In cells. */
function* boxesUnder(
	heights: Uint16Array,
): Generator<{ x: number; width: number; height: number }> {
	const open: { x: number; height: number }[] = [];
	for (let x = 0; x <= heights.length; x++) {
		const height = heights[x] ?? 0;
		let start = x;
		for (let last = open.at(-1); last && last.height > height; last = open.at(-1)) {
			open.pop();
			yield { x: last.x, width: x - last.x, height: last.height };
			start = last.x;
		}
		if (height > 0 && open.at(-1)?.height !== height) open.push({ x: start, height });
	}
}
