/**
 * Paints on the canvas at whole pixels: faster than passing pictures to a rasteriser, with the same
 * result. The arithmetic is in assembly/blend.ts.
 */
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas } from "./canvas.js";
import { CANVAS_START, kernels, stageRows, stagingArea } from "./kernels.js";

/** A part of the canvas, or beyond. Pixels. */
interface Place {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/**
 * Fills the rows of the canvas with one opaque colour, 0xRRGGBB, replacing their content. If the
 * canvas was reopened, the colour must be the one that it was filled with before.
 */
export function fill({ width, height, rows }: Canvas, color: number): void {
	const pixel = 0xff000000 | ((color & 255) << 16) | (color & 0xff00) | ((color >>> 16) & 255);
	if (rows.from === 0 && rows.end === height) kernels.fill(width, height, pixel);
	else kernels.fillAgain(rows.from, rows.end);
}

/**
 * Call before replacing all pixels of a part of the canvas.
 * @param part whole pixels, within the rows of the canvas that are painted
 * @returns where its first pixel is in `pixelMemory`
 */
export function beginReplacing({ width: pitch }: Canvas, part: Place): number {
	const { x, y, width, height } = part;
	const at = y * pitch + x;
	if (width === pitch) kernels.beforeReplacing(y, height);
	else kernels.beforePainting(at, height);
	return CANVAS_START + at;
}

/** The part of a picture at (x, y) that lies on the canvas, in the picture's pixels. */
function visible(
	{ width: most, rows }: Canvas,
	x: number,
	y: number,
	width: number,
	height: number,
) {
	return {
		left: Math.max(0, -x),
		top: Math.max(0, rows.from - y),
		right: Math.min(width, most - x),
		bottom: Math.min(height, rows.end - y),
	};
}

/**
 * Paints a bitmap with straight alpha.
 * @param x left edge on the canvas, an integer, may be negative
 * @param y top edge
 */
export function paintBitmap(canvas: Canvas, bitmap: Bitmap, x: number, y: number): void {
	const { channels, data, width: stagedWidth } = bitmap;
	const { left, top, right, bottom } = visible(canvas, x, y, bitmap.width, bitmap.height);
	if (right <= left) return;
	stageRows(data, stagedWidth * channels, top, bottom, (row, count) => {
		const at = (y + row) * canvas.width + x + left;
		const width = right - left;
		if (channels === 3) kernels.copyRgbRows(at, canvas.width, left, width, stagedWidth, count);
		else kernels.blendRows(at, canvas.width, left, width, stagedWidth, count, false);
	});
}

/** Paints premultiplied RGBA pixels, as returned by resvg, at whole pixels within the canvas. */
export function paintPremultiplied(
	canvas: Canvas,
	pixels: Uint8Array,
	x: number,
	y: number,
	width: number,
	height: number,
): void {
	const { top, bottom } = visible(canvas, x, y, width, height);
	stageRows(pixels, width * 4, top, bottom, (row, count) => {
		const at = (y + row) * canvas.width + x;
		kernels.blendRows(at, canvas.width, 0, width, width, count, true);
	});
}

/** The position of a canvas row or column between two of a coarser picture. */
interface Sample {
	readonly first: number;
	readonly second: number;
	/** Weight of the second, 0..256. */
	readonly weight: number;
}

/**
 * @param pixel of the canvas, on the same axis as `start` and `size`, which place the coarse
 * picture
 * @param count pixels of the coarse picture
 */
function sampleAt(pixel: number, start: number, size: number, count: number): Sample {
	const at = ((pixel + 0.5 - start) * count) / size - 0.5;
	const first = Math.floor(at);
	return {
		first: Math.min(count - 1, Math.max(0, first)),
		second: Math.min(count - 1, Math.max(0, first + 1)),
		weight: Math.round((at - first) * 256),
	};
}

/** Contains no row. */
const NOWHERE: Place = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Paints a colour on the canvas through a coarse mask, scaled up bilinearly to a box.
 * @param color #rrggbb
 * @param hidden part that will be painted over: skipping it halves the time of a card's shadow
 */
export function paintShade(
	canvas: Canvas,
	alpha: Uint8Array,
	columns: number,
	rows: number,
	box: Place,
	color = "#000000",
	hidden = NOWHERE,
): void {
	const rgb = Number.parseInt(color.slice(1), 16);
	if (rgb !== 0) {
		paintTint(canvas, alpha, columns, rows, box, rgb);
		return;
	}
	const left = Math.max(0, Math.round(box.x));
	const right = Math.min(canvas.width, Math.round(box.x + box.width));
	const top = Math.max(canvas.rows.from, Math.round(box.y));
	const bottom = Math.min(canvas.rows.end, Math.round(box.y + box.height));
	if (right <= left) return;
	for (let x = left; x < right; x++) {
		const { first, second, weight } = sampleAt(x, box.x, box.width, columns);
		kernels.setColumn(x - left, first, second, weight);
	}
	const skipFrom = Math.max(0, Math.ceil(hidden.x) - left);
	const skipTo = Math.max(skipFrom, Math.floor(hidden.x + hidden.width) - left);
	let staged: Sample | undefined;
	for (let y = top; y < bottom; y++) {
		const sample = sampleAt(y, box.y, box.height, rows);
		const { first, second, weight } = sample;
		if (first !== staged?.first || second !== staged.second)
			stagingArea.set(alpha.subarray(first * columns, (second + 1) * columns));
		staged = sample;
		const offset = (second - first) * columns;
		const skips = y >= hidden.y && y + 1 <= hidden.y + hidden.height;
		const skipped = skips ? ([skipFrom, skipTo] as const) : NOTHING_SKIPPED;
		kernels.shadeRow(y * canvas.width + left, right - left, columns, offset, weight, ...skipped);
	}
}

const NOTHING_SKIPPED = [0, 0] as const;

/** Like paintShade, for colours other than black: makes the pixels here, a row at a time. */
function paintTint(
	canvas: Canvas,
	alpha: Uint8Array,
	columns: number,
	rows: number,
	box: Place,
	rgb: number,
): void {
	const left = Math.max(0, Math.round(box.x));
	const right = Math.min(canvas.width, Math.round(box.x + box.width));
	const top = Math.max(canvas.rows.from, Math.round(box.y));
	const bottom = Math.min(canvas.rows.end, Math.round(box.y + box.height));
	if (right <= left) return;
	const width = right - left;
	const across = Array.from({ length: width }, (_, i) =>
		sampleAt(left + i, box.x, box.width, columns),
	);
	const row = new Uint8Array(width * 4);
	for (let i = 0; i < row.length; i += 4) {
		row[i] = rgb >> 16;
		row[i + 1] = (rgb >> 8) & 255;
		row[i + 2] = rgb & 255;
	}
	for (let y = top; y < bottom; y++) {
		const down = sampleAt(y, box.y, box.height, rows);
		const upper = down.first * columns;
		const lower = down.second * columns;
		for (const [x, { first, second, weight }] of across.entries()) {
			const above = alpha[upper + first]! * (256 - weight) + alpha[upper + second]! * weight;
			const below = alpha[lower + first]! * (256 - weight) + alpha[lower + second]! * weight;
			row[x * 4 + 3] = (above * (256 - down.weight) + below * down.weight + 32_768) >> 16;
		}
		paintBitmap(canvas, { width, height: 1, channels: 4, data: row }, left, y);
	}
}
