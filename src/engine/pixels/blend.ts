/**
 * CSS blend modes, on the opaque canvas and on premultiplied RGBA layers. The arithmetic is in
 * assembly/blend-modes.ts.
 */
import { type BlendMode, ENUMS } from "../../contract/enums.js";
import type { Canvas } from "./canvas.js";
import { kernels, stagingArea } from "./kernels.js";

/** The values of CSS mix-blend-mode, in the order of their numbers in the kernels. */
export const BLEND_MODES = ENUMS.blendMode;
export type { BlendMode } from "../../contract/enums.js";

/** RGBA pixels, rows from the top. */
export interface Pixels {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8Array;
}

export interface Blending {
	readonly mode: BlendMode;
	/** Opacity of the source, 0 to 1. */
	readonly opacity: number;
	/** Whether the source has straight alpha. */
	readonly straight: boolean;
}

/** The part of a source at (x, y) that overlaps a destination, in the source's pixels. */
function overlap(to: { width: number; height: number }, from: Pixels, x: number, y: number) {
	return {
		left: Math.max(0, -x),
		top: Math.max(0, -y),
		right: Math.min(from.width, to.width - x),
		bottom: Math.min(from.height, to.height - y),
	};
}

/**
 * Blends pixels onto the canvas.
 * @param x left edge on the canvas, an integer, may be negative
 * @param y top edge
 */
export function blendOntoCanvas(
	canvas: Canvas,
	source: Pixels,
	x: number,
	y: number,
	{ mode, opacity, straight }: Blending,
): void {
	const { left, right, ...seen } = overlap(canvas, source, x, y);
	const top = Math.max(seen.top, canvas.rows.from - y);
	const bottom = Math.min(seen.bottom, canvas.rows.end - y);
	const number = BLEND_MODES.indexOf(mode);
	for (let row = top; row < bottom && right > left; row++) {
		const from = (row * source.width + left) * 4;
		stagingArea.set(source.data.subarray(from, from + (right - left) * 4));
		const at = (y + row) * canvas.width + x + left;
		kernels.blendModeRow(at, right - left, number, opacity, straight);
	}
}

/**
 * Blends pixels onto a premultiplied layer that may be transparent.
 * @param layer is modified
 * @param x left edge on the layer, an integer, may be negative
 * @param y top edge
 */
export function blendOntoLayer(
	layer: Pixels,
	source: Pixels,
	x: number,
	y: number,
	{ mode, opacity, straight }: Blending,
): void {
	const { left, top, right, bottom } = overlap(layer, source, x, y);
	const number = BLEND_MODES.indexOf(mode);
	const most = Math.floor(stagingArea.length / 8);
	for (let row = top; row < bottom; row++) {
		for (let at = left; at < right; at += most) {
			const count = Math.min(most, right - at);
			const from = (row * source.width + at) * 4;
			const to = ((y + row) * layer.width + x + at) * 4;
			stagingArea.set(layer.data.subarray(to, to + count * 4));
			stagingArea.set(source.data.subarray(from, from + count * 4), count * 4);
			kernels.blendModeStaged(count, number, opacity, straight);
			layer.data.set(stagingArea.subarray(0, count * 4), to);
		}
	}
}
